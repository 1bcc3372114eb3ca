import { DENIES_BEFORE } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { EnglishWords } from '../../warehouse/embedding/english_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { ReadAs } from '../../warehouse/text/search_answer.ts';
import { type Destination, dayThere } from '../fulfilment/destination.ts';
import type { Deps } from '../http/deps.ts';
import { type Beside, besideAsked, hasWords, sellersRead } from './read_search.ts';
import type { SearchParameters } from './search_parameters.ts';
import { asSearched, mostToPay, type ShopperConstraints, shopperConstraints } from './shopper_constraints.ts';
import { isTitled } from './titled_text.ts';
import { alike, phrase } from './wanted_phrase.ts';

/** A request, what was read of it, and where it goes: null for the market's own place. */
export interface Meant {
  request: SearchParameters;
  constraints: ShopperConstraints;
  destination: Destination | null;
}

/** What q says besides words, measures too that nothing states; null where it is the name of something. */
export async function readingOf(
  { snapshot, market }: Deps,
  request: SearchParameters,
  q: string,
  destination: Destination | null,
): Promise<ShopperConstraints | null> {
  // An answer depends on the snapshot alone, so its days are counted from the newest observation.
  const today = dayThere(destination, market, Date.parse(snapshot.as_of));
  const read = freedomsAlone(asSearched(shopperConstraints(snapshot, q, budgetOf(request), { today })));
  // What the request asks beside the text makes no doubt of how the text is read.
  const { avoid, avoid_sellers, avoid_conditions, sellers, quantity, deliver_by } = read;
  const isDoubtful =
    avoid.length + avoid_sellers.length + avoid_conditions.length > 0 ||
    sellers !== null ||
    quantity !== null ||
    deliver_by !== null;
  if (isDoubtful && (await isTitled(snapshot, q))) return null;
  return await withSpelling(
    snapshot,
    await withKnownWords(snapshot, ofSellers(request, ofStock(request, read))),
  );
}

/** Who asks for all offers is not held to `in stock` of the text. */
const ofStock = ({ in_stock }: SearchParameters, constraints: ShopperConstraints): ShopperConstraints =>
  in_stock === false ? { ...constraints, in_stock: null } : constraints;

/** The sellers of the request in place of those of the text. */
const ofSellers = ({ seller }: SearchParameters, constraints: ShopperConstraints): ShopperConstraints =>
  seller === undefined
    ? constraints
    : {
        ...constraints,
        sellers: seller,
        avoid_sellers: constraints.avoid_sellers.filter((avoided) => !seller.includes(avoided)),
      };

/**
 * What must be there also as the index writes it, where a word of it is no word of English, of none of the index and near
 * to one of them: `milk froter`.
 */
async function withSpelling(
  snapshot: Snapshot,
  constraints: ShopperConstraints,
): Promise<ShopperConstraints> {
  if (constraints.must_have.length === 0) return constraints;
  const index = await snapshot.searchIndex();
  const read_as: ReadAs[] = [];
  const written = (word: string) => {
    if (EnglishWords.standard().has(word) || alike(word).length > 0) return word;
    const parsed = index.parse(word);
    const [guess] = parsed.groups.length === 1 ? index.readAs(parsed) : [];
    const as = guess?.word === word ? guess.as[0] : undefined;
    if (as !== undefined) read_as.push({ word, as: [as] });
    return as ?? word;
  };
  const must_have = constraints.must_have.map((own) => {
    const before = read_as.length;
    const words = wordsOf(own.text).map(({ text }) => written(text));
    if (read_as.length === before) return own;
    const or = [...(own.wanted.or ?? []), phrase(words.join(' ')).wanted];
    return { ...own, wanted: { ...own.wanted, or } };
  });
  return read_as.length === 0 ? constraints : { ...constraints, must_have, read_as };
}

/** `sin cafeína`, `lactose free` and nothing else asks for what says so; what is silent of it is anything at all. */
function freedomsAlone(constraints: ShopperConstraints): ShopperConstraints {
  const { asked, freedoms } = constraints;
  const own = new Set(freedoms.flatMap(({ text }) => wordsOf(text).map((word) => word.text)));
  const isAlone = wordsOf(asked).every(({ text }) => own.has(text) || DENIES_BEFORE.has(text));
  return isAlone ? { ...constraints, asked: '', must_free: freedoms } : constraints;
}

/** Of a text whose words nothing here has, what must be there names the thing: `top loader, stainless`. */
async function withKnownWords(
  snapshot: Snapshot,
  constraints: ShopperConstraints,
): Promise<ShopperConstraints> {
  const { asked, uses, must_have } = constraints;
  if (must_have.length === 0 || !hasWords(asked)) return constraints;
  const index = await snapshot.searchIndex();
  if (index.parse(asked).groups.length > 0) return constraints;
  const isWritten = (text: string) => {
    const { groups, unknown } = index.parse(text);
    return unknown.length === 0 && groups.every(({ isGuess }) => !isGuess);
  };
  // As the index writes them: `top load` for `top loader`.
  const held = must_have.flatMap(({ text, wanted }) => {
    const others = (wanted.or ?? []).map(({ words }) => words.map(({ texts }) => texts[0]).join(' '));
    return [text, ...others].find(isWritten) ?? [];
  });
  return held.length === 0 ? constraints : { ...constraints, asked: [asked, ...held].join(' '), uses };
}

const budgetOf = ({ max_price }: SearchParameters) =>
  max_price === undefined ? {} : { budget_minor: max_price };

/** The constraints of a text that is words alone. */
export const unread = (snapshot: Snapshot, request: SearchParameters, q: string): ShopperConstraints => ({
  ...ofSellers(request, shopperConstraints(snapshot, '', budgetOf(request))),
  words: q,
  asked: q,
});

/** The request with what the engine can tell of what was read. */
export function withRead(
  snapshot: Snapshot,
  request: SearchParameters,
  constraints: ShopperConstraints,
): { request: SearchParameters; beside: Beside } {
  const sellers = sellersRead(snapshot, constraints);
  const { asked } = constraints;
  const most = mostToPay(constraints);
  const isRead = [most, sellers, constraints.in_stock].some((part) => part !== null);
  const isEmpty = !hasWords(asked) && !isRead && constraints.ignored.length === 0;
  const read = {
    ...request,
    q: isEmpty ? (request.q ?? '') : asked,
    ...(most === null ? {} : { max_price: most }),
    ...(sellers === null ? {} : { seller: sellers }),
    ...(constraints.in_stock === null ? {} : { in_stock: true }),
  };
  return { request: read, beside: besideAsked(constraints) };
}
