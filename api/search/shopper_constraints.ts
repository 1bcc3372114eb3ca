import type { IsoDay } from '../../pipelines/domain/calendar_day.ts';
import type {
  Age,
  Extreme,
  Intent,
  Measure,
  NamedRun,
  Phrase,
  Priority,
  Quantity,
} from '../../pipelines/domain/intent.ts';
import type { Condition } from '../../pipelines/domain/listing.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { ReadAs } from '../../warehouse/text/search_answer.ts';
import { deadlineRead } from './deadline_read.ts';
import { type Freedom, freedomsOf, isOfHealth } from './freedom.ts';
import { marketReader } from './market_reader.ts';
import { joined, type LeanWords, leanWords, piecesOf, rankedBy, withoutDenied } from './ranking_words.ts';
import { brandsRefused, marketplacesRefused, withoutContradictions, withoutOpposed } from './refusals.ts';
import { languageIn, toldLanguage } from './text_language.ts';
import { isDeniedVerb, phrase, refused, type WantedPhrase, wantedPhrase } from './wanted_phrase.ts';

/** What a product must meet, and what it is ranked by. Amounts are of the landed cost, minor units of the market's currency. */
export interface ShopperConstraints {
  min_minor: number | null;
  budget_minor: number | null;
  /** `under $200`: what costs just `budget_minor` is not within. */
  isBelow: boolean;
  /** What is about to be paid, where the text says about how much; `budget_minor` is then a tenth more. */
  about_minor: number | null;
  must_have: WantedPhrase[];
  avoid: WantedPhrase[];
  /** What of the refused a record must say that it is free of, before it is recommended. */
  freedoms: Freedom[];
  /** Of these, what records are held to. */
  must_free: Freedom[];
  /** Any of these; null for all. */
  sellers: string[] | null;
  avoid_sellers: string[];
  conditions: Condition[];
  avoid_conditions: Condition[];
  measures: Measure[];
  /** How many are wanted; null where the text does not say, which is one. */
  quantity: Quantity | null;
  /** As one pack of several, of which the text says no number; null where it does not say so. */
  bulk: Phrase | null;
  /** How many pieces, which are wanted or of which one thing is made. */
  parts: Quantity | null;
  /** By what to choose: `cheapest`. */
  priorities: Priority[];
  /** Of what meets the rest, what measures most or least: `the biggest`. */
  extreme: Extreme | null;
  /** Makers of which it must be, any of them, as the text writes them: told by the catalogue, so none until a decision asks. */
  makers: string[];
  /** What says that it must be the maker's own; null where nothing does. */
  genuine: string | null;
  /** What says that it must be in stock, as no offer is whose seller does not say so; null where nothing does. */
  in_stock: string | null;
  /** The last day on which it may arrive. */
  deliver_by: IsoDay | null;
  /** What was read but cannot be applied, and why. */
  ignored: string[];
  /** What no constraint took. */
  words: string;
  /** What would be good to have; it ranks. */
  wishes: string[];
  /** What is asked for: the words; where there are none, what must be there and measures. */
  asked: string;
  /** What else ranks: wishes, what must be there and measures, in the order of the text; then the caller's own. */
  uses: string;
  /** ISO 639-1, of the text as far as its small words tell. */
  language: string;
  /** `asked` as the text parts it by stops; the first piece with a noun says what is wanted. */
  pieces: string[];
  /** These without what tells of people, reasons and occasions. */
  lean: LeanWords;
  /** What these are without. */
  asides: string[];
  /** What of the words a clause about the thing says. */
  clauses: string[];
  /** How old the children are that it is for. */
  ages: Age[];
  /** For how long it must last, as what it is for says: held where records tell such a thing. */
  lasting: Measure[];
  /** The text, where it says that what a device uses up ran out and was read so; else null. */
  ranOut: string | null;
  /** Numbers in words that no constraint took, in digits. */
  numbers: string[];
  /** What was not understood and must not be left aside, prices in another currency too. */
  unread: string[];
  /** The same without these. */
  unreadWords: string[];
  /** What was not understood and may be left aside where nothing of the kind speaks of it. */
  doubted: string[];
  /** Words side by side that may name what is wanted. */
  runs: NamedRun[];
  /** Words of what must be there that nothing is written as, and what they were taken for. */
  read_as?: ReadAs[];
  /** The same, where two words of the text or more tell it, since what is asked for may have lost them. */
  toldLanguage?: string;
}

/** Constraints as a caller gives them. */
export interface GivenConstraints {
  budget_minor?: number;
  must_have?: string[];
  avoid?: string[];
  seller?: string[];
  deliver_by?: IsoDay;
}

/** What a text is read with. */
export interface ReadingContext {
  /** Days are counted from it; by default that of the snapshot's newest observation. */
  today?: IsoDay;
  /** The text names a device that something sold here is used up by, so what is out may be that: `out of yellow`. */
  isOfSupplies?: boolean;
}

/**
 * A shopper's text and the caller's constraints as one: the caller's budget and sellers replace those of the text,
 * phrases add up, and where the two contradict each other the caller's holds. Days are counted from `today`, by default
 * that of the snapshot's newest observation.
 */
export function shopperConstraints(
  snapshot: Snapshot,
  text: string,
  given: GivenConstraints = {},
  { today = snapshot.as_of.slice(0, 10), isOfSupplies = false }: ReadingContext = {},
): ShopperConstraints {
  const { intent, contradictions } = withoutContradictions(
    withoutDenied(asRecorded(marketReader(snapshot, text, isOfSupplies)(text))),
  );
  const { budget, ignored } = budgetOf(snapshot, intent, given.budget_minor);
  const deadline = deadlineRead(intent, given.deliver_by, today);
  const must = unique(given.must_have ?? []);
  const avoid = unique(given.avoid ?? []);
  const chosen = intent.sellers.filter((each) => !each.avoid).map(({ seller }) => seller);
  const sellers = given.seller ?? (chosen.length > 0 ? [...new Set(chosen)] : null);
  const refusals = withoutOpposed(
    [
      ...avoid,
      ...[...intent.avoid, ...intent.free_of, ...brandsRefused(snapshot, intent)].map(({ text: own }) =>
        phrase(own),
      ),
    ],
    must,
    avoid,
  );
  const isIll = isOfHealth(intent);
  const verbs = new Set(
    intent.avoid.filter(({ start }) => isDeniedVerb(text, start)).map(({ text: own }) => own),
  );
  return {
    ...budget,
    must_have: withoutOpposed([...must, ...intent.must_have.map(wantedPhrase)], avoid, must),
    avoid: refusals.flatMap(({ text: own }) => refused(own, { isIll: isIll(own), isVerb: verbs.has(own) })),
    freedoms: freedomsOf(
      refusals.map(({ text: own }) => own),
      intent,
    ),
    must_free: [],
    sellers,
    avoid_sellers: [
      ...intent.sellers.flatMap(({ avoid: own, seller }) => (own ? [seller] : [])),
      ...marketplacesRefused(snapshot, intent),
    ].filter((seller) => !sellers?.includes(seller)),
    conditions: intent.conditions.filter((each) => !each.avoid).map(({ condition }) => condition),
    avoid_conditions: intent.conditions.filter((each) => each.avoid).map(({ condition }) => condition),
    measures: intent.measures,
    quantity: intent.quantity,
    bulk: intent.bulk,
    parts: intent.parts,
    priorities: intent.priorities,
    extreme: intent.extreme,
    makers: [],
    genuine: intent.genuine?.text ?? null,
    in_stock: intent.in_stock?.text ?? null,
    deliver_by: deadline.deliver_by,
    ignored: [...ignored, ...deadline.ignored, ...contradictions],
    words: joined(intent.words),
    wishes: intent.wishes.map(({ text: own }) => own),
    ...rankedBy(intent, given.must_have ?? []),
    language: languageIn(text),
    pieces: piecesOf(text, intent),
    lean: leanWords(text, intent, given.must_have ?? []),
    ...leftOf(snapshot, text, intent),
    ...toldLanguage(text),
  };
}

/** What no constraint took, by what it tells. */
const leftOf = (snapshot: Snapshot, text: string, intent: Intent) => ({
  asides: intent.asides.map(({ text: own }) => own),
  clauses: intent.clauses.map(({ text: own }) => own),
  ages: intent.ages,
  lasting: intent.lasting,
  ranOut: intent.ran_out.length > 0 ? text : null,
  numbers: intent.numbers.map(({ says = '' }) => says),
  unread: [...intent.unread.map(({ text: own }) => own), ...foreignPrices(snapshot, text, intent)],
  unreadWords: intent.unread.map(({ text: own }) => own),
  doubted: intent.doubted.map(({ text: own }) => own),
  runs: intent.runs,
});

/**
 * As searches hold it: results are in no order of size, and where the maker's own is asked for what calls itself compatible is
 * refused. One product is chosen by either in decide.
 */
export function asSearched(constraints: ShopperConstraints): ShopperConstraints {
  const { extreme, genuine, avoid, ignored } = constraints;
  const order = extreme?.wants === 'newest' ? 'age' : (extreme?.of?.replaceAll('_', ' ') ?? 'size');
  return {
    ...constraints,
    avoid: genuine === null ? avoid : [...avoid, phrase('compatible')],
    ignored:
      extreme === null || extreme.isSoft
        ? ignored
        : [...ignored, `“${extreme.text}”: results are not in the order of ${order}`],
  };
}

/** What must and what must not be there, by the names that records have for it: `milk frother` for `froths milk`. */
function asRecorded(intent: Intent): Intent {
  const named = (phrases: readonly Phrase[]) =>
    phrases.map(({ says, ...own }) => (says === undefined ? own : { ...own, text: says }));
  return { ...intent, must_have: named(intent.must_have), avoid: named(intent.avoid) };
}

function budgetOf(snapshot: Snapshot, { budget }: Intent, given: number | undefined) {
  const own = budget?.currency === snapshot.currency ? budget : null;
  const ignored =
    budget && !own ? [`a price in ${budget.currency}: this index compares ${snapshot.currency} only`] : [];
  const most = given ?? own?.max_minor ?? null;
  const least = own?.min_minor ?? null;
  const min_minor = given !== undefined && least !== null && least > given ? null : least;
  const about_minor = own?.about_minor ?? null;
  const isBelow = given === undefined && own?.isBelow === true;
  return { budget: { min_minor, budget_minor: most, isBelow, about_minor }, ignored };
}

/** The most that may be paid and be within; null for any. */
export const mostToPay = ({
  budget_minor,
  isBelow,
}: Pick<ShopperConstraints, 'budget_minor' | 'isBelow'>): number | null =>
  budget_minor === null ? null : isBelow ? budget_minor - 1 : budget_minor;

/** A price in another currency bounds what nobody here can compare, so it is not left aside either. */
const foreignPrices = (snapshot: Snapshot, text: string, { budget }: Intent): string[] =>
  budget === null || budget.currency === snapshot.currency
    ? []
    : budget.spans.map(({ start, end }) => text.slice(start, end));

const unique = (texts: readonly string[]) => [...new Set(texts)].map(phrase);
