import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { regionVariant, statedRegions } from '../../../../pipelines/domain/risk/region_variant.ts';

const region = (title: string, country = 'US', others: string[] = ['Phone', 'Phone']) =>
  regionVariant(title, others, country)?.words ?? null;

describe('the region that a title names', () => {
  test.each([
    ['Kestrix Aerie 13, EU version', 'eu version'],
    ['Mokkado Domo Bar (UK Plug)', 'uk plug'],
    ['Laptop 14" German keyboard', 'german keyboard'],
    ['Laptop 14" QWERTZ', 'qwertz'],
    ['Phone X – International Version', 'international version'],
    ['Phone X, Hong Kong stock', 'hong kong stock'],
    ['Phone X grey import', 'grey import'],
    ['Console Japanese-edition', 'japanese-edition'],
  ])('%s', (title, words) => expect(region(title)).toBe(words));

  test.each([
    'Italian Olive Oil Imported',
    'German Shepherd Calendar',
    'French Press Coffee Maker',
    'Swiss Chocolate Import Selection Box',
    'Australian Gold Lotion',
    'Canada Dry Ginger Ale',
    'Euro Cuisine Yogurt Maker',
    'Plug adapter for travel',
    'US version',
    'Laptop US keyboard',
    'Menu model 4',
    'Stock pot, Eu',
  ])('nothing in %s', (title) => expect(region(title)).toBeNull());

  test('depends on the market', () => {
    expect(region('Phone, EU version', 'DE')).toBeNull();
    expect(region('Laptop AZERTY', 'FR')).toBeNull();
    expect(region('Phone, US version', 'DE')).toBe('us version');
    expect(region('Charger with EU plug and US plug')).toBeNull();
  });

  test('is the product’s own name where the others say it as well', () => {
    expect(region('Phone, EU version', 'US', ['Phone EU version', 'Phone EU version', 'Phone'])).toBeNull();
    expect(region('Phone, EU version', 'US', ['Phone EU version', 'Phone', 'Phone'])).toBe('eu version');
    expect(region('Phone, EU version', 'US', [])).toBe('eu version');
  });

  test('names its countries', () => {
    expect(statedRegions('UK plug')).toMatchObject([{ region: 'GB', countries: ['GB'] }]);
  });
});

test('a region is told in any case, wherever in the title, and of no market that it names', () => {
  const words = fc.constantFrom('EU version', 'UK plug', 'German keyboard', 'QWERTZ', 'US version');
  fc.assert(
    fc.property(words, fc.boolean(), fc.constantFrom('US', 'DE', 'GB', 'JP'), (said, first, country) => {
      const title = first ? `${said}, Kettle 1.7 l` : `Kettle 1.7 l, ${said}`;
      const told = regionVariant(title, [], country);
      expect(regionVariant(title.toUpperCase(), [], country)).toEqual(told);
      for (const named of statedRegions(title).flatMap(({ countries }) => countries))
        expect(regionVariant(title, [], named)).toBeNull();
      // Where all others say it as well, it is the product's name.
      expect(regionVariant(title, [title, title], country)).toBeNull();
      if (told) expect(told.countries).not.toContain(country);
    }),
  );
});
