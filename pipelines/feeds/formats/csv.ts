import { prepareText } from '../prepare.ts';
import { openDelimited } from './delimited.ts';
import type { Format } from './format.ts';
import { MERCHANT_DATA } from './merchant_data.ts';

/** Delimited text with a header; the delimiter is found. */
export const csv: Format = {
  columns: MERCHANT_DATA,
  open: async ({ prepare, feed }) => openDelimited(await prepareText(prepare), prepare, feed),
};
