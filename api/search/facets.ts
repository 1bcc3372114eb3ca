import { Type } from 'typebox';
import type { FacetCount, SearchFacets } from '../../warehouse/text/facet_counter.ts';
import { oneOf, recordOf } from '../catalogue/schema.ts';

/** A facet as the contract has it. */
export const FacetRecord = recordOf('Facet', {
  key: Type.String({ description: 'category, brand, seller or in_stock.' }),
  label: Type.String(),
  type: oneOf(['ordinal', 'categorical', 'range']),
  values: Type.Array(Type.Object({ v: Type.String(), products: Type.Integer() }), {
    description: 'The commonest hundred.',
  }),
});

/** The counts of an answer as facet records. */
export function facetRecords({ categories, brands, sellers, in_stock }: SearchFacets) {
  return [
    categorical('category', 'Category', categories),
    categorical('brand', 'Brand', brands),
    categorical('seller', 'Seller', sellers),
    categorical('in_stock', 'In stock', [{ value: 'true', products: in_stock }]),
  ];
}

function categorical(key: string, label: string, counts: readonly FacetCount[]) {
  const values = counts.map(({ value, products }) => ({ v: value, products }));
  return { key, label, type: 'categorical' as const, values };
}
