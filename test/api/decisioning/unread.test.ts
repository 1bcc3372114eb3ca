import { afterAll, expect, test } from 'vitest';
import { deciding } from './decided_over.ts';
import { market } from './headphone_market.ts';

const { over } = await deciding(afterAll);
const asked = (intent: string) => over(market, intent);

test('what tells of people and occasions is left aside, and the answer says so and is less sure', async () => {
  const plain = await asked('headphones under $200');
  const told = await asked('headphones for my daughter shes starting college, under $200');
  expect(told.recommendation?.title).toBe(plain.recommendation?.title);
  expect(told.not_known.join()).toContain('“for my daughter shes starting college”');
  expect(told.recommendation?.confidence).toBeLessThan(plain.recommendation?.confidence as number);
});

test.each([
  ['headphones with noise cancelling, seventy', 'seventy'],
  ['headphones for my son, he is coeliac', 'coeliac'],
  ['headphones that shut out zebras', 'shut out zebras'],
  ['headphones, not that ugly black', 'not that ugly black'],
  ['headphones, nothing older than gen 7', 'older than gen 7'],
  ['headphones and a case, one each', 'one each'],
  ['headphones, at most 15 euros', 'at most 15 euros'],
])('%s: what may be a must and is not understood is never left aside', async (intent, unread) => {
  const { recommendation, relax, not_known } = await asked(intent);
  expect(recommendation).toBeNull();
  expect(not_known.join()).toContain(`“${unread}”`);
  // Who asks knows whether it is a must; nobody is told to leave health aside.
  const dropped = unread === 'coeliac' ? [] : [`“${unread}”, which was not understood`];
  expect(relax.map(({ constraint }) => constraint)).toEqual(dropped);
});
