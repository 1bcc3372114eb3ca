import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysNewToListing } from '../../../../pipelines/domain/risk/new_to_listing.ts';

const DAY = 86_400;
const age = (first: number, others: number | null, now = 100) =>
  daysNewToListing({
    first_seen: first * DAY,
    others_first_seen: others === null ? null : others * DAY,
    now: now * DAY,
  });

test('new is a listing of less than 30 days, of a product that others had 30 days before', () => {
  expect(age(90, 0)).toBe(10);
  expect(age(71, 41)).toBe(29);
  expect(age(70, 0)).toBeNull();
  expect(age(90, 61)).toBeNull();
  expect(age(90, null)).toBeNull();
});

test('hangs on distances in time alone, and an offer that grows older is never new again', () => {
  const day = fc.integer({ min: 0, max: 200 });
  fc.assert(
    fc.property(
      day,
      fc.option(day),
      fc.nat(60),
      fc.nat(60),
      fc.nat(1000),
      (first, others, old, later, shift) => {
        const told = age(first, others, first + old);
        expect(age(first + shift, others === null ? null : others + shift, first + old + shift)).toBe(told);
        if (told === null) expect(age(first, others, first + old + later)).toBeNull();
        else expect(told).toBe(old);
      },
    ),
  );
});
