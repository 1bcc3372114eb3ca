import { answerOf, type Schemas } from '../../client/client.ts';
import { badge, h, note } from './element.ts';
import { attributeFilters, facetPanel } from './facet_panel.ts';
import { go } from './navigation.ts';
import type { Page } from './page.ts';
import { productHref, withValues } from './route.ts';
import { searchBox } from './search_box.ts';
import { index } from './session.ts';
import { understoodWords } from './understood.ts';
import { categoryPath, plural, sentence, VERDICT_KINDS } from './wording.ts';

const SORTS = {
  relevance: 'Best fit',
  price_asc: 'Cheapest first',
  price_desc: 'Dearest first',
  newest: 'Newest first',
} as const;
type Sort = keyof typeof SORTS;

/** Search with filters; without words every product, those of most sellers first. */
export const searchPage: Page = async ({ query, signal }) => {
  const q = query.get('q') ?? '';
  const sort = query.get('sort') as Sort | null;
  const asked = {
    ...(q !== '' && { q }),
    ...(query.has('category') && { category: query.get('category') as string }),
    ...(query.has('seller') && { seller: query.getAll('seller') }),
    ...(query.get('in_stock') === 'true' && { in_stock: true }),
    ...(query.has('max_price') && { max_price: Number(query.get('max_price')) }),
    ...(sort && { sort }),
    ...(query.get('literal') === 'true' && { literal: true }),
    ...attributeFilters(query),
    ...(query.has('cursor') && { cursor: query.get('cursor') as string }),
  };
  const found = await answerOf(
    index().GET('/v1/search', { params: { query: { ...asked, facets: true, limit: 24 } }, signal }),
  );
  const panel = await facetPanel(query, found, signal);
  const what = q === '' ? (asked.category ? categoryPath(asked.category) : 'All products') : `“${q}”`;
  return {
    title: q === '' ? what : `Search ${what}`,
    content: [
      h('h1', { class: 'hidden' }, 'Search'),
      searchBox(q),
      h(
        'div',
        { class: 'found' },
        panel,
        h(
          'section',
          { 'aria-labelledby': 'found' },
          h(
            'div',
            { class: 'row spread' },
            h('h2', { id: 'found' }, what, ' ', h('small', {}, plural(found.total, 'product'))),
            sorter(query, sort ?? 'relevance'),
          ),
          remarks(found, query),
          h('ol', { class: 'results' }, found.results.map(result)),
          found.total === 0 && note('Nothing fits. Fewer filters or other words may.'),
          found.next_cursor !== null &&
            h(
              'p',
              {},
              h(
                'a',
                { class: 'button', href: withValues(query, { cursor: found.next_cursor }) },
                'Next page',
              ),
            ),
        ),
      ),
    ],
  };
};

function sorter(query: URLSearchParams, sort: Sort) {
  const select = h(
    'select',
    { id: 'sort', onchange: () => go(withValues(query, { sort: select.value, cursor: null })) },
    Object.entries(SORTS).map(([value, label]) => h('option', { value, selected: value === sort }, label)),
  );
  return h('div', { class: 'row' }, h('label', { for: 'sort' }, 'Order'), select);
}

/** What is told of the query: how it was read, and what of it nothing resembles. */
function remarks(
  { note: told, unknown_words, read_as, match, understood }: Schemas['SearchAnswer'],
  query: URLSearchParams,
) {
  const unnamed = unknown_words.filter((word) => !told?.includes(`“${word}”`));
  return [
    understoodWords(understood, query),
    query.get('literal') === 'true' &&
      note(
        'Every word is taken as a word. ',
        h('a', { href: withValues(query, { literal: null, cursor: null }) }, 'Read them'),
      ),
    told && note(sentence(told)),
    unnamed.length > 0 &&
      note(
        'Nothing here resembles: ',
        unnamed.map((word) => `“${word}” `),
      ),
    read_as.length > 0 &&
      note(
        'Read as: ',
        read_as.map(({ word, as }) => `“${word}” as “${as.join('”, “')}” `),
      ),
    match && note('This identifier names one product.'),
  ];
}

function result(product: Schemas['ProductResult']) {
  const { product_id, variant_id, title, brand, best, currency, offers, spread, spread_minor } = product;
  const { verdict, thumb } = product;
  return h(
    'li',
    { class: 'card' },
    thumb
      ? h('img', { src: thumb, alt: '', width: 96, height: 96, loading: 'lazy' })
      : h('span', { class: 'no-picture', 'aria-hidden': 'true' }),
    h(
      'div',
      {},
      h('h3', {}, h('a', { href: productHref(product_id, variant_id) }, title)),
      h(
        'p',
        { class: 'note' },
        [brand, product.condition === 'new' ? null : product.condition].filter(Boolean).join(' · '),
      ),
      h(
        'p',
        { class: 'price' },
        best
          ? [h('strong', {}, best.price), ' at ', best.seller, ' ']
          : `No offer in ${currency} to buy now `,
        verdict && badge(verdict, VERDICT_KINDS[verdict] ?? 'plain'),
      ),
      h(
        'p',
        { class: 'note' },
        product.relaxed && `Not said of it: ${product.relaxed.join(', ')}. `,
        product.alike && 'Has few of the words, but is like what was found. ',
        plural(offers, 'offer'),
        spread_minor !== null && spread_minor > 0 && ` · ${spread} apart`,
      ),
    ),
  );
}
