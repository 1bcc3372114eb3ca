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
