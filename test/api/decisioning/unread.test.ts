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

test.each(['headphones, and they must work with zebras', 'headphones that must work with zebras'])(
  '%s: what the thing must do is never left aside',
  async (intent) => {
    const { recommendation, not_known } = await asked(intent);
    expect(recommendation).toBeNull();
    expect(not_known.join()).toMatch(/what is meant by “must work with zebras”/);
  },
);

test('a clause about a thing that is named, in words of no record, is left aside, and the answer says so', async () => {
  const { recommendation, not_known } = await asked('headphones that shut out zebras');
  expect(recommendation?.why.join('\n')).toContain('left aside: “shut out zebras”');
  expect(not_known.join()).toContain('“shut out zebras”: it was not understood, and was left aside');
});

test.each([
  ["headphones so it doesn't smear", "doesn't smear"],
  ["headphones so I don't wake the twins", "don't wake the twins"],
  ['headphones for two huskies', 'two huskies'],
  ["headphones, my twins shouldn't wake", "shouldn't wake"],
])('%s: what nothing of the kind speaks of is left aside, told and less sure', async (intent, doubted) => {
  const plain = await asked('headphones');
  const { recommendation, not_known } = await asked(intent);
  expect(recommendation?.title).toBe(plain.recommendation?.title);
  expect(not_known.join()).toContain(`“${doubted}”: nothing that was looked at speaks of it`);
  expect(recommendation?.why.join()).toContain(`left aside: “${doubted}”`);
  expect(recommendation?.confidence).toBeLessThan((plain.recommendation?.confidence ?? 0) * 0.8);
});

test.each([
  'headphones for seventy',
  "headphones, they mustn't drink from it",
  "headphones, they shouldn't need 20 seconds",
  "headphones, they mustn't arrive at work",
  "headphones, she wouldn't wear noise ones",
])('%s: amounts, what somebody must not take and health are a must whatever records say', async (intent) => {
  expect((await asked(intent)).recommendation).toBeNull();
});
