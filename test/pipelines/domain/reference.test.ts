import { describe, expect, it } from 'vitest';
import { parseDigitalLink } from '../../../pipelines/domain/digital_link.ts';
import { classifyReference, type Reference } from '../../../pipelines/domain/reference.ts';

const gtin = (gtin14: string, form: string, base?: string) => ({
  kind: 'gtin',
  gtin14,
  form,
  ...(base ? { base } : {}),
});
const link = (text: string) => ({ kind: 'link', link: text });
const invalid = (value: string, expected: number | null) => ({ kind: 'invalid_identifier', value, expected });
const text = (words: string, upc_e?: string) => ({ kind: 'text', text: words, ...(upc_e ? { upc_e } : {}) });
const own = (code: string, upc_e?: string) => ({
  kind: 'restricted',
  code,
  reason: 'rcn8',
  ...(upc_e ? { upc_e } : {}),
});

const cases: [given: string, expected: unknown][] = [
  ['prd_0123456789abcdef', { kind: 'id', id: 'product', key: 0x0123456789abcdefn }],
  [' off_00000000000000ff ', { kind: 'id', id: 'offer', key: 255n }],
  ['https://id.gs1.org/01/09506000134352', gtin('09506000134352', 'gtin13')],
  ['https://shop.example/x/01/9506000134352/10/LOT/21/S?17=261231', gtin('09506000134352', 'gtin13')],
  ['https://id.gs1.org/01/09506000134353', invalid('09506000134353', 2)],
  [
    'https://id.gs1.org/01/02000000000008',
    { kind: 'restricted', code: '02000000000008', reason: 'rcn_region' },
  ],
  ['https://blog.example/2024/01/20240115', link('blog.example/2024/01/20240115')],
  ['https://shop.example/p/01/01234565', link('shop.example/p/01/01234565')],
  ['https://shop.example/p/01/73513537', gtin('00000073513537', 'gtin8')],
  ['https://www.shop.example/p/1?utm_source=a', link('shop.example/p/1')],
  ['https://www.amazon.com/Sony/dp/B0863TXGM3/ref=x', { kind: 'asin', asin: 'B0863TXGM3' }],
  [
    'https://amazon.co.uk/gp/product/0306406152',
    { kind: 'asin', asin: '0306406152', gtin14: '09780306406157' },
  ],
  ['https://notamazon.com/dp/B0863TXGM3', link('notamazon.com/dp/B0863TXGM3')],
  ['techmart:SKU-1', { kind: 'seller_sku', seller: 'techmart', sku: 'SKU-1' }],
  ['mp_deals:4006381333932', { kind: 'seller_sku', seller: 'mp_deals', sku: '4006381333932' }],
  ['brand.example:a:b', { kind: 'seller_sku', seller: 'brand.example', sku: 'a:b' }],
  ['gtin: 4006381333931', gtin('04006381333931', 'gtin13')],
  ['4006381333931', gtin('04006381333931', 'gtin13')],
  ['400-6381-33393-1', gtin('04006381333931', 'gtin13')],
  ['10614141000415', gtin('10614141000415', 'gtin14', '00614141000418')],
  ['4006381333932', invalid('4006381333932', 1)],
  ['01278906', invalid('01278906', 7)],
  ['0000000000000', invalid('0000000000000', null)],
  ['2000000000008', { kind: 'restricted', code: '02000000000008', reason: 'rcn_region' }],
  ['04252614', own('00000004252614', '00042100005264')],
  ['UPC-E: 0425 2614', own('00000004252614', '00042100005264')],
  ['01234565', own('00000001234565', '00012345000065')],
  ['02000015', own('00000002000015')],
  ['00005487', own('00000000005487')],
  ['425261', text('425261', '00042100005264')],
  ['upc: 0425261', text('0425261', '00042100005264')],
  ['000548', text('000548')],
  ['73513537', gtin('00000073513537', 'gtin8')],
  ['0264-3596', gtin('09770264359008', 'issn')],
  ['B0863TXGM3', { kind: 'asin', asin: 'B0863TXGM3' }],
  ['b0863txgm3', { kind: 'asin', asin: 'B0863TXGM3' }],
  ['BLUETOOTH5', text('BLUETOOTH5')],
  ['SOUNDBOARD', text('SOUNDBOARD')],
  ['BTSPEAKERS', text('BTSPEAKERS')],
  ['0-306-40615-2', gtin('09780306406157', 'isbn10')],
  ['0306406153', text('0306406153')],
  ['sony wh-1000xm4', text('sony wh-1000xm4')],
  ['Apple: the blue one', text('Apple: the blue one')],
  ['', text('')],
];

describe('classifyReference', () => {
  it.each(cases)('%s', (given, expected) => {
    expect(classifyReference(given)).toEqual(expected as Reference);
  });
});

describe('parseDigitalLink', () => {
  it('reads qualifiers and attributes', () => {
    const parsed = parseDigitalLink('https://id.gs1.org/01/9506000134352/22/2A/10/AB%2F1/21/7?17=261231&x=1');
    expect(parsed).toMatchObject({ variant: '2A', lot: 'AB/1', serial: '7', attributes: { 17: '261231' } });
    expect(parsed?.gtin).toMatchObject({ status: 'valid', gtin14: '09506000134352' });
  });

  it.each([
    'https://id.gs1.org/01/9506000134352/21/7/10/AB',
    'https://id.gs1.org/01/950600013435',
    'https://id.gs1.org/00/9506000134352',
    'ftp://id.gs1.org/01/9506000134352',
    '9506000134352',
  ])('refuses %s unless its GTIN has a possible length', (url) => {
    const parsed = parseDigitalLink(url);
    expect(parsed === null || parsed.gtin.status === 'checksum').toBe(true);
  });
});
