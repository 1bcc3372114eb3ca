import { loadSql } from '../../../warehouse/database.ts';
import type { Format } from './format.ts';
import { objectLines } from './lines_file.ts';
import { openProducts, PRODUCT_COLUMNS } from './products.ts';

/** Product feeds of the Agentic Commerce Protocol: products one a line or in an array. */
export const acp: Format = {
  columns: PRODUCT_COLUMNS,
  macros: loadSql(import.meta.url, './sql/acp.sql'),
  async open(file) {
    const { prepare, feed, market } = file;
    const lines = await objectLines(prepare);
    return openProducts(file, lines, 'acp_variants', feed.currency ?? market.currency);
  },
};
