import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AVAILABILITY_SPELLINGS, readAvailability } from '../../../pipelines/domain/availability.ts';
import { CONDITION_SPELLINGS, readCondition } from '../../../pipelines/domain/condition.ts';
import { CURRENCY_EXPONENTS, readPrice } from '../../../pipelines/domain/money.ts';
import { type DecimalMark, decimalMark, noForms } from '../../../pipelines/domain/number_grammar.ts';
import { webAddressProblem } from '../../../pipelines/domain/web_address.ts';
import { StagedText } from './staged_text.ts';

let staged: StagedText;
beforeAll(async () => {
  staged = await StagedText.open();
});
afterAll(() => staged[Symbol.asyncDispose]());

/** Texts as prices of a feed: what staging makes of them and what the price rule says, where these differ. */
async function priceDifferences(
  texts: readonly string[],
  currency: string,
  form: 'few' | 'many',
  decimal_mark?: DecimalMark,
): Promise<unknown[]> {
  const rows = await staged.stage(
    ['price'],
    texts.map((price) => ({ price })),
    { currency, form, ...(decimal_mark && { decimal_mark }) },
  );
  const forms = noForms();
  for (const text of texts) forms[readPrice(text, currency, 'undecided').form]++;
  const reading = decimal_mark ?? decimalMark(forms, CURRENCY_EXPONENTS.get(currency) ?? 2);
  return texts
    .map((text, index) => {
      const row = rows[index];
      const { price } = readPrice(text, currency, reading);
      return {
        text,
        staged: row?.reject
          ? row.reject === 'price_invalid'
            ? row.detail?.split(':')[0]
            : row.reject
          : `${row?.price_minor} ${row?.currency}`,
        rule: 'error' in price ? price.error : `${price.price_minor} ${price.currency}`,
      };
    })
    .filter((one) => one.staged !== one.rule)
    .slice(0, 10);
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength, maxLength });
const amount = fc.oneof(
  fc.tuple(digits(1, 6), fc.constantFrom('.', ','), digits(0, 5)).map((parts) => parts.join('')),
  fc.tuple(digits(9, 17), fc.constantFrom('.', ''), digits(0, 5)).map((parts) => parts.join('')),
  digits(1, 5),
  fc.constantFrom(
    '9007199254740991',
    '90071992547409.91',
    '999999999999.99',
    '1,299.00',
    '1.299,00',
    '1e3',
    '-5',
    '+5',
  ),
);

describe.each(['few', 'many'] as const)('the statements for %s rows', (form) => {
  test.each(['USD', 'JPY', 'KWD', 'CLF'])('read prices in %s like the rule', async (currency) => {
    const affix = fc.constantFrom(
      '',
      '',
      '',
      ` ${currency}`,
      currency,
      currency.toLowerCase(),
      ' EUR',
      'EUR',
      '$',
      'x',
    );
    const texts = fc.sample(
      fc
        .tuple(fc.constantFrom('', '', '', '', '$', `${currency} `, '-'), amount, affix)
        .map((parts) => parts.join('')),
      { numRuns: 3000, seed: 7 },
    );
    for (const mark of [undefined, 'point', 'comma'] as const)
      expect([mark, ...(await priceDifferences(texts, currency, form, mark))]).toEqual([mark]);
  });

  test('take addresses like webAddressProblem', async () => {
    const scheme = fc.constantFrom(
      'https://',
      'http://',
      'http://',
      'HTTP://',
      'https:',
      '//',
      'file:///',
      '',
    );
    const labels =
      'shop www a-1 Shop xn--a local localhost internal home arpa locals 10 127 0 0x7f münchen - a_b [::1] user@ \\ %31';
    const label = fc.constantFrom(...labels.split(' '), '', ' ');
    const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    const last = fc.constantFrom(
      '.example',
      '.com',
      '.local',
      '',
      '.',
      '.1',
      '.c',
      '.co.uk',
      ':8080',
      '.com:x',
    );
    const tail = fc.constantFrom(
      '',
      '/',
      '/p/1.jpg?x=1',
      '?x',
      '#y',
      '/a b',
      '/a\\b',
      '/@',
      '.x',
      '\t',
      '/\tx',
    );
    const texts = fc
      .sample(fc.tuple(scheme, host, last, tail), { numRuns: 4000, seed: 7 })
      .map((parts) => parts.join('').trim())
      .filter((text) => text !== '');
    const rows = await staged.stage(
      ['price', 'link', 'image_link'],
      texts.map((text) => ({ price: '1', link: text, image_link: text })),
      { form },
    );
    const wanted = texts.map((text) => (webAddressProblem(text) === null ? text : null));
    expect(wanted.filter((text) => text !== null).length).toBeGreaterThan(300);
    const differing = rows.flatMap(({ url, image_url }, index) =>
      url === wanted[index] && image_url === wanted[index] ? [] : [{ text: texts[index], url, image_url }],
    );
    expect(differing.slice(0, 10)).toEqual([]);
  });

  test('read availabilities and conditions like their rules', async () => {
    const cased = (text: string) => [text, text.toUpperCase(), `${text[0]?.toUpperCase()}${text.slice(1)}`];
    const extra = [
      'in_stock',
      'in stock',
      'out_of_stock',
      'out of stock',
      'preorder',
      'backorder',
      'gone',
      'soon',
    ];
    const texts = [...AVAILABILITY_SPELLINGS.map(([text]) => text), ...extra].flatMap(cased);
    const conditions = [
      ...CONDITION_SPELLINGS.map(([text]) => text),
      'new',
      'refurbished',
      'used',
      'odd',
    ].flatMap(cased);
    const rows = await staged.stage(
      ['price', 'availability', 'condition'],
      Array.from({ length: Math.max(texts.length, conditions.length) }, (_, index) => ({
        price: '1',
        availability: texts[index] ?? '',
        condition: conditions[index] ?? '',
      })),
      { form },
    );
    for (const [index, row] of rows.entries()) {
      const [text, condition] = [texts[index], conditions[index]];
      expect([text, row.availability]).toEqual([text, readAvailability(text ?? '') ?? 'unknown']);
      expect([condition, row.condition]).toEqual([condition, readCondition(condition ?? '') ?? 'new']);
    }
  });
});

test.each<[row: { price: string; sale_price?: string; list_price?: string }, expected: string]>([
  [{ price: '20', sale_price: '15' }, '1500 USD, list 2000'],
  [{ price: '20', sale_price: '20' }, '2000 USD, list -'],
  [{ price: '20', sale_price: '19.99' }, '1999 USD, list 2000'],
  [{ price: '20', sale_price: '0' }, '2000 USD, list -'],
  [{ price: '20', sale_price: '15 EUR' }, '2000 USD, list -'],
  [{ price: '20 EUR', sale_price: '15' }, '1500 EUR, list 2000'],
  [{ price: '20 EUR', sale_price: '15 USD' }, '2000 EUR, list -'],
  [{ price: '20', list_price: '25' }, '2000 USD, list 2500'],
  [{ price: '20', list_price: '20' }, '2000 USD, list -'],
  [{ price: '20', list_price: '19' }, '2000 USD, list -'],
  [{ price: '20', list_price: '25 EUR' }, '2000 USD, list -'],
  [{ price: '20 EUR', list_price: '25' }, '2000 EUR, list 2500'],
  [{ price: '20', sale_price: '15', list_price: '25' }, '1500 USD, list 2000'],
])('%j: %s', async (row, expected) => {
  const [found] = await staged.stage(['price', 'sale_price', 'list_price'], [row]);
  expect(`${found?.price_minor} ${found?.currency}, list ${found?.list_price_minor ?? '-'}`).toBe(expected);
});
