import { afterAll, describe, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

const printer = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, { title, brand: 'Pronto', category: null, price_minor });
const printers = [
  printer('plain', 'Pronto L100 Laser Printer, white', 9_000),
  printer('both', 'Pronto L200 Laser Printer, white', 12_000),
  printer('red', 'Pronto L300 Laser Printer, black', 8_000),
];
const DESCRIPTIONS = {
  plain: 'Prints on one side.',
  both: 'Automatic duplex, a wired network and wifi6.',
  red: 'Automatic duplex, and comes in white too.',
};
const ask = (intent: string, more: object = {}, sold = printers) => over(sold, intent, more, DESCRIPTIONS);

describe('what no record states and descriptions speak of', () => {
  test('is taken from the description, which the answer says, and it is less sure', async () => {
    const { recommendation, not_known } = await ask('white laser printer with duplex');
    const plainly = await ask('white laser printer');
    expect(recommendation?.title).toBe('Pronto L200 Laser Printer, white');
    expect(recommendation?.why.join('\n')).toContain('its description speaks of “duplex”');
    expect(not_known.join('\n')).toContain('whether it has “duplex”');
    expect(recommendation?.confidence).toBeLessThan(plainly.recommendation?.confidence as number);
  });

  test.each(['Compact, no duplex.', 'Compact, without duplex', 'Kompakt, kein Duplex.'])(
    'is not taken from what denies it: %s',
    async (plain) => {
      const cheap = printers.filter(({ title }) => title !== printers[1]?.title);
      const { recommendation } = await over(
        [...cheap].slice(0, 1),
        'white laser printer with duplex',
        {},
        { plain },
      );
      expect(recommendation).toBeNull();
    },
  );

  test('gives way to a record that states it', async () => {
    const stated = printer('stated', 'Pronto L400 Laser Printer, white, duplex', 20_000);
    const { recommendation, not_known } = await ask('white laser printer with duplex', {}, [
      ...printers,
      stated,
    ]);
    expect(recommendation?.title).toBe(stated.title);
    expect(not_known.join('\n')).not.toContain('description');
  });

  test('and no other has what the record of one states, sold out though that is', async () => {
    const gone = {
      ...printer('gone', 'Pronto L500 Laser Printer, duplex', 9_000),
      availability: 'out_of_stock' as const,
    };
    expect((await ask('a laser printer with duplex', {}, [...printers, gone])).recommendation).toBeNull();
  });

  test('what a property is of may be called otherwise', async () => {
    const watch = printer('watch', 'Pronto Running Watch', 9_000);
    const texts = { watch: 'With an AMOLED-Display.' };
    const { recommendation } = await over([watch], 'a running watch with AMOLED screen', {}, texts);
    expect(recommendation?.title).toBe(watch.title);
  });

  test.each([
    // Of a colour, a size or a number the record itself must speak.
    ['laser printer with wifi6', {}],
    // A record that has the word and does not state it says otherwise.
    ['white laser printer with a colour laser', {}],
    ['white laser printer with fax', {}],
    // What the caller demands beside the text is in the record, or nothing is.
    ['white laser printer', { constraints: { must_have: ['duplex'] } }],
  ])('is not enough: %s %o', async (intent, more) => {
    expect((await ask(intent, more)).recommendation).toBeNull();
  });

  test('a colour that only a description speaks of is none', async () => {
    const { recommendation } = await ask('laser printer in white with duplex, at most $90');
    expect(recommendation).toBeNull();
  });

  test('is never taken for candidates that the caller names', async () => {
    const { recommendation } = await ask('a laser printer with duplex', {
      candidates: ['alpha:both'],
    });
    expect(recommendation).toBeNull();
  });
});

test('among things that answer a text those are chosen whose description has what no record says', async () => {
  const shoes = ['Pronto Ghost Running Shoes', 'Pronto Kayano Running Shoes'].map((title, at) =>
    printer(`shoe${at}`, title, 9_000 + 4_000 * at),
  );
  const { recommendation } = await over(
    shoes,
    'running shoes, stability',
    {},
    {
      shoe0: 'A neutral shoe for every day.',
      shoe1: 'Stability for feet that roll inwards.',
    },
  );
  expect(recommendation?.title).toBe('Pronto Kayano Running Shoes');
});

test('a metal is a colour of which a description speaks as what the thing is made of', async () => {
  const necklaces = [
    printer('steel', 'Pronto Heart Necklace', 2_000),
    printer('fine', 'Pronto Star Necklace', 4_000),
  ];
  const texts = { steel: 'Stainless steel.', fine: '925 sterling silver.' };
  expect((await over(necklaces, 'a silver necklace', {}, texts)).recommendation?.title).toBe(
    'Pronto Star Necklace',
  );
  const coats = [printer('coat', 'Pronto Rain Coat', 2_000)];
  expect(
    (await over(coats, 'a white rain coat', {}, { coat: 'Comes in white too.' })).recommendation,
  ).toBeNull();
});
