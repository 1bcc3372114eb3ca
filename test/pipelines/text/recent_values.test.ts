import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentValues } from '../../../pipelines/text/recent_values.ts';

test('a value is made once while it is among the last that were asked for, and few are held', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(9), { maxLength: 60 }), (most, asked) => {
      const values = new RecentValues<{ key: number }>(most);
      const seen: { key: number; value: object }[] = [];
      for (const key of asked) {
        let isNew = false;
        const value = values.of(String(key), () => {
          isNew = true;
          return { key };
        });
        expect(value).toEqual({ key });
        const since = seen.slice(seen.findLastIndex((one) => one.key === key) + 1);
        const before = seen.findLast((one) => one.key === key);
        const others = new Set(since.map((one) => one.key));
        if (before && others.size < most) expect([isNew, before.value === value]).toEqual([false, true]);
        if (!before) expect(isNew).toBe(true);
        expect(values.size).toBeLessThanOrEqual(2 * most);
        seen.push({ key, value });
      }
    }),
  );
});

test('what weighs more counts as so many, and what is heavier than all is not kept', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 1, max: 12 })), (most, asked) => {
      const values = new RecentValues<number, number>(most, (value) => value);
      for (const [at, weight] of asked.entries()) {
        values.of(at, () => weight);
        const kept = asked.slice(0, at + 1).filter((_, key) => values.has(key));
        expect(kept.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2 * most);
        expect(values.find(at)).toBe(weight > most ? undefined : weight);
      }
    }),
  );
});
