import { UNKNOWN_DAYS } from '../../pipelines/domain/decision.ts';
import type { Quantity } from '../../pipelines/domain/intent.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { Deps } from '../http/deps.ts';
import { dayLeftAside } from './answered.ts';
import type { Decision } from './decided_thing.ts';
import type { DecisionCandidate } from './decision_candidates.ts';
import type { Decided } from './decision_choice.ts';
import type { WeighedOption } from './decision_options.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { quoted } from './decision_words.ts';
import { exactWords, fittedNames, suppliedNames } from './exact_words.ts';
import { GOES_WITH } from './goes_with.ts';
import { isCalled } from './named_compound.ts';
import { isLargePack, isPackMeant } from './ordered_units.ts';
import { packsAsked } from './packed_amounts.ts';
import { slotTaken } from './supplies_named.ts';
import { thingAsked } from './thing_asked.ts';
import { isStated } from './told_musts.ts';
import { notUnderstoodOf } from './unread.ts';

/** What was asked for and could not be weighed, what was left aside, and what was not understood. */
export async function notKnown(
  deps: Deps,
  { decided, question, candidates, withheld }: Decision,
): Promise<string[]> {
  // An answer that is withheld was read as it would be recommended.
  const isRead = withheld !== null && withheld.question.nearest === null;
  const told = await toldOf(deps, isRead ? withheld.decided : decided, question, candidates);
  return isRead
    ? [
        'whether what is left of the text says what is meant: such answers are as often wrong as right, so it stands in relax alone',
        ...told,
      ]
    : told;
}

const toldOf = async (
  deps: Deps,
  decided: Decided,
  question: DecisionQuestion,
  candidates: readonly DecisionCandidate[],
): Promise<string[]> => [
  ...(await unheardOf(deps, decided, question, candidates)),
  ...(decided.ranked.length > 0 ? [] : await uncalled(deps, question, candidates)),
  ...(decided.ranked.length > 0 ? [] : unsold(question)),
  ...extremeOf(question, decided),
  ...bulkOf(question, decided),
  ...(decided.ranked.length === 0
    ? []
    : question.left_aside.map((text) => `“${text}”: it was not understood, and was left aside`)),
  ...(question.need === null || decided.ranked.length === 0
    ? []
    : [
        `what is wanted against “${question.need.told}”: the text does not say, ${question.need.goods} is taken`,
      ]),
  ...(question.nearest === null || decided.ranked.length === 0
    ? []
    : [
        `what is meant as a whole: what shares most of the words is taken (${quoted(question.nearest.words)})`,
      ]),
  ...untold(question, decided),
  ...unweighed(question, decided, await deps.snapshot.searchIndex()),
];

/** What only the description of the recommended thing speaks of, which may say that it has none. */
const untold = ({ told_musts }: DecisionQuestion, { ranked: [winner] }: Decided): string[] =>
  told_musts.flatMap((must) =>
    winner === undefined || isStated(winner.product, must)
      ? []
      : [`whether it has “${must.text}”: its description speaks of it, and its record does not state it`],
  );

/** Words of which nothing is known: where nothing is recommended they may be why, else they were left aside. */
async function unheardOf(
  { snapshot }: Deps,
  { ranked }: Decided,
  question: DecisionQuestion,
  candidates: readonly DecisionCandidate[],
) {
  if (question.isGiven) return [];
  const { unknown } = await thingAsked(snapshot, question.constraints);
  const index = await snapshot.searchIndex();
  const { musts, unspoken } = await notUnderstoodOf(snapshot, question.constraints, candidates);
  if (ranked.length > 0) {
    const left = unknown.filter((word) => !GOES_WITH.has(word));
    return [
      ...unspoken.map((text) => `“${text}”: nothing that was looked at speaks of it, and it was left aside`),
      ...(left.length === 0
        ? []
        : [`${quoted(left)}: nothing in the index resembles it, and it was left aside`]),
      ...slotAssumed(ranked[0], question),
    ];
  }
  const { constraints } = question;
  const names = [
    exactWords(constraints, index),
    fittedNames(constraints, index),
    suppliedNames(constraints, index),
  ];
  const exact = [...new Set(names.flat())].filter((word) => !unknown.includes(foldText(word)));
  return [
    ...musts.map((text) => `what is meant by “${text}”: it was not understood, and it may be a must`),
    ...(unknown.length === 0
      ? []
      : [`what is meant by ${quoted(unknown)}: nothing in the index resembles it`]),
    ...(exact.length === 0 ? [] : [`${quoted(exact)}: only what has it in its record is an answer`]),
    ...constraints.clauses
      .filter((clause) => !musts.some((text) => text.includes(clause)))
      .map((clause) => `“${clause}”: only what says so in its record is an answer`),
    ...packsAsked(constraints.words).map(
      ({ words: pack }) => `“${pack.join(' ')}”: only what states it in its title is an answer`,
    ),
    ...packsHeld(constraints.quantity),
    ...question.constraints.must_free.map(
      ({ text, of }) =>
        `what is free of ${of === text ? '' : `${of} for `}“${text}”: only what says so in its record is an answer`,
    ),
  ];
}

/** What packs are held to, where the text asks for a large one, or for so many at least. */
function packsHeld(quantity: Quantity | null): string[] {
  if (quantity === null) return [];
  if (isLargePack(quantity))
    return [`“${quantity.text}”: what comes in far smaller packs, or singly, is no answer`];
  return quantity.isLeast
    ? [`“${quantity.text}”: what comes in far smaller packs, or does not say how many it holds, is no answer`]
    : [];
}

/** What is bought against what the text tells of, where nothing here is called so and meets the rest. */
const unsold = ({ needs }: DecisionQuestion): string[] =>
  needs.map(
    ({ told, goods }) =>
      `“${told}” needs ${goods.join(' or ')}: nothing here that meets the rest is called so`,
  );

/** The name of the thing, where nothing that was looked at is called so: it was not another constraint that ruled all out. */
async function uncalled(
  { snapshot }: Deps,
  { isGiven, constraints }: DecisionQuestion,
  candidates: readonly DecisionCandidate[],
): Promise<string[]> {
  if (isGiven) return [];
  const { compound, unknown } = await thingAsked(snapshot, constraints);
  const index = await snapshot.searchIndex();
  if (candidates.length === 0 && compound === null && unknown.length === 0)
    return [`“${constraints.asked}”: nothing that is sold here is called so`];
  if (compound === null || candidates.some(({ product }) => isCalled(index, compound, product))) return [];
  return [`“${compound.text}”: nothing that was found is called so`];
}

/** Which colour, where the text names none and the device takes several. */
function slotAssumed(winner: WeighedOption | undefined, { intent }: DecisionQuestion): string[] {
  const slot = winner ? slotTaken(winner.product, intent) : null;
  return slot === null ? [] : [`which colour: the text names none, so ${slot} is taken`];
}

/** Of what the largest was chosen, or why none may be. */
const extremeOf = (
  { isGiven, constraints: { extreme } }: DecisionQuestion,
  { ranked }: Decided,
): string[] => {
  if (extreme === null) return [];
  const told =
    extreme.wants === 'newest'
      ? 'which came last of its line'
      : extreme.of === null
        ? 'how large what is asked for is'
        : 'how much of that what is asked for has';
  if (extreme.isSoft) return [];
  if (ranked.length === 0) return [`“${extreme.text}”: it may be that no record says ${told}`];
  return isGiven ? [] : [`“${extreme.text}”: of the products that were looked at, which need not be all`];
};

/** `a whole case of it`, of which what is recommended is not known to be one. */
const bulkOf = ({ constraints }: DecisionQuestion, { ranked: [winner] }: Decided): string[] =>
  constraints.bulk === null || !winner || isPackMeant(winner.product, winner.offer.variant_id, constraints)
    ? []
    : [`“${constraints.bulk.text}”: nothing that qualifies says that it holds several`];

/** Sellers who say nothing of what delivery to a place costs. */
function undelivered({ destination }: DecisionQuestion, options: readonly WeighedOption[]): string[] {
  const silent = options
    .filter(({ delivery }) => delivery.cost_minor === null)
    .map(({ offer }) => offer.seller);
  return destination === null || silent.length === 0
    ? []
    : [
        `what ${[...new Set(silent)].sort().join(', ')} asks for delivery to ${destination.region ?? destination.country}: its price alone is weighed`,
      ];
}

function unweighed(question: DecisionQuestion, { options }: Decided, index: SearchIndex): string[] {
  const { constraints, destination, isGiven } = question;
  const day = dayLeftAside(question);
  const undated = options.filter(({ days }) => days === null).map(({ offer }) => offer.seller);
  const why =
    destination === null
      ? 'when orders arrive: give constraints.destination'
      : `when orders of ${[...new Set(undated)].sort().join(', ')} arrive: they are taken to need ${UNKNOWN_DAYS} days`;
  // What the thing must go with was held to.
  const isHeld = (text: string) =>
    !isGiven &&
    constraints.ranOut === null &&
    suppliedNames({ ...constraints, asides: [text] }, index).length > 0;
  return [
    ...constraints.asides
      .filter((text) => !isHeld(text) && !constraints.unread.some((own) => text.includes(own)))
      .map((text) => `“${text}”: it tells nothing that a record has, and was left aside`),
    ...(day === null
      ? []
      : [
          `whether it arrives by ${day}: ${destination === null ? 'give constraints.destination' : 'of nothing that qualifies is known when it arrives'}; it was left aside`,
        ]),
    ...constraints.ages.map(
      ({ text }) =>
        `“${text}”: what says nothing of ages may be for others; what says another age was left out`,
    ),
    ...constraints.ignored,
    ...undelivered(question, options),
    ...(undated.length > 0 ? [why] : []),
  ];
}
