import { answerOf, type Schemas } from '../../client/client.ts';
import { type Child, facts, h } from './element.ts';
import { go } from './navigation.ts';
import { withValues } from './route.ts';
import { index, marketCurrency } from './session.ts';
import { categoryPath, count, minorPer, money } from './wording.ts';

type Facet = Schemas['Facet'];
type Value = NonNullable<Facet['values']>[number];

/** Values of a facet that are shown at once; the others are folded. */
const SHOWN = 8;
/** What each filter of an attribute begins with in the address of a search. */
const ATTRIBUTE = 'attr.';

/** What a search can be narrowed by: a link each, with the number of products behind it. */
export async function facetPanel(
  query: URLSearchParams,
  found: Schemas['SearchAnswer'],
  signal: AbortSignal,
): Promise<HTMLElement> {
  const ofCategory = query.has('category') ? await categoryFacets(query, signal) : null;
  const own = found.facets ?? [];
  const known = new Set(own.map(({ key }) => key));
  const others = (ofCategory?.facets ?? []).filter(({ key }) => !known.has(key));
  const currency = ofCategory?.currency ?? found.results[0]?.currency ?? (await marketCurrency(signal));
  // Folded on a narrow screen, where it would push the results away.
  return h(
    'details',
    { class: 'facets', open: matchMedia('(min-width: 48rem)').matches },
    h('summary', {}, 'Narrow'),
    chosen(query, currency),
    priceLimit(query, currency),
    own.map(({ key, label, values = [] }) =>
      group(
        label,
        values.map((value) => choice(query, key, value)),
      ),
    ),
    others.map((facet) => categoryFacet(query, facet, currency)),
  );
}

/** What the products of the category are told apart by, under the filters that are on. */
async function categoryFacets(query: URLSearchParams, signal: AbortSignal) {
  const filters = {
    category: query.get('category') as string,
    ...(query.has('seller') && { seller: query.getAll('seller') }),
    ...(query.get('in_stock') === 'true' && { in_stock: true }),
    ...(query.has('max_price') && { max_price: Number(query.get('max_price')) }),
    ...attributeFilters(query),
  };
  return await answerOf(index().GET('/v1/facets', { params: { query: filters }, signal }));
}

/** The filters by attributes, as they go into a request. */
export function attributeFilters(query: URLSearchParams): Record<string, string[]> {
  const names = [...new Set(query.keys())].filter((name) => name.startsWith(ATTRIBUTE));
  return Object.fromEntries(names.map((name) => [name, query.getAll(name)]));
}

function group(label: string, items: Child[]) {
  if (items.length === 0) return null;
  const id = `facet-${label.toLowerCase().replace(/\W+/g, '-')}`;
  return h(
    'section',
    { 'aria-labelledby': id },
    h('h2', { id }, label),
    h('ul', {}, items.slice(0, SHOWN)),
    items.length > SHOWN &&
      h('details', {}, h('summary', {}, `${items.length - SHOWN} more`), h('ul', {}, items.slice(SHOWN))),
  );
}

const FILTERS = ['category', 'seller', 'in_stock', 'max_price'];

/** The filters that are on, each with a way to drop it. */
function chosen(query: URLSearchParams, currency: string) {
  const names = [...FILTERS, ...Object.keys(attributeFilters(query))];
  const on = names.flatMap((name) => query.getAll(name).map((value) => ({ name, value })));
  if (on.length === 0) return null;
  return h(
    'ul',
    { class: 'chosen', 'aria-label': 'Filters that are on' },
    on.map(({ name, value }) => {
      const others = query.getAll(name).filter((one) => one !== value);
      const label = filterInWords(name, value, currency);
      const href = withValues(query, { [name]: others, cursor: null });
      return h('li', {}, h('a', { href, 'aria-label': `Drop ${label}` }, label, ' ×'));
    }),
  );
}

/** `attr.general.memory.min` and `16` as `memory from 16`. */
function filterInWords(name: string, value: string, currency: string): string {
  if (name === 'category') return categoryPath(value);
  if (name === 'in_stock') return 'In stock';
  if (name === 'max_price') return `At most ${money(Number(value), currency)}`;
  if (!name.startsWith(ATTRIBUTE)) return value;
  const [, key = '', bound] = /^attr\.(.+?)(?:\.(min|max))?$/.exec(name) ?? [];
  const attribute = key.split('.').at(-1)?.replaceAll('_', ' ');
  return `${attribute} ${bound === 'min' ? 'from ' : bound === 'max' ? 'to ' : ''}${value}`;
}

function choice(query: URLSearchParams, key: string, { v, products }: Value) {
  const label = key === 'category' ? categoryPath(v) : key === 'in_stock' ? 'Can be bought now' : v;
  // The search has no filter by brand, which as a word of the query says as much.
  const values =
    key === 'seller'
      ? { seller: [...query.getAll(key), v] }
      : key === 'brand'
        ? { q: `${query.get('q') ?? ''} ${v}`.trim() }
        : { [key]: v };
  return item(
    label,
    products,
    query.getAll(key).includes(v) ? null : withValues(query, { ...values, cursor: null }),
  );
}

/** A value with its number of products; without an address it is on already. */
function item(label: string, products: number, href: string | null) {
  const number = h('span', { class: 'beside' }, count(products));
  return href === null
    ? h('li', { 'aria-current': 'true' }, h('span', {}, label), ' ', number)
    : h('li', {}, h('a', { href }, label), ' ', number);
}

function categoryFacet(query: URLSearchParams, facet: Facet, currency: string) {
  const { key, label, unit, values = [], min_minor, max_minor, p50_minor } = facet;
  if (min_minor !== undefined && max_minor !== undefined)
    return h(
      'section',
      {},
      h('h2', {}, label),
      facts([
        ['Lowest', money(min_minor, currency)],
        ['Middle', p50_minor === undefined ? null : money(p50_minor, currency)],
        ['Highest', money(max_minor, currency)],
      ]),
    );
  const name = `${ATTRIBUTE}${key}`;
  const items = values.map(({ v, products, min, max }) => {
    const own = query.getAll(name);
    const isBin = min !== undefined || max !== undefined;
    const bounds = { [`${name}.min`]: min?.toString(), [`${name}.max`]: max?.toString() };
    const isOn = isBin
      ? query.get(`${name}.min`) === min?.toString() && query.get(`${name}.max`) === max?.toString()
      : own.includes(v);
    const href = withValues(query, { ...(isBin ? bounds : { [name]: [...own, v] }), cursor: null });
    return item(unit ? `${v} ${unit}` : v, products, isOn ? null : href);
  });
  return group(label, items);
}

function priceLimit(query: URLSearchParams, currency: string) {
  const given = query.get('max_price');
  const input = h('input', {
    id: 'max-price',
    type: 'number',
    min: 0,
    step: 'any',
    inputmode: 'decimal',
    value: given === null ? '' : String(Number(given) / minorPer(currency)),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const minor = Math.round(Number(input.value) * minorPer(currency));
    go(withValues(query, { max_price: minor > 0 ? String(minor) : null, cursor: null }));
  };
  return h(
    'form',
    { onsubmit: submit },
    h('label', { for: 'max-price' }, `Most to pay, delivered (${currency})`),
    h('div', { class: 'row' }, input, h('button', { type: 'submit', class: 'quiet' }, 'Set')),
  );
}
