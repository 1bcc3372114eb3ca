import { Type } from 'typebox';
import { MatchRecord, NextCursor, nullable } from '../catalogue/schema.ts';
import { FacetRecord } from './facet_record.ts';
import { ProductResult } from './product_result.ts';
import { Understood } from './understood.ts';
import { ReadAsRecord } from './unread_words.ts';

export const SearchAnswer = Type.Object({
  results: Type.Array(ProductResult),
  total: Type.Integer({ description: 'Products found, on all pages.' }),
  total_more: Type.Integer({
    description:
      'Products that follow these in the same walk and have less of what was asked: fewer of the words, or not all of what must be there; where these are fewer than a hundred, also others like the best of them (`alike`), up to a hundred in all by words and likeness together. None under a sort.',
  }),
  understood: nullable(Understood),
  match: nullable(MatchRecord),
  note: nullable(
    Type.String({
      description:
        'Where the query looks like an identifier that leads nowhere: why. Where what was read of it leaves nothing: what to drop.',
    }),
  ),
  unknown_words: Type.Array(Type.String(), {
    description: 'Words of the query that nothing in the index resembles.',
  }),
  read_as: ReadAsRecord,
  facets: nullable(
    Type.Array(FacetRecord, {
      description:
        'When asked for, over all pages; null for an identifier. `category` counts each product at its own node.',
    }),
  ),
  next_cursor: NextCursor,
});
