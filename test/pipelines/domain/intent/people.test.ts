import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

test('who is not allowed something must not have it', () => {
  const { avoid, health } = intentReader({ currency: 'USD' })(
    "grandma has one of those Trivo machines and isn't allowed caffeine since her heart op",
  );
  expect([avoid, health].map((all) => all.map(({ text }) => text))).toEqual([['caffeine'], ['caffeine']]);
});
