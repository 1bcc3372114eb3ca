import { describe, expect, test } from 'vitest';
import {
  rateFor,
  type ServedPlace,
  type ShippingRate,
  servedTiers,
  timingOf,
} from '../../../pipelines/domain/shipping_rate.ts';

const rate = (service: string, parts: Partial<ShippingRate> = {}): ShippingRate => ({
  service,
  country: 'US',
  region: null,
  postal_codes: [],
  from_price_minor: 0,
  cost_minor: 599,
  currency: 'USD',
  carrier: 'Parcelone',
  origin: null,
  min_handling_days: 0,
  max_handling_days: 0,
  min_transit_days: null,
  max_transit_days: null,
  cutoff: null,
  po_box: true,
  ...parts,
});
const place = (parts: Partial<ServedPlace> = {}): ServedPlace => ({
  country: 'US',
  region: 'US-NY',
  postal_code: '10001',
  kind: 'street',
  ...parts,
});
const order = (price_minor: number) => ({ price_minor, currency: 'USD' });

describe('the rate that an order pays', () => {
  const rates = [
    rate('standard'),
    rate('standard', { from_price_minor: 3500, cost_minor: 0 }),
    rate('standard', { region: 'AK', cost_minor: 2400 }),
    rate('standard', { region: 'US-HI', cost_minor: 2500 }),
    rate('standard', { postal_codes: ['100*', '10282'], cost_minor: 300 }),
    rate('standard', { postal_codes: ['10001'], cost_minor: 200 }),
  ];

  test.each([
    ['below the free price', 3499, place({ postal_code: '20005', region: 'US-DC' }), 599],
    ['from the free price on', 3500, place({ postal_code: '20005', region: 'US-DC' }), 0],
    [
      'of a region, stated with or without its country',
      9900,
      place({ region: 'US-AK', postal_code: '99501' }),
      2400,
    ],
    ['of another region', 100, place({ region: 'US-HI', postal_code: '96813' }), 2500],
    ['of a postal code that begins so', 100, place({ postal_code: '10002' }), 300],
    ['of that very postal code', 100, place(), 200],
    ['of a postal code that only begins alike', 100, place({ postal_code: '11201' }), 599],
    ['of a postal code with a space', 100, place({ postal_code: '100 02' }), 300],
    ['of a postal code that one without a star begins', 100, place({ postal_code: '102825' }), 599],
    ['of a region whose postal code is not known', 100, place({ postal_code: null }), 599],
  ])('%s', (_, price, to, cost) => {
    expect(rateFor(rates, order(price), to)?.cost_minor).toBe(cost);
  });

  test('of another currency is compared with no price, and without an order any is reached', () => {
    const euro = rate('standard', { currency: 'EUR', from_price_minor: 5000 });
    expect(rateFor([euro], order(1000), place())).toBe(euro);
    expect(rateFor([rate('standard', { from_price_minor: 5000 })], order(1000), place())).toBeNull();
    expect(rateFor([rate('standard', { from_price_minor: 5000 })], null, place())).not.toBeNull();
  });

  test('is none in another country', () => {
    expect(rateFor(rates, order(100), place({ country: 'CA', region: null }))).toBeNull();
  });

  test('does not depend on the order of rates', () => {
    for (const all of [rates, rates.toReversed()])
      expect(rateFor(all, order(5000), place())?.cost_minor).toBe(200);
  });
});

describe('the services that go to a place', () => {
  const rates = [
    rate('express', { cost_minor: 1900, po_box: false }),
    rate('standard'),
    rate('standard', { region: 'AK', cost_minor: 2400 }),
    rate('abroad', { country: 'CA', cost_minor: 1 }),
    rate('euro', { currency: 'EUR', cost_minor: 1 }),
    rate('island', { region: 'HI', cost_minor: 1 }),
  ];
  const names = (to: ServedPlace) =>
    servedTiers(rates, order(1000), to).served.map((tier) => [tier.rate.service, tier.cost_minor]);

  test('begin with the cheapest; another currency is compared with nothing', () => {
    expect(names(place())).toEqual([
      ['standard', 599],
      ['express', 1900],
      ['euro', null],
    ]);
    expect(names(place({ region: 'US-AK', postal_code: '99501' }))[0]).toEqual(['express', 1900]);
  });

  test('and why the others do not', () => {
    const { refused } = servedTiers(rates, order(1000), place({ kind: 'boxes' }));
    expect(refused).toEqual([
      { service: 'express', why: 'does not go to post office boxes' },
      { service: 'abroad', why: 'goes to CA only' },
      { service: 'island', why: 'does not go there' },
    ]);
  });

  test('say what is missing to know, and what is not taken', () => {
    const why = (one: ShippingRate, to: ServedPlace) => servedTiers([one], order(1000), to).refused[0]?.why;
    const country = place({ region: null, postal_code: null });
    expect(why(rate('island', { region: 'HI' }), country)).toBe('goes to some regions only; name one');
    expect(why(rate('island', { region: 'HI' }), place({ region: null }))).toBe('does not go there');
    expect(why(rate('island', { region: 'HI' }), place({ postal_code: null }))).toBe('does not go there');
    expect(why(rate('any', { po_box: false }), place({ kind: 'military' }))).toBe(
      'does not go to military post',
    );
    const abroad = [rate('far', { country: 'CA' }), rate('far', { country: 'MX' })];
    expect(servedTiers(abroad, order(1), place()).refused[0]?.why).toBe('goes to CA, MX only');
  });

  test('cost what `landed` says where nothing nearer is said, and only there', () => {
    const usual = { country: 'US', cost_minor: 0 };
    const cost = (to: ServedPlace) =>
      servedTiers(rates, order(1000), to, usual).served.map((tier) => [tier.rate.service, tier.cost_minor]);
    expect(cost(place())[0]).toEqual(['standard', 0]);
    const dear = servedTiers(rates, order(1000), place(), { country: 'US', cost_minor: 2500 });
    expect(dear.served[0]?.rate.service).toBe('express');
    // Alaska has a rate of its own: neither it nor express is free
    expect(cost(place({ region: 'US-AK', postal_code: '99501' }))).toEqual([
      ['express', 1900],
      ['standard', 2400],
      ['euro', null],
    ]);
  });
});

describe('how a rate gets there', () => {
  const times = [
    { carrier: 'PARCELONE', service: null, up_to_km: 500, min_days: 1, max_days: 2 },
    { carrier: 'Parcelone', service: 'Freight', up_to_km: 9000, min_days: 7, max_days: 9 },
    { carrier: 'Swift', service: null, up_to_km: 500, min_days: 1, max_days: 1 },
  ];

  test('is its own days, else its carrier’s by distance, of the service where it has one', () => {
    const transit = (one: ShippingRate) => timingOf(one, times).transit;
    expect(transit(rate('standard'))).toEqual([{ up_to_km: 500, least_days: 1, most_days: 2 }]);
    expect(transit(rate('freight'))).toEqual([{ up_to_km: 9000, least_days: 7, most_days: 9 }]);
    expect(transit(rate('standard', { min_transit_days: 2, max_transit_days: 3 }))).toEqual([
      { up_to_km: null, least_days: 2, most_days: 3 },
    ]);
    expect(transit(rate('standard', { carrier: null }))).toEqual([]);
    expect(transit(rate('standard', { carrier: null, min_transit_days: 2 }))).toEqual([
      { up_to_km: null, least_days: 2, most_days: 2 },
    ]);
  });

  test('handling delays it: the least from the start, the rest at the end', () => {
    const { handling_days, transit } = timingOf(
      rate('standard', {
        min_handling_days: 1,
        max_handling_days: 3,
        min_transit_days: 2,
        max_transit_days: 3,
      }),
      [],
    );
    expect(handling_days).toBe(1);
    expect(transit).toEqual([{ up_to_km: null, least_days: 2, most_days: 5 }]);
  });
});

test('postal codes are the same in lower case and with a space within, and a star alone is all of them', () => {
  const cost = (stated: string, code: string) =>
    rateFor([rate('standard'), rate('standard', { postal_codes: [stated], cost_minor: 1 })], order(100), {
      ...place({ postal_code: code }),
    })?.cost_minor;
  expect([cost('k1a0*', 'K1A 0B1'), cost('K1A-0B1', 'k1a0b1'), cost('k1a0*', 'K1B 0B1')]).toEqual([
    1, 1, 599,
  ]);
  expect([cost('*', '10001'), cost('1', '10001')]).toEqual([1, 599]);
});
