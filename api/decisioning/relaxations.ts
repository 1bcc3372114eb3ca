import { formatPrice } from '../../pipelines/domain/money.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { withoutMakers } from './makers_asked.ts';
import { dayAfter } from './option_delivery.ts';
import { tellsOfHealth } from './unread.ts';

type Held = Pick<DecisionQuestion, 'constraints' | 'deadline_days'>;
type Asked = Held & Pick<DecisionQuestion, 'today'>;

/** What may be dropped, and what is left without it. */
export interface Relaxation {
  constraint: string;
  /** How many are dropped at once. */
  drops: 1 | 2;
  without: ShopperConstraints;
  deadline_days: number | null;
}

interface Drop {
  constraint: string;
  from: (held: Held) => Held;
}

/** What of a text was not understood, and may be left out of the question. */
export interface NotUnderstood {
  /** As in ThingAsked. */
  unknownKind: string | null;
  /** Pieces that may say a must in other words, but none of health. */
  unread: readonly string[];
}

/** Each constraint alone, then any two of them; in the order in which people would give them up. */
export function relaxations(
  held: Asked,
  { currency, locale }: Pick<Snapshot, 'currency' | 'locale'>,
  { unknownKind, unread }: NotUnderstood,
): Relaxation[] {
  const money = (minor: number) => formatPrice(minor, currency, locale);
  const single = [
    ...wordDrops(held.constraints, unknownKind),
    ...unreadDrops(unread),
    ...clauseDrops(held.constraints, unread),
    ...amountDrops(held, money),
    ...freedomDrops(held.constraints),
    ...phraseDrops(held.constraints),
    ...offerDrops(held.constraints),
    ...extremeDrops(held.constraints),
    ...genuineDrops(held.constraints),
    ...makerDrops(held.constraints),
  ];
  const pairs = single.flatMap((one, at) =>
    single.slice(at + 1).map(
      (other): Drop => ({
        constraint: `${one.constraint} and ${other.constraint}`,
        from: (all) => other.from(one.from(all)),
      }),
    ),
  );
  const relaxed =
    (drops: 1 | 2) =>
    ({ constraint, from }: Drop): Relaxation => {
      const { constraints: without, deadline_days } = from(held);
      return { constraint, drops, without, deadline_days };
    };
  return [...single.map(relaxed(1)), ...pairs.map(relaxed(2))];
}

const changed = (constraint: string, change: Partial<ShopperConstraints>): Drop => ({
  constraint,
  from: ({ constraints, deadline_days }) => ({ constraints: { ...constraints, ...change }, deadline_days }),
});

/** The word for the thing, where nothing resembles it but other words tell a kind: `coffee table`. */
function wordDrops({ words, asked, pieces }: ShopperConstraints, unknownKind: string | null): Drop[] {
  if (unknownKind === null) return [];
  const without = (text: string) =>
    text
      .split(/\s+/)
      .filter((word) => foldText(word) !== unknownKind && fromPlural(foldText(word)) !== unknownKind)
      .join(' ');
  const left = pieces.map(without).filter((piece) => piece !== '');
  const rest = { words: without(words), asked: without(asked), pieces: left };
  return /[\p{L}\p{N}]/u.test(rest.asked) ? [changed(`the word “${unknownKind}”`, rest)] : [];
}

/** What was not understood, all of it: whoever asks knows whether it is a must. */
const unreadDrops = (unread: readonly string[]): Drop[] =>
  unread.length === 0
    ? []
    : [
        changed(`${unread.map((text) => `“${text}”`).join(', ')}, which was not understood`, {
          unread: [],
          doubted: [],
          clauses: [],
        }),
      ];

/** What a clause says of the thing, and no record does by half; not what is told of health. */
const clauseDrops = ({ clauses }: ShopperConstraints, unread: readonly string[]): Drop[] =>
  clauses
    .filter((clause) => !unread.some((text) => text.includes(clause)) && !tellsOfHealth(clause))
    .map((clause) => ({
      constraint: `that its record says “${clause}”`,
      from: ({ constraints, deadline_days }) => ({
        constraints: { ...constraints, clauses: constraints.clauses.filter((one) => one !== clause) },
        deadline_days,
      }),
    }));

function amountDrops({ constraints, deadline_days, today }: Asked, money: (minor: number) => string): Drop[] {
  const { budget_minor, min_minor } = constraints;
  return [
    ...(budget_minor === null
      ? []
      : [changed(`the budget of ${money(budget_minor)}`, { budget_minor: null, about_minor: null })]),
    ...(deadline_days === null
      ? []
      : [
          {
            constraint: `arrival by ${dayAfter(today, deadline_days)}`,
            from: (held: Held) => ({ ...held, deadline_days: null }),
          },
        ]),
    ...(min_minor === null ? [] : [changed(`at least ${money(min_minor)}`, { min_minor: null })]),
  ];
}

/** What says nothing of it may be free of it; who must not have it is not told to try. */
const freedomDrops = ({ must_free }: ShopperConstraints): Drop[] =>
  must_free
    .filter(({ isKept }) => !isKept)
    .map(({ text }) => ({
      constraint: `that its record says that it is free of ${text}`,
      from: ({ constraints, deadline_days }) => ({
        constraints: { ...constraints, must_free: constraints.must_free.filter((one) => one.text !== text) },
        deadline_days,
      }),
    }));

/** A phrase is found by its text, since two may be dropped one after the other. */
function phraseDrops({ must_have, avoid, freedoms, measures }: ShopperConstraints): Drop[] {
  const freed = new Set(freedoms.map(({ text }) => text));
  const refusals = [...new Set(avoid.map(({ text }) => text))].filter((text) => !freed.has(text));
  const dropping = (key: 'must_have' | 'avoid' | 'measures', text: string, constraint: string): Drop => ({
    constraint,
    from: ({ constraints, deadline_days }) => ({
      constraints: { ...constraints, [key]: constraints[key].filter((one) => one.text !== text) },
      deadline_days,
    }),
  });
  return [
    // Who asks for what is free of something may not bear it.
    ...must_have.flatMap(({ text, wanted }) =>
      wanted.denies ? [] : [dropping('must_have', text, `must have ${text}`)],
    ),
    ...measures.map(({ text }) => dropping('measures', text, text)),
    ...refusals.map((text) => dropping('avoid', text, `no ${text}`)),
  ];
}

const genuineDrops = ({ genuine }: ShopperConstraints): Drop[] =>
  genuine === null ? [] : [changed(`“${genuine}”`, { genuine: null })];

/** The makers, out of the words too: what else the text says tells what it is. */
function makerDrops({ makers, words, asked, pieces, runs }: ShopperConstraints): Drop[] {
  if (makers.length === 0) return [];
  const without = (text: string) => withoutMakers(text, makers);
  const rest = {
    makers: [],
    words: without(words),
    asked: without(asked),
    pieces: pieces.map(without).filter((piece) => piece !== ''),
    runs: runs.map((run) => ({ ...run, text: without(run.text) })).filter(({ text }) => text !== ''),
  };
  return /[\p{L}\p{N}]/u.test(rest.asked) ? [changed(`made by ${makers.join(' or ')}`, rest)] : [];
}

const extremeDrops = ({ extreme }: ShopperConstraints): Drop[] =>
  extreme === null ? [] : [changed(`“${extreme.text}”`, { extreme: null })];

const offerDrops = ({ sellers, avoid_sellers, conditions, in_stock }: ShopperConstraints): Drop[] => [
  ...(in_stock === null ? [] : [changed(`“${in_stock}”`, { in_stock: null })]),
  ...(sellers === null ? [] : [changed(`only ${sellers.join(', ')}`, { sellers: null })]),
  ...(avoid_sellers.length === 0
    ? []
    : [changed(`not from ${avoid_sellers.join(', ')}`, { avoid_sellers: [] })]),
  ...(conditions.length === 0 ? [] : [changed(`condition ${conditions.join(' or ')}`, { conditions: [] })]),
];
