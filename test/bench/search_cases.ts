import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Product, PURCHASABLE } from '../../pipelines/domain/listing.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { type JudgedIndex, served } from './judged_index.ts';
import { icecatIndex, numberOf } from './search_judged.ts';

const CASES = join(import.meta.dirname, '../../fixtures/search/cases.tsv');
/** Results that must be of what was asked, and results that must keep to its bounds. */
const FIRST = 5;
const ALL = 50;

/** A sentence, and what its answer must be like; `fixtures/search/README.md` says how conditions are written. */
export interface SearchCase {
  language: string;
  index: 'demo' | 'icecat';
  door: 'q' | 'intent';
  text: string;
  first: string;
  all: string;
}

export function searchCases(): SearchCase[] {
  const [, ...lines] = readFileSync(CASES, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [language = '', index, door, text = '', first = '', all = ''] = line.split('\t');
    return { language, index, door, text, first, all } as SearchCase;
  });
}

/** How many of the cases are answered as they say: over the demo (`COMMERCE_INDEX_DATA`) and Icecat (`SEARCH_DATA`). */
export async function benchSearchCases(folder: string | undefined): Promise<void> {
  const demo = process.env['COMMERCE_INDEX_DATA'];
  const icecat = folder === undefined ? undefined : join(folder, 'search-icecat');
  const outcomes: CaseOutcome[] = [];
  if (demo !== undefined) {
    await using index = await served(demo);
    outcomes.push(...(await answered(index, 'demo')));
  }
  if (icecat !== undefined && existsSync(icecat)) {
    await using index = await icecatIndex(icecat);
    outcomes.push(...(await answered(index, 'icecat')));
  }
  const share = (part: readonly boolean[]) => `${part.filter(Boolean).length} of ${part.length}`;
  for (const language of new Set(outcomes.map(({ asked }) => asked.language))) {
    const own = outcomes.filter(({ asked }) => asked.language === language);
    console.log(`  ${language}: ${share(own.map(({ first }) => first === null))}`);
  }
  const bounded = outcomes.filter(({ asked }) => asked.all !== '');
  console.log(
    `search cases: the first ${FIRST} as asked ${share(outcomes.map(({ first }) => first === null))}, bounds kept ${share(bounded.map(({ all }) => all === null))}`,
  );
  for (const { asked, first, all } of outcomes)
    if (first !== null || all !== null)
      console.log(
        `  ${asked.language} ${asked.index} ${asked.door} ${asked.text}: ${first ?? ''} ${all ?? ''}`,
      );
}

/** What was wrong with an answer, or null. */
export interface CaseOutcome {
  asked: SearchCase;
  first: string | null;
  all: string | null;
}

interface Answer {
  results: { product_id: string; relaxed?: string[] }[];
}

async function answered(index: JudgedIndex, name: SearchCase['index']): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const asked of searchCases().filter((one) => one.index === name))
    outcomes.push(await outcomeOf(index, asked));
  return outcomes;
}

export async function outcomeOf(
  index: Pick<JudgedIndex, 'get' | 'post'> & { snapshot: Snapshot },
  asked: SearchCase,
): Promise<CaseOutcome> {
  const { results } =
    asked.door === 'q'
      ? await index.get<Answer>('/v1/search', { q: asked.text, limit: String(ALL) })
      : await index.post<Answer>('/v1/search/semantic', { intent: asked.text, limit: ALL });
  const products = await index.snapshot.products(
    results.map(({ product_id }) => numberOf(index.snapshot, product_id)),
  );
  const unmarked = products.filter((_, at) => results[at]?.relaxed === undefined);
  return {
    asked,
    first: failing(products.slice(0, FIRST), asked.first),
    all: failing(unmarked, asked.all, true),
  };
}

/** The first product that does not meet the conditions, null where all do; an answer without products meets no first. */
function failing(products: readonly Product[], conditions: string, mayBeEmpty = false): string | null {
  if (conditions === '') return null;
  if (products.length === 0) return mayBeEmpty ? null : 'nothing found';
  const parts = conditions.split(' & ');
  const at = products.findIndex((product) => !meets(product, parts));
  const wrong = products[at];
  return wrong ? `${at + 1}. ${wrong.title} [${wrong.category}]` : null;
}

/** Conditions of offers must hold of one offer, together with those of its variant. */
function meets(product: Product, conditions: readonly string[]): boolean {
  return product.listings.some(
    (listing) =>
      listing.availability !== 'gone' && conditions.every((condition) => holds(product, listing, condition)),
  );
}

function holds(product: Product, listing: Product['listings'][number], condition: string): boolean {
  const [, name = condition, operator = '', wanted = ''] =
    /^([a-z_.]+?)(:|<=|>=|!=|=|<|>)(.*)$/.exec(condition) ?? [];
  const own = product.listings.filter(({ variant_id }) => variant_id === listing.variant_id);
  const titles = foldText([product.title, ...own.map(({ title }) => title)].join(' | '));
  const values = own.flatMap(({ attributes, brand }) => [...Object.values(attributes), brand ?? '']);
  const record = foldText(`${titles} | ${values.join(' | ')} | ${product.category ?? ''}`);
  const hasAny = (text: string) => wanted.split(',').some((word) => hasWord(text, foldText(word)));
  if (name === 'category') return wanted.split(',').some((leaf) => product.category?.endsWith(`.${leaf}`));
  if (name === 'title') return hasAny(titles);
  if (name === 'record') return hasAny(record);
  if (name === 'not') return !hasAny(record);
  if (name === 'seller') return (listing.seller === wanted) === (operator === '=');
  if (name === 'brand') return (foldText(product.brand ?? '') === foldText(wanted)) === (operator === '=');
  if (name === 'condition') return listing.condition === wanted;
  if (name === 'stock') return PURCHASABLE.includes(listing.availability);
  if (name === 'cost') return compared(listing.landed_minor ?? listing.price_minor, operator, Number(wanted));
  if (name.startsWith('attr.')) return attributeHolds(own, name.slice('attr.'.length), operator, wanted);
  throw new Error(`a case has the condition ${JSON.stringify(condition)}, which nobody described`);
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${word.replaceAll(/[.*+?^$()[\]{}|\\]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}])`,
    'u',
  ).test(text);
}

/** Amounts in titles, by the last part of a declared key: a number before one of these units. */
const TITLE_UNITS: Record<string, RegExp> = {
  kg: /(\d+(?:\.\d+)?) ?kg\b/g,
  rpm: /(\d+) ?rpm\b/g,
  h: /(\d+) ?h\b/g,
  in: /(\d+(?:\.\d+)?)(?: ?-?inch|")/g,
};
const TITLE_WORDS: Record<string, RegExp> = {
  noise_cancelling: /\banc\b|noise cancel/,
  milk_frother: /frother/,
  loading: /\btop load\b|\btl\b/,
};

/** Values of an attribute: declared, read, or stated by a title. */
function attributeHolds(own: Product['listings'], key: string, operator: string, wanted: string): boolean {
  const declared = own.flatMap(({ attributes }) => (key in attributes ? [String(attributes[key])] : []));
  const read = own.flatMap(({ readings }) =>
    readings.filter((reading) => reading.key === key).map(({ value }) => JSON.stringify(value)),
  );
  const said = [...declared, ...read, ...statedByTitles(own, key)].map((value) => foldText(value));
  return said.some((value) => {
    if (operator === '=')
      return value === wanted || Number(value) === Number(wanted) || value.endsWith(` ${wanted}`);
    return operator === '!='
      ? value !== wanted
      : compared(Number.parseFloat(value), operator, Number(wanted));
  });
}

function statedByTitles(own: Product['listings'], key: string): string[] {
  const name = key.slice(key.lastIndexOf('.') + 1);
  const titles = own.map(({ title }) => foldText(title)).join(' | ');
  const word = TITLE_WORDS[name];
  if (word) return word.test(titles) ? [name === 'loading' ? 'top' : 'true'] : [];
  if (name === 'memory_gb' || name === 'storage_gb') {
    const amounts = [...titles.matchAll(/(\d+) ?(gb|tb)\b/g)].map(
      ([, digits, unit]) => Number(digits) * (unit === 'tb' ? 1024 : 1),
    );
    return amounts.filter((gb) => (name === 'storage_gb') === gb >= 128).map(String);
  }
  const unit = TITLE_UNITS[name.slice(name.lastIndexOf('_') + 1)];
  return unit ? [...titles.matchAll(unit)].map(([, digits = '']) => digits) : [];
}

function compared(value: number, operator: string, bound: number): boolean {
  if (operator === '<=') return value <= bound;
  if (operator === '>=') return value >= bound;
  if (operator === '<') return value < bound;
  return operator === '>' ? value > bound : value === bound;
}
