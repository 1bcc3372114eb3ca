import { expect, test } from 'vitest';
import { askedKindsIn } from '../../../warehouse/meaning/asked_kinds.ts';

test.each([
  ['can the boy have satay?', ['avoid', 'allergy']],
  ['Is it safe to serve him prawns', ['avoid', 'allergy']],
  ['may she wear wool', ['avoid']],
  ['what does he do for a living', ['occupation']],
  ['what does Ada do', ['occupation']],
  // an obligation, no permission
  ['does she have to go', []],
  ['which shoes fit him', []],
])('%s asks about %j', (text, kinds) => {
  expect(askedKindsIn(text)).toEqual(kinds);
});
