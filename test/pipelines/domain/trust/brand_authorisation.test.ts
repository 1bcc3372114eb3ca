import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AuthorisationLists,
  type AuthorisationRow,
  type NamedSeller,
} from '../../../../pipelines/domain/trust/brand_authorisation.ts';

const row = (seller: string, parts: Partial<AuthorisationRow> = {}): AuthorisationRow => ({
  brand: 'Aurivox',
  seller,
  country: null,
  status: 'authorised',
  from: null,
  to: null,
  ...parts,
});
const techmart: NamedSeller = { id: 'techmart', name: 'TechMart', kind: 'retailer' };
const status = (rows: AuthorisationRow[], seller = techmart, brand = 'AURIVOX') =>
  new AuthorisationLists(rows, { country: 'US', today: '2026-08-31' }).of(seller, brand).status;

describe('what a brand’s list says of a seller', () => {
  test('is unknown where it publishes none, for this country at least', () => {
    expect(status([])).toBe('unknown');
    expect(status([row('voltcity', { brand: 'Other' })])).toBe('unknown');
    expect(status([row('voltcity', { country: 'DE' })])).toBe('unknown');
  });

  test.each(['techmart', 'TechMart', ' TECHMART ', 'https://www.techmart/shop'])('names it as %j', (named) =>
    expect(status([row(named), row('voltcity')])).toBe('authorised'),
  );

  test.each([
    ['does not name it', [row('voltcity')]],
    ['revokes it', [row('techmart'), row('techmart', { status: 'revoked', from: '2026-08-01' })]],
    ['has lapsed', [row('techmart', { to: '2026-08-30' })]],
    ['has not begun', [row('techmart', { from: '2026-09-01' })]],
    ['names it elsewhere', [row('techmart', { country: 'DE' }), row('voltcity')]],
  ])('leaves it unauthorised where it %s', (_, rows) => expect(status(rows)).toBe('unauthorised'));

  test('says so on the very days, and of the country of the market', () => {
    expect(status([row('techmart', { from: '2026-08-31', to: '2026-08-31', country: 'US' })])).toBe(
      'authorised',
    );
    expect(status([row('techmart', { status: 'revoked', from: '2026-09-01' }), row('techmart')])).toBe(
      'authorised',
    );
  });

  test('need not name the brand’s own storefront', () => {
    const own: NamedSeller = { id: 'aurivox.example', name: 'Aurivox', kind: 'brand_storefront' };
    expect(status([row('voltcity')], own)).toBe('authorised');
    expect(status([row('voltcity')], { ...own, id: 'mp_aurivox', kind: 'marketplace_seller' })).toBe(
      'unauthorised',
    );
    expect(status([row('voltcity')], { ...own, id: 'brewhaus.example', name: 'Brewhaus' })).toBe(
      'unauthorised',
    );
  });

  test('tells since when', () => {
    const ends = ['2026-05-31', '2026-07-31', '2026-06-30'];
    const lists = new AuthorisationLists(
      ends.map((to) => row('techmart', { to })),
      {
        country: 'US',
        today: '2026-08-31',
      },
    );
    expect(lists.of(techmart, 'Aurivox')).toEqual({
      status: 'unauthorised',
      note: 'Its authorisation ended on 2026-07-31.',
      since: '2026-08-01',
    });
  });
});

test('hangs on no order of a list, and a row of somebody else takes nothing from who is named', () => {
  const rows = fc.array(
    fc.record({
      brand: fc.constantFrom('Aurivox', 'Other'),
      seller: fc.constantFrom('techmart', 'voltcity', 'brewhaus'),
      country: fc.constantFrom(null, 'US', 'DE'),
      status: fc.constantFrom<AuthorisationRow['status'][]>('authorised', 'revoked', null),
      from: fc.constantFrom(null, '2026-08-01', '2026-09-01'),
      to: fc.constantFrom(null, '2026-08-30', '2026-12-31'),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(rows, (given) => {
      const told = status(given);
      expect(status(given.toReversed())).toBe(told);
      // One more list says who else may sell it: who is named stays so, who is not is known not to be.
      const more = status([...given, row('brewhaus')]);
      expect(more).toBe(told === 'authorised' ? 'authorised' : 'unauthorised');
      expect(status([...given, row('techmart', { status: 'revoked' })])).toBe('unauthorised');
    }),
  );
});

describe('what is said of it', () => {
  const told = (rows: AuthorisationRow[], seller = techmart, brand = 'Aurivox') =>
    new AuthorisationLists(rows, { country: 'US', today: '2026-08-31' }).of(seller, brand);

  test('in words, and since when', () => {
    expect(told([])).toEqual({
      status: 'unknown',
      note: 'The brand publishes no list of sellers.',
      since: null,
    });
    expect(told([row('techmart', { country: 'DE' })]).note).toBe(
      'The brand publishes no list of sellers for US.',
    );
    const revoked = (from: string | null) => told([row('techmart', { status: 'revoked', from })]);
    expect(revoked('2026-08-01')).toEqual({
      status: 'unauthorised',
      note: 'The brand has revoked its authorisation since 2026-08-01.',
      since: '2026-08-01',
    });
    expect(revoked(null).note).toBe('The brand has revoked its authorisation.');
    expect(told([row('voltcity')])).toEqual({
      status: 'unauthorised',
      note: 'The brand’s list does not name it.',
      since: null,
    });
    // That another's ended, or that its own has not begun, says nothing of it.
    expect(told([row('voltcity', { to: '2026-01-31' })]).note).toBe('The brand’s list does not name it.');
    expect(told([row('techmart', { from: '2026-09-01', to: '2026-12-31' })]).note).toBe(
      'The brand’s list does not name it.',
    );
    const own: NamedSeller = { id: 'acmetools.example', name: 'Acme', kind: 'brand_storefront' };
    expect(told([row('voltcity', { brand: 'Acme Tools' })], own, ' acme  tools '.replace('  ', ' '))).toEqual(
      {
        status: 'authorised',
        note: 'The brand’s own storefront.',
        since: null,
      },
    );
    // A retailer of the brand's name is none.
    expect(
      told([row('voltcity', { brand: 'Acme Tools' })], { ...own, kind: 'retailer' }, 'Acme Tools').status,
    ).toBe('unauthorised');
  });

  test.each(['http://techmart/us/store', 'www.techmart', 'techmart/'])('names it as %j, too', (named) =>
    expect(status([row(named)])).toBe('authorised'),
  );

  test('of a name of several words in whatever spaces, and of no name that only holds it', () => {
    const seller: NamedSeller = { id: 'tm', name: 'Tech Mart', kind: 'retailer' };
    expect(status([row('tech   mart')], seller)).toBe('authorised');
    expect(status([row('techmart')], seller)).toBe('unauthorised');
    expect(status([row('shop.www.techmart')])).toBe('unauthorised');
  });
});
