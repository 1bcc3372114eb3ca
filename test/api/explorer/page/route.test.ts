import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hrefOf, productHref, routeOf, withValues } from '../../../../api/explorer/page/route.ts';

test('an address leads to what it was made of, whatever the texts hold', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), fc.array(text, { maxLength: 3 }), (parts, sellers) => {
      const { parts: read, query } = routeOf(hrefOf(parts, { seller: sellers, cursor: null }));
      expect(read).toEqual(parts);
      expect(query.getAll('seller')).toEqual(sellers);
      expect(query.has('cursor')).toBe(false);
    }),
  );
});

test('what is no escape is taken as it is written', () => {
  expect(routeOf('#/products/100%/a%20b').parts).toEqual(['products', '100%', 'a b']);
});

test('a search keeps its other values where one changes', () => {
  const { query } = routeOf('#/search?q=a%26b&seller=x&seller=y&cursor=c');
  expect(withValues(query, { seller: ['x'], cursor: null })).toBe('#/search?q=a%26b&seller=x');
  expect(productHref('prd_1', 'var_2')).toBe('#/products/prd_1?variant=var_2');
  expect(routeOf('').parts).toEqual([]);
});
