import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OfferFilter, Offers, STOCK } from '../../../warehouse/text/offers.ts';
import { Selection } from '../../../warehouse/text/selection.ts';

/** More than the bits of a number, so that sellers share bits. */
const SELLERS = Array.from({ length: 70 }, (_, no) => `seller_${no}`);

const cost = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  // About where costs are no longer compared as whole numbers of 32 bits.
  fc.integer({ min: 2 ** 30 - 2, max: 2 ** 30 + 2 }),
  fc.constantFrom(2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY),
);
const offer = fc.record({ seller: fc.nat(SELLERS.length - 1), cost, stock: fc.constantFrom(0, 1, 2) });
const filter: fc.Arbitrary<OfferFilter> = fc.record(
  {
    sellers: fc.subarray([...SELLERS, 'nobody']),
    in_stock: fc.boolean(),
    max_price_minor: fc.oneof(cost, fc.constant(12.5)),
  },
  { requiredKeys: [] },
);

describe('a filter of offers', () => {
  it('keeps the products of which one offer meets all of it, whatever it costs and however many sell it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(offer, { maxLength: 4 }), { maxLength: 30 }),
        filter,
        (products, asked) => {
          const flat = products.flat();
          const firsts = new Uint32Array(products.length + 1);
          for (const [no, own] of products.entries()) firsts[no + 1] = (firsts[no] as number) + own.length;
          const offers = Offers.of(
            {
              firsts,
              sellerNos: Uint16Array.from(flat, ({ seller }) => seller),
              costs: Float64Array.from(flat, (one) => one.cost),
              stock: Uint8Array.from(flat, ({ stock }) => stock),
            },
            SELLERS,
          );
          const selection = new Selection(offers.arena, products.length);
          selection.living(offers.live(asked));
          offers.narrow(selection, asked);
          const passes = ({ seller, cost: price, stock }: (typeof flat)[number]) =>
            (asked.sellers?.includes(SELLERS[seller] as string) ?? true) &&
            (!asked.in_stock || stock === STOCK.yes) &&
            price <= (asked.max_price_minor ?? Number.POSITIVE_INFINITY);
          expect([...selection.products.subarray(0, selection.count)]).toEqual(
            [...products.keys()].filter((no) => products[no]?.some(passes)),
          );
        },
      ),
    );
  });
});
