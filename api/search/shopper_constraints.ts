import { type Wanted, wantedOf } from '../../pipelines/domain/claims.ts';
import { INTENT_LANGUAGES } from '../../pipelines/domain/intent/lexicon.ts';
import { type Intent, intentReader, type Measure } from '../../pipelines/domain/intent.ts';
import type { Condition } from '../../pipelines/domain/listing.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';

/** A phrase and what is looked for. */
export interface WantedPhrase {
  text: string;
  wanted: Wanted;
}

/** What a product must meet, and what it is ranked by. Amounts are of the landed cost, minor units of the market's currency. */
export interface ShopperConstraints {
  min_minor: number | null;
  budget_minor: number | null;
  must_have: WantedPhrase[];
  avoid: WantedPhrase[];
  /** Any of these; null for all. */
  sellers: string[] | null;
  avoid_sellers: string[];
  conditions: Condition[];
  avoid_conditions: Condition[];
  measures: Measure[];
  /** What was read but cannot be applied, and why. */
  ignored: string[];
  /** What no constraint took. */
  words: string;
  /** What to rank by: the words, what must be there and measures, in the order of the text; then the caller's own. */
  ranked_by: string;
}

/** Constraints as a caller gives them. */
export interface GivenConstraints {
  budget_minor?: number;
  must_have?: string[];
  avoid?: string[];
  seller?: string[];
}

const synonyms = Synonyms.standard();
const phrase = (text: string): WantedPhrase => ({
  text,
  wanted: wantedOf(text, (word) => synonyms.of(word)),
});

const readers = new WeakMap<Snapshot, (text: string) => Intent>();

/** The reader of a snapshot's market: its language first, then English. */
function readerOf(snapshot: Snapshot): (text: string) => Intent {
  const known = readers.get(snapshot);
  if (known) return known;
  const language = snapshot.locale.slice(0, 2);
  const languages = [language, 'en'].filter((code) => code in INTENT_LANGUAGES);
  const reader = intentReader({
    currency: snapshot.currency,
    languages: [...new Set(languages)],
    sellers: snapshot.sellers(),
  });
  readers.set(snapshot, reader);
  return reader;
}

/**
 * A shopper's text and the caller's constraints as one: the caller's budget and sellers replace those of the text,
 * phrases add up, and where the two contradict each other the caller's holds.
 */
export function shopperConstraints(
  snapshot: Snapshot,
  text: string,
  given: GivenConstraints = {},
): ShopperConstraints {
  const intent = readerOf(snapshot)(text);
  const { budget, ignored } = budgetOf(snapshot, intent, given.budget_minor);
  const must = unique(given.must_have ?? []);
  const avoid = unique(given.avoid ?? []);
  const chosen = intent.sellers.filter((each) => !each.avoid).map(({ seller }) => seller);
  const sellers = given.seller ?? (chosen.length > 0 ? [...new Set(chosen)] : null);
  return {
    ...budget,
    must_have: without([...must, ...intent.must_have.map(({ text: own }) => phrase(own))], avoid, must),
    avoid: without([...avoid, ...intent.avoid.map(({ text: own }) => phrase(own))], must, avoid),
    sellers,
    avoid_sellers: intent.sellers.flatMap(({ avoid: refused, seller }) =>
      refused && !sellers?.includes(seller) ? [seller] : [],
    ),
    conditions: intent.conditions.filter((each) => !each.avoid).map(({ condition }) => condition),
    avoid_conditions: intent.conditions.filter((each) => each.avoid).map(({ condition }) => condition),
    measures: intent.measures,
    ignored,
    words: intent.words.map(({ text: own }) => own).join(' '),
    ranked_by: rankedBy(intent, given.must_have ?? []),
  };
}

function rankedBy({ words, must_have, measures }: Intent, given: readonly string[]): string {
  const own = [...words, ...must_have, ...measures].sort((a, b) => a.start - b.start);
  return [...own.map(({ text }) => text), ...given].join(' ');
}

function budgetOf(snapshot: Snapshot, { budget }: Intent, given: number | undefined) {
  const own = budget?.currency === snapshot.currency ? budget : null;
  const ignored =
    budget && !own ? [`a price in ${budget.currency}: this index compares ${snapshot.currency} only`] : [];
  const most = given ?? own?.max_minor ?? null;
  const least = own?.min_minor ?? null;
  const min_minor = given !== undefined && least !== null && least > given ? null : least;
  return { budget: { min_minor, budget_minor: most }, ignored };
}

const unique = (texts: readonly string[]) => [...new Set(texts)].map(phrase);
const keyOf = ({ wanted }: WantedPhrase) => wanted.words.map(({ texts }) => texts[0]).join(' ');

/** The phrases, each once, less those that `others` have too; `own` stay. */
function without(
  phrases: readonly WantedPhrase[],
  others: readonly WantedPhrase[],
  own: readonly WantedPhrase[],
): WantedPhrase[] {
  const refused = new Set(others.map(keyOf));
  const distinct = new Map(phrases.toReversed().map((each) => [keyOf(each), each]));
  return [...distinct.values()]
    .toReversed()
    .filter((each) => own.includes(each) || !refused.has(keyOf(each)));
}
