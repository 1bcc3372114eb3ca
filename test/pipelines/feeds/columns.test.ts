import { describe, expect, it } from 'vitest';
import { mapColumns } from '../../../pipelines/feeds/columns.ts';
import { MERCHANT_DATA } from '../../../pipelines/feeds/formats/merchant_data.ts';

const codesOf = (header: string[], mapping: Record<string, string> = {}) => {
  const { fields } = mapColumns(['id', 'title', 'price', ...header], mapping, MERCHANT_DATA, {
    name: 'feed.csv',
  });
  const name = (index: number | undefined) => (index === undefined ? null : header[index - 3]);
  return { gtin: name(fields.gtin), upc_e: name(fields.upc_e) };
};

describe('columns of codes', () => {
  it.each(['UPC-E', 'upc_e', 'UPCE', 'UPC E', 'g:upc-e (8 digits)'])('%s says that it is UPC-E', (column) => {
    expect(codesOf([column])).toEqual({ gtin: null, upc_e: column });
  });

  it.each(['gtin', 'UPC', 'ean', 'barcode', 'EAN-8'])('%s does not', (column) => {
    const { upc_e } = codesOf([column], { gtin: column });
    expect(upc_e).toBeNull();
  });

  it.each(['UPC-E', 'barcode_upc_e', 'UPC-E code', '$.codes.upcE'])(
    'a mapping of gtin to %s says so too',
    (column) => {
      expect(codesOf([column, 'ean'], { gtin: column })).toEqual({ gtin: null, upc_e: column });
    },
  );

  it.each(['supc_e', 'upc_ean', 'group_code', 'upc'])('a mapping of gtin to %s does not', (column) => {
    expect(codesOf([column], { gtin: column })).toEqual({ gtin: column, upc_e: null });
  });

  it('what the mapping says goes before names', () => {
    expect(codesOf(['upc', 'short'], { upc_e: 'short' })).toEqual({ gtin: 'upc', upc_e: 'short' });
    expect(codesOf(['upc_e', 'short'], { upc_e: 'short' })).toEqual({ gtin: null, upc_e: 'short' });
    expect(codesOf(['upc', 'ean'], { gtin: 'ean' })).toEqual({ gtin: 'ean', upc_e: null });
  });

  it('a mapping of a column that is not there names it', () => {
    expect(() => codesOf(['upc'], { upc_e: 'short' })).toThrow(/the mapped column "short" of upc_e/);
  });
});
