import { type Static, Type } from 'typebox';
import { isMaterial } from '../../pipelines/attributes/rules/material.ts';
import type { IsoDay } from '../../pipelines/domain/calendar_day.ts';
import { CRITERIA, normalised, prioritised, type Weights } from '../../pipelines/domain/decision.ts';
import { INTENT_LANGUAGES } from '../../pipelines/domain/intent/lexicon.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { DENIES_BEFORE } from '../../pipelines/text/languages.ts';
import type { MemoryConstraints, MemoryItem } from '../../warehouse/state/memory_item.ts';
import { Amount, closed, ReferenceField } from '../catalogue/schema.ts';
import { type Destination, DestinationField, dayThere, readDestination } from '../fulfilment/destination.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { Caller } from '../http/operation.ts';
import { NamespaceField, noNamespace } from '../memory/record.ts';
import { lackingIn } from '../search/freedom.ts';
import {
  type GivenConstraints,
  type ShopperConstraints,
  shopperConstraints,
} from '../search/shopper_constraints.ts';
import { withStatedMeasures } from '../search/stated_measures.ts';
import type { WantedPhrase } from '../search/wanted_phrase.ts';
import { withColor } from './color_asked.ts';
import { makersAsked } from './makers_asked.ts';
import { type Need, needsTold } from './needs.ts';
import { daysUntil } from './option_delivery.ts';
import { withoutPacks } from './packed_amounts.ts';
import { colorsNamed, suppliesNamed } from './supplies_named.ts';

/** Facts of a namespace whose constraints are held; of more the newest. */
const MOST_FACTS = 1000;

const phrases = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '[\\p{L}\\p{N}]' }), {
      maxItems: 20,
      description,
    }),
  );

const Weight = Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 }));

export const DecisionBody = Type.Object(
  {
    intent: Type.String({ minLength: 1, maxLength: 1000, description: 'The buyer’s goal in their words.' }),
    candidates: Type.Optional(
      Type.Array(ReferenceField, {
        minItems: 1,
        maxItems: 50,
        description: 'References to choose among; absent: the service searches.',
      }),
    ),
    constraints: Type.Optional(
      Type.Object(
        {
          budget_minor: Type.Optional(Amount('Most to pay delivered, minor units.')),
          deliver_by: Type.Optional(
            Type.String({
              format: 'date',
              description: 'What is not known to arrive by then does not qualify.',
            }),
          ),
          destination: Type.Optional({
            ...DestinationField,
            description: 'Where it goes. Default the market’s region.',
          }),
          must_have: phrases('Every one must be in the product’s record.'),
          avoid: phrases('Not one may be in the product’s record.'),
          seller: Type.Optional(
            Type.Array(Type.String(), { minItems: 1, maxItems: 100, description: 'Only these sellers.' }),
          ),
        },
        { ...closed, description: 'Added to those of the intent; where the two differ, these hold.' },
      ),
    ),
    weights: Type.Optional(
      Type.Object(
        { price: Weight, speed: Weight, quality: Weight, trust: Weight },
        {
          ...closed,
          description: 'What counts how much, in any scale; those left out count nothing. Default all alike.',
        },
      ),
    ),
    namespace: Type.Optional(NamespaceField),
  },
  closed,
);
export type DecisionRequest = Static<typeof DecisionBody>;

/** A fact of the namespace whose constraints hold, and what of them does. */
export interface AppliedMemory {
  item: MemoryItem;
  applied: string[];
}

/** A request as the choice is made by it. */
export interface DecisionQuestion {
  intent: string;
  constraints: ShopperConstraints;
  weights: Weights;
  /** What of the text the weights are of; empty where the caller gave some. */
  chosen_by: ShopperConstraints['priorities'];
  memory: AppliedMemory[];
  /** Days until it must be there; null for any. */
  deadline_days: number | null;
  /** The day by which the text wants it, where the caller demands none. */
  told_deadline: IsoDay | null;
  destination: Destination | null;
  /** The day of now at the destination. */
  today: IsoDay;
  /** The caller names the candidates. */
  isGiven: boolean;
  /** What of the text was not understood and is left aside, since the thing itself is named. */
  left_aside: string[];
  /** What the text wants a thing to have that its description alone speaks of. */
  told_musts: readonly WantedPhrase[];
  /** What the text tells of that something is bought against; none where the caller names candidates. */
  needs: readonly Need[];
  /** Which of these is answered, and by what; null where the thing itself is named. */
  need: { told: string; goods: string } | null;
  /** What was taken because it shares these words of a text that nothing else answered, and the chance that it is meant; else null. */
  nearest: { words: readonly string[]; chance: number } | null;
  /** The chance that what was read is meant, where something of the text was left aside; else null. */
  meant: number | null;
}

/**
 * Reads the intent, adds what the caller constrains and what its memory does. Where they differ the request's own
 * constraints hold before those of the intent, and both before memory. Throws `invalid_request`, `forbidden` (a
 * namespace needs the scope `memory`) and `not_found` (nothing was ever stored in it).
 */
export async function decisionQuestion(
  deps: Deps,
  request: DecisionRequest,
  caller: Caller,
): Promise<DecisionQuestion> {
  const { intent, constraints = {}, namespace } = request;
  if (!/[\p{L}\p{N}]/u.test(intent))
    throw invalid(
      'intent',
      `${JSON.stringify(intent.slice(0, 80))} has no letter or digit; say what is wanted`,
    );
  const given = request.weights && normalised(request.weights);
  if (given === null)
    throw invalid('weights', `the weights add up to 0; give at least one of ${CRITERIA.join(', ')} more`);
  const items = namespace === undefined ? [] : await factsOf(deps, caller, namespace);
  const { destination: asked, ...held } = constraints;
  const destination = await destinationOf(deps, asked);
  const today = dayThere(destination, deps.market, deps.now().getTime());
  if (held.deliver_by !== undefined && held.deliver_by < today)
    throw invalid('constraints.deliver_by', `${held.deliver_by} is past; today is ${today}`);
  const supplied = request.candidates === undefined ? await suppliesWanted(deps, intent) : null;
  const isOfSupplies = supplied !== null;
  const own = shopperConstraints(deps.snapshot, intent, held, { today, isOfSupplies });
  const memory = items.flatMap((item) => appliedOf(deps, item, own));
  const chosen_by = given === undefined ? own.priorities : [];
  const bound = withMemory(
    held,
    own,
    memory.map(({ item }) => item.constraints ?? {}),
  );
  const whole = shopperConstraints(deps.snapshot, intent, bound, { today, isOfSupplies });
  const must_free = [
    ...whole.freedoms,
    ...(request.candidates === undefined ? lackingIn(whole.lean.words) : []),
  ];
  const lean = { ...whole, ...whole.lean, must_free };
  const read = await withLasting(
    deps,
    withoutPriorities(request.candidates === undefined ? withColor(lean) : lean),
  );
  // What nobody asks for used is wanted new.
  const isNew =
    request.candidates === undefined && read.conditions.length === 0 && read.avoid_conditions.length === 0;
  const unread = [...read.unread, ...(supplied ?? [])];
  const makers = request.candidates === undefined ? await makersAsked(deps.snapshot, read) : [];
  const told_deadline = held.deliver_by === undefined ? read.deliver_by : null;
  return {
    intent,
    constraints: { ...read, ...withoutPacks(read), unread, makers, ...(isNew && { conditions: ['new'] }) },
    weights:
      given ??
      prioritised(
        chosen_by.map(({ criterion }) => criterion),
        chosen_by.some(({ isLowest }) => isLowest),
      ),
    chosen_by,
    memory,
    deadline_days: read.deliver_by === null ? null : daysUntil(read.deliver_by, today),
    told_deadline,
    destination,
    today,
    isGiven: request.candidates !== undefined,
    left_aside: [],
    told_musts: [],
    needs: request.candidates === undefined ? needsIn(intent, read) : [],
    need: null,
    nearest: null,
    meant: null,
  };
}

/**
 * Whether something is said to be out, and a device is named that uses up what is sold here: then what of the text one
 * thing cannot be (`cyan and magenta`), else null.
 */
async function suppliesWanted(deps: Deps, intent: string): Promise<string[] | null> {
  const { ranOut } = shopperConstraints(deps.snapshot, intent, {}, { isOfSupplies: true });
  const supplies = ranOut === null ? [] : await suppliesNamed(deps, intent);
  if (supplies.length === 0) return null;
  const colors = colorsNamed(intent);
  return colors.length > 1 ? [colors.join(' and ')] : [];
}

/** How long it must last is a measure where what is asked for says such a thing of itself: headphones, no television. */
async function withLasting({ snapshot }: Deps, read: ShopperConstraints): Promise<ShopperConstraints> {
  if (read.lasting.length === 0) return read;
  const { measures } = await withStatedMeasures(snapshot, { ...read, measures: read.lasting });
  return { ...read, measures: [...read.measures, ...measures] };
}

/** What says by what to choose, of which material it is not, or that it is new, is looked for in no record, where other words are left. */
function withoutPriorities(read: ShopperConstraints): ShopperConstraints {
  const unsaid = [
    ...read.priorities.map(({ text }) => text),
    ...freedOf(read.words).filter(isOfMaterial),
    ...newIn(read.words),
  ];
  const without = (text: string) =>
    unsaid
      .reduce((rest, own) => ` ${rest} `.replace(` ${own} `, ' '), text)
      .replaceAll(/\s+/g, ' ')
      .trim();
  const [words, asked] = [without(read.words), without(read.asked)];
  const pieces = read.pieces.map(without).filter((piece) => piece !== '');
  return /[\p{L}\p{N}]/u.test(asked) ? { ...read, words, asked, pieces } : read;
}

const NEW_WORDS: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ condition_beside_another }) =>
    (condition_beside_another.new ?? []).map(foldText),
  ),
);

/** `a new laptop`: new it is anyway, and few titles say so. `New Balance` is a name. */
function newIn(words: string): string[] {
  const all = words.split(/\s+/);
  const isName = (at: number) => /^\p{Lu}/u.test(all[at + 1] ?? '') && /^\p{Lu}/u.test(all[at] as string);
  return all.filter((word, at) => NEW_WORDS.has(foldText(word)) && !isName(at));
}

/** Where it goes: as asked, else the market's own region; null where neither says. */
async function destinationOf(
  { market }: Deps,
  asked: NonNullable<DecisionRequest['constraints']>['destination'],
): Promise<Destination | null> {
  if (asked !== undefined) return readDestination(asked, market.country, 'constraints.destination');
  return market.region === undefined ? null : readDestination({ region: market.region }, market.country);
}

/** `gluten free`, `wool-free` as they are written. */
const freedOf = (words: string): string[] =>
  [...words.matchAll(/(?<!\p{L})(\p{L}{3,}[\s-]+)(?=(\p{L}+))/gu)].flatMap(([, of = '', ending = '']) =>
    DENIES_BEFORE.has(foldText(ending)) ? [of + ending] : [],
  );

const isOfMaterial = (phrase: string): boolean => isMaterial(foldText(phrase.split(/[\s-]+/)[0] as string));

function invalid(param: string, detail: string): ApiError {
  return new ApiError('invalid_request', { detail, param, errors: [{ param, detail }] });
}

async function factsOf(
  { state, now }: Deps,
  { owner, scopes }: Caller,
  namespace: string,
): Promise<MemoryItem[]> {
  if (!scopes.includes('memory'))
    throw new ApiError('forbidden', {
      detail:
        'constraints of a namespace are read with the scope memory, which this key does not have; leave namespace out, or use a key with it',
      param: 'namespace',
    });
  const found = await state.memory.page({ owner, namespace }, { after: -1, limit: MOST_FACTS, now: now() });
  if (!found) throw noNamespace(namespace);
  return found.map(({ item }) => item).filter(({ constraints }) => constraints !== null);
}

/** What of a fact holds beside what the request says itself; nothing where that overrules all of it. */
function appliedOf({ snapshot }: Deps, item: MemoryItem, own: ShopperConstraints): AppliedMemory[] {
  const { budget_minor, must_have = [], avoid = [], seller } = item.constraints ?? {};
  const applied = [
    ...(budget_minor !== undefined && own.budget_minor === null
      ? [`at most ${formatPrice(budget_minor, snapshot.currency, snapshot.locale)}`]
      : []),
    ...must_have.map((text) => `must have ${text}`),
    ...avoid.map((text) => `no ${text}`),
    ...(seller !== undefined && own.sellers === null ? [`only ${seller.join(', ')}`] : []),
  ];
  return applied.length === 0 ? [] : [{ item, applied }];
}

/** The request's constraints with those of memory: the least budget, every phrase, the sellers that all name. */
function withMemory(
  given: GivenConstraints,
  own: ShopperConstraints,
  remembered: readonly MemoryConstraints[],
): GivenConstraints {
  const budgets = remembered.flatMap(({ budget_minor }) => budget_minor ?? []);
  const sellers = remembered.flatMap(({ seller }) => (seller ? [new Set(seller)] : []));
  const common = sellers.length === 0 ? null : sellers.reduce((all, more) => all.intersection(more));
  return {
    ...given,
    ...(own.budget_minor === null && budgets.length > 0 ? { budget_minor: Math.min(...budgets) } : {}),
    ...(own.sellers === null && common !== null ? { seller: [...common] } : {}),
    must_have: [...(given.must_have ?? []), ...remembered.flatMap(({ must_have = [] }) => must_have)],
    avoid: [...(given.avoid ?? []), ...remembered.flatMap(({ avoid = [] }) => avoid)],
  };
}

/** The needs that a text tells of. `hang curtains without drilling`: what is refused tells of none. */
const needsIn = (
  text: string,
  { avoid, ranOut, language }: Pick<ShopperConstraints, 'avoid' | 'ranOut' | 'language'>,
): Need[] => {
  const told = avoid.reduce((rest, refused) => rest.replace(refused.text, ' '), text);
  return ranOut === null ? needsTold(told, language) : [];
};
