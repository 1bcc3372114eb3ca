import { expect, test } from 'vitest';
import { Views } from '../../../../pipelines/match/publish/views.ts';

test('a record is found by any of its places, the first one first', () => {
  const views = new Views(Uint32Array.of(0, 1, 0, 3, 0));
  expect(views.of(4)).toEqual([0, 2, 4]);
  expect(views.of(0)).toEqual([0, 2, 4]);
  expect(views.of(3)).toEqual([3]);
});
