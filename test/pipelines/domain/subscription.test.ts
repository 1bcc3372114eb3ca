import { expect, test } from 'vitest';
import { readSubscription } from '../../../pipelines/domain/subscription.ts';

const read = (text: string) => readSubscription({ 'general.subscription_cost': text }, 'USD');

test.each([
  ['month:24:15.00 USD', { name: 'subscription', unit_minor: 1500, months: 24 }],
  ['Month : 12 : 9.99 USD', { name: 'subscription', unit_minor: 999, months: 12 }],
  // 100.00 a year is 8.34 a month, rounded up
  ['year:2:100.00 USD', { name: 'subscription', unit_minor: 834, months: 24 }],
])('%s', (text, subscription) => {
  expect(read(text)).toEqual(subscription);
});

test.each([
  '',
  'month',
  'month:0:15.00 USD',
  'month:01:15.00 USD',
  'month:1000:15.00 USD',
  'month:1.5:15.00 USD',
  'week:4:5.00 USD',
  'month:24:15.00 EUR',
  'month:24:15:00 USD',
  'month:24:free',
  'month:24',
  'month:x:1 USD',
])('nothing is read from %j', (text) => {
  expect(read(text)).toBeNull();
});

test('a listing that says nothing has none', () => {
  expect(readSubscription({}, 'USD')).toBeNull();
});
