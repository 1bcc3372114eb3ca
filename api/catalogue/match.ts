import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { titleMatcherOf } from '../../pipelines/match/rows/row_matcher.ts';
import { CANDIDATE_BASES, matchRows } from '../../warehouse/reads/match_row.ts';
import { UNMATCHED_REASONS } from '../../warehouse/reads/unmatched_row.ts';
import type { Input, Operation } from '../http/operation.ts';
import {
  CSV,
  checkRowCount,
  type GivenRow,
  MAX_ROWS,
  type MatchBody,
  NDJSON,
  ROW_FIELDS,
  readMatchRows,
  withoutNulls,
} from './match_rows.ts';
import { closed, MatchRecord, oneOf } from './schema.ts';

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description }));

const Row = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: ROW_FIELDS.id, description: 'Yours; echoed back.' }),
    gtin: text(ROW_FIELDS.gtin, 'GTIN, UPC, EAN or ISBN.'),
    brand: text(ROW_FIELDS.brand, 'Together with mpn.'),
    mpn: text(ROW_FIELDS.mpn, 'The manufacturer’s part number, together with brand.'),
    title: text(ROW_FIELDS.title, 'Matched where no code is; brand and mpn beside it help.'),
  },
  closed,
);

const body = Type.Object(
  {
    rows: Type.Array(Row, {
      minItems: 1,
      description: `At most ${MAX_ROWS} rows; more are \`too_many_rows\`.`,
    }),
  },
  closed,
);

const response = Type.Object({
  matched: Type.Array(
    Type.Object({
      id: Type.String(),
      product_id: Type.String(),
      ...MatchRecord.properties,
      review: Type.Optional(
        Type.Literal(true, {
          description:
            'Present when the confidence is below the trust threshold, the row’s GTIN does not go with what else it says, or it states something (a number, a size, a colour …) otherwise than the product.',
        }),
      ),
      detail: Type.Optional(Type.String({ description: 'What the row states otherwise than the product.' })),
    }),
  ),
  unmatched: Type.Array(
    Type.Object({
      id: Type.String(),
      reason: oneOf(UNMATCHED_REASONS),
      detail: Type.Optional(Type.String()),
      candidate: Type.Optional(
        Type.Object(
          {
            product_id: Type.String(),
            basis: oneOf(CANDIDATE_BASES),
            confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
          },
          { description: 'What may be meant, but is not sure enough, or is another package of it.' },
        ),
      ),
    }),
  ),
  ignored_columns: Type.Optional(
    Type.Array(Type.String(), { description: 'Of a CSV: columns that nothing is matched by, at most 20.' }),
  ),
});

const ROWS_PER_UNIT = 100;

async function bodyOf({ body: content, contentType }: Input): Promise<MatchBody> {
  if (contentType === NDJSON || contentType === CSV) return readMatchRows(content as Readable, contentType);
  const { rows } = content as { rows: GivenRow[] };
  checkRowCount(rows.length);
  return { rows: rows.map(withoutNulls), ignored_columns: [] };
}

export const match: Operation = {
  group: 'catalogue',
  id: 'match',
  method: 'POST',
  path: '/v1/match',
  summary: 'Bulk match of your rows',
  description: `Up to ${MAX_ROWS} rows by GTIN, else by brand and part number, else by title; a title is matched when one product is more likely than all else together. Answers keep the order of the rows. Beside JSON: \`${NDJSON}\`, one row a line, and \`${CSV}\`, with a header of ${Object.keys(ROW_FIELDS).join(', ')}; other columns are left alone. A field that is null or an empty cell is a field left out. One unit per ${ROWS_PER_UNIT} rows begun.`,
  scope: 'match',
  cost: 1,
  body,
  streamedTypes: [NDJSON, CSV],
  bodyLimit: 16 * 1024 * 1024,
  response,
  async run({ snapshot, trust_threshold }, input) {
    const { rows, ignored_columns } = await bodyOf(input);
    const titles = rows.some(({ title }) => title) ? await titleMatcherOf(snapshot) : null;
    const { signal } = input;
    const matches = await matchRows(snapshot, rows, { titles, trust: trust_threshold, signal });
    const matched = matches.filter((row) => 'product_id' in row);
    const unmatched = matches.filter((row) => 'reason' in row);
    return {
      kind: 'json',
      body: { matched, unmatched, ...(ignored_columns.length > 0 && { ignored_columns }) },
      cost: Math.ceil(rows.length / ROWS_PER_UNIT),
    };
  },
};
