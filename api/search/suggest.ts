import { type Static, Type } from 'typebox';
import type { Product } from '../../pipelines/domain/listing.ts';
import { resolveReference } from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { Suggestion } from '../../warehouse/text/suggester.ts';
import { SUGGESTION_KINDS } from '../../warehouse/text/suggestion_entries.ts';
import { closed, nullable, oneOf, recordOf } from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';
import { isWithin, labelOf, nodesById, requireCategory } from './category_filter.ts';

const DEFAULT_SUGGESTIONS = 10;

const query = Type.Object(
  {
    q: Type.String({ minLength: 1, maxLength: 200, description: 'What has been typed so far.' }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        description: `Most suggestions. Default ${DEFAULT_SUGGESTIONS}.`,
      }),
    ),
    category: Type.Optional(
      Type.String({
        description: 'Only products and categories of this node and below.',
      }),
    ),
  },
  closed,
);

const SuggestionRecord = recordOf('Suggestion', {
  text: Type.String({
    description: 'What to show, and to search by: a title, brand, label of a category, or phrase.',
  }),
  kind: oneOf(['product', ...SUGGESTION_KINDS]),
  product_id: nullable(Type.String()),
  category: nullable(
    Type.String({ description: 'The node of a category; the one that a product stands in.' }),
  ),
  products: Type.Integer({
    description:
      'Of a category, those it holds; of a product 1; of a brand or phrase about how many have it in the title or brand that names them, which a search may exceed.',
  }),
});

export const suggest: Operation = {
  group: 'search',
  id: 'suggest',
  method: 'GET',
  path: '/v1/search/suggest',
  summary: 'Typeahead over the canonical index',
  description:
    'Brands, categories and common phrases first, then products, each the best first; the last word may be unfinished and words misspelt. An identifier typed in full gives its product alone.',
  scope: 'read',
  cost: 1,
  query,
  response: Type.Object({ suggestions: Type.Array(SuggestionRecord) }),
  cacheable: true,
  errors: ['not_found'],
  async run({ snapshot }, { query: given, signal }) {
    const asked = given as Static<typeof query>;
    const request =
      asked.category === undefined
        ? asked
        : { ...asked, category: requireCategory(snapshot, asked.category, 'category') };
    const found = await suggestionsFor(snapshot, request);
    const numbers = found.flatMap((each) => (each.kind === 'product' ? [each.product] : []));
    const products = await snapshot.products(numbers, signal);
    const named = new Map(numbers.map((number, index) => [number, products[index]]));
    const held = nodesById(snapshot);
    const suggestions = found
      .map((each) =>
        each.kind === 'product' ? productRecord(named.get(each.product)) : entryRecord(each, held),
      )
      .filter(({ kind, products: count }) => kind !== 'category' || count > 0)
      .filter(
        ({ kind, category }) =>
          kind !== 'product' || request.category === undefined || isWithin(category, request.category),
      );
    return { kind: 'json', body: { suggestions } };
  },
};

type SuggestionValue = Static<typeof SuggestionRecord>;

/** A category is told with what it holds now, as /v1/categories tells it: the text index has what is gone, too. */
function entryRecord(
  { kind, text, products }: Exclude<Suggestion, { kind: 'product' }>,
  held: ReturnType<typeof nodesById>,
): SuggestionValue {
  const isCategory = kind === 'category';
  return {
    text: isCategory ? labelOf(text) : text,
    kind,
    product_id: null,
    category: isCategory ? text : null,
    products: isCategory ? (held.get(text)?.products ?? 0) : products,
  };
}

function productRecord(product: Product | undefined): SuggestionValue {
  if (!product) throw new Error('a product that the text index names could not be read');
  const { title, product_id, category } = product;
  return { text: title, kind: 'product', product_id, category, products: 1 };
}

async function suggestionsFor(
  snapshot: Snapshot,
  { q, limit = DEFAULT_SUGGESTIONS, category }: Static<typeof query>,
): Promise<Suggestion[]> {
  const named = resolveReference(snapshot, q);
  if (named.outcome === 'found') return [{ kind: 'product', product: named.product_no, score: 1 }];
  const searcher = await snapshot.searcher();
  return searcher.suggest({ q, limit, ...(category === undefined ? {} : { category }) });
}
