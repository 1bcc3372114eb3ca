import type { Conflict } from '../../pipelines/domain/conflicts.ts';
import { contradictionInWords, contradictionsOf } from '../../pipelines/domain/contradictions.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { itemOf } from '../../pipelines/domain/stated.ts';
import { spellings, wordsOf } from '../../pipelines/text/words.ts';
import type { Hit } from '../text/search_answer.ts';
import type { SearchIndex } from '../text/search_index.ts';
import { numbersMissing, productWords, shareFound } from './product_words.ts';
import { type Resolution, readReference, resolveReference } from './reference.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * When a text names one product clearly. Measured on the demo and on Israeli groceries with titles from which words
 * were taken, misspelt or added: of those that pass, 98 of 100 lead to the product whose title it was.
 */
const LEAST_SHARE = 0.8;
/** The score of the next product over that of the first. */
const MOST_OF_SECOND = 0.8;
/** How sure it is: all words of a title; a next product far behind; one nearer. */
const CONFIDENCE = { title: 0.98, far: 0.97, near: 0.9, alone: 0.9 } as const;
/** Products looked at for all words of a text, where the best are near one another. */
const MOST_READ = 50;
const FAR = 0.7;
/** A title of fewer words (`milk`) is some seller's shorthand for one of many. */
const LEAST_TITLE_WORDS = 3;
const MOST_SUGGESTIONS = 5;

/**
 * The one way from any reference to a product, plain language included: identifiers by `resolveReference`, other
 * texts by the text index. A text is resolved only when one product fits clearly: it alone has the text,
 * of three words or more, as its title, or it alone has all its words, of three or more, in its record,
 * or it has words worth four fifths of what the text's words tell (their inverse document frequency) and the next
 * product scores at most four fifths of it, it has every number of the text, and states nothing otherwise than all of the product. Otherwise `not_found` with the best as suggestions.
 */
export async function resolveAnyReference(
  snapshot: Snapshot,
  given: string,
  signal?: AbortSignal,
): Promise<Resolution> {
  const reference = readReference(snapshot, given);
  if (reference.kind !== 'text') return resolveReference(snapshot, given);
  const { text } = reference;
  const index = await snapshot.searchIndex();
  const { hits } = await index.search({ q: text, limit: MOST_SUGGESTIONS, literal: true });
  const products = await snapshot.products(
    hits.map(({ product }) => product),
    signal,
  );
  // A bare number is an amount, a year, or a piece of somebody's code (`123` of CL123), and names nothing by itself.
  if (!/\p{L}/u.test(text)) return unclear(text, products);
  const clear = clearFit(index, text, hits, products);
  const alone = clear ? null : await aloneWithAll(snapshot, index, text, signal);
  if (clear === null && alone === null) return unclear(text, products);
  const fit = alone ?? {
    ...(clear as NonNullable<typeof clear>),
    product: products[clear?.place ?? 0] as Product,
    number: (hits[clear?.place ?? 0] as Hit).product,
  };
  const { product_id, title, listings } = fit.product;
  // With a stop behind it its last word is finished, and stands for no longer one.
  const finished = index.parse(`${text}.`, { literal: true });
  const missing = fit.isTitle ? [] : numbersMissing(index, finished, fit.product);
  if (missing.length > 0) return withoutNumbers(text, title, missing, products);
  const contradictions = fit.isTitle ? [] : contradictionsOf({ title: text }, listings.map(itemOf));
  if (contradictions.length > 0) return contradicted(text, title, contradictions, products);
  return {
    outcome: 'found',
    product_no: fit.number,
    product_id,
    kind: 'text',
    match: { method: 'title_fuzzy', confidence: fit.confidence },
    names: null,
  };
}

/** Which of the products, best first, the text names. */
function clearFit(
  index: SearchIndex,
  text: string,
  hits: readonly Hit[],
  products: readonly Product[],
): { place: number; confidence: number; isTitle: boolean } | null {
  const [first, second] = hits;
  if (!first) return null;
  const wanted = folded(text);
  const titled = products.flatMap(({ listings }, place) =>
    listings.some(({ title }) => folded(title) === wanted) ? [place] : [],
  );
  if (titled.length === 1 && wanted.split(' ').length >= LEAST_TITLE_WORDS)
    return { place: titled[0] as number, confidence: CONFIDENCE.title, isTitle: true };
  const behind = second ? second.score / first.score : 0;
  if (
    behind > MOST_OF_SECOND ||
    shareFound(index, index.parse(text, { literal: true }), products[0] as Product) < LEAST_SHARE
  )
    return null;
  return { place: 0, confidence: behind <= FAR ? CONFIDENCE.far : CONFIDENCE.near, isTitle: false };
}

/** The one product whose record has every word of the text; null where none or several have. */
async function aloneWithAll(
  snapshot: Snapshot,
  index: SearchIndex,
  text: string,
  signal: AbortSignal | undefined,
) {
  const wanted = wordsOf(text);
  if (wanted.length < LEAST_TITLE_WORDS || index.parse(text, { literal: true }).unknown.length > 0)
    return null;
  const { hits } = await index.search({ q: text, limit: MOST_READ, literal: true });
  const products = await snapshot.products(
    hits.map(({ product }) => product),
    signal,
  );
  const whole = products.flatMap((product, place) => {
    const words = productWords(product);
    return wanted.every((word) => spellings(word).some((spelling) => words.has(spelling))) ? [place] : [];
  });
  const [place] = whole;
  if (place === undefined || whole.length > 1) return null;
  const [product, hit] = [products[place] as Product, hits[place] as Hit];
  return { product, number: hit.product, confidence: CONFIDENCE.alone, isTitle: false };
}

function folded(text: string): string {
  return wordsOf(text)
    .map((word) => word.text)
    .join(' ');
}

function unclear(text: string, products: readonly Product[]): Resolution {
  const detail =
    products.length === 0
      ? `nothing in the index resembles "${shown(text)}"; give an identifier, or search with GET /v1/search`
      : `"${shown(text)}" fits no one product clearly; give one of the suggestions, more words, or an identifier`;
  return { outcome: 'not_found', detail, suggestions: suggested(products) };
}

/** The text is like one product, and says otherwise: what has another number is another thing. */
function contradicted(
  text: string,
  title: string,
  contradictions: readonly Conflict[],
  products: readonly Product[],
): Resolution {
  const detail = `"${shown(text)}" is most like "${shown(title)}", but ${contradictions.map(contradictionInWords).join('; ')}; give one of the suggestions if it is meant, or an identifier`;
  return { outcome: 'not_found', detail, suggestions: suggested(products) };
}

/** The same of a number, or a name with one, that is nowhere in it. */
function withoutNumbers(
  text: string,
  title: string,
  missing: readonly string[],
  products: readonly Product[],
): Resolution {
  const detail = `"${shown(text)}" is most like "${shown(title)}", but that has no ${missing.map((word) => JSON.stringify(word)).join(', ')}; give one of the suggestions if it is meant, or an identifier`;
  return { outcome: 'not_found', detail, suggestions: suggested(products) };
}

const shown = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const suggested = (products: readonly Product[]) =>
  products.map(({ product_id, title }) => ({ ref: product_id, product_id, title }));
