import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const readIn = (language: string) => intentReader({ currency: 'EUR', languages: [language] });

test.each([
  ['de', 'Windeln Größe 4, mindestens 100 Stück', 100, false],
  ['de', 'Batterien AA, mind. 40 Stück, nicht von Voltaro', 40, false],
  ['en', 'AA batteries, 40 or more, under 20', 40, false],
  ['en', 'baby wipes, 500 or more in one pack', 500, true],
  ['fr', 'couches, au moins 100 pièces', 100, false],
  ['es', 'pañales talla 4, mínimo 100 unidades', 100, false],
  // Of what is not bought by number pieces are counted in one of it.
  ['en', 'train set, at least 40 pieces', 40, true],
])('%s: %s: so many at least', (language, text, pieces, isPack) => {
  expect(readIn(language)(text).quantity).toMatchObject({ pieces, of: 'pieces', isPack, isLeast: true });
});

test.each([
  ['printer, 500 or more in one tray'],
  ['laptop, at least 1000 euros'],
  ['headphones for 100 or more hours'],
])('%s counts no pieces', (text) => {
  expect(readIn('en')(text).quantity).toBeNull();
});

test.each([['3 ring binder 2 inch'], ['501 jeans 32 34'], ['7 seat car 2 litre']])(
  '%s counts nothing',
  (text) => {
    expect(readIn('en')(text).quantity).toBeNull();
  },
);

test.each([
  ['en', 'oat milk by the dozen', 12, false],
  ['de', 'Hafermilch im Dutzend', 12, false],
  ['it', 'passata a dozzine', 12, false],
  ['en', 'capsules, ten is enough to try them', 10, false],
  ['de', 'Kapseln, 50 reichen', 50, false],
  ['en', 'capsules, the hundred-packs', 100, true],
  ['en', 'a ten-pack of capsules', 10, true],
])('%s: %s: so many', (language, text, pieces, isPack) => {
  expect(readIn(language)(text).quantity).toMatchObject({ pieces, of: 'pieces', isPack });
});

test.each([
  ['es', 'cabezales Oral-B iO, cuatro', 4, false],
  ['de', 'Zahnbürstenköpfe Oral-B iO, vier', 4, false],
  ['en', 'usb cables, two please', 2, false],
  ['en', 'hooks that hold on tiles, need at least six', 6, true],
])('%s: %s: a number in words by itself behind the thing is how many', (language, text, pieces, isLeast) => {
  const { quantity } = intentReader({ currency: 'USD', languages: [language] })(text);
  expect(quantity).toMatchObject({ pieces, of: 'pieces', isLeast });
});

test.each(['running shoes, nine', 'printer, one', 'laptop, four cores', 'shoes, need at least 60'])(
  '%s: which a size, an article, a number of something and digits are not',
  (text) => {
    const { quantity } = intentReader({ currency: 'USD', languages: ['en'] })(text);
    expect(quantity).toBeNull();
  },
);
