import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ResponseCache } from '../../../api/http/response_cache.ts';

const answer = (rest: string) => ({ rest, etag: 'W/"x"', cost: 1 });

/** A cache already on this snapshot. */
function cacheOn(snapshot: string, bytes: number): ResponseCache {
  const cache = new ResponseCache(bytes);
  cache.get(snapshot, '');
  return cache;
}

describe('the response cache', () => {
  test('gives what was put in, never more than its room, and counts its bytes right', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('get', 'set'), fc.nat(30).map(String), fc.nat(400)), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(steps, (calls) => {
        const cache = cacheOn('s', 10_000);
        const last = new Map<string, string>();
        for (const [what, key, length] of calls) {
          if (what === 'set') {
            const rest = 'x'.repeat(length);
            cache.set('s', key, answer(rest));
            last.set(key, rest);
          } else {
            const found = cache.get('s', key);
            if (found) expect(found.rest).toBe(last.get(key));
          }
          expect(cache.bytes).toBeLessThanOrEqual(10_000);
        }
        let bytes = 0;
        for (const key of last.keys()) {
          const found = cache.get('s', key);
          if (found) bytes += 2 * (key.length + found.rest.length) + 200;
        }
        expect(cache.bytes).toBe(bytes);
      }),
    );
  });

  test('lets go of what was not used first', () => {
    const cache = cacheOn('s', 2_200);
    for (const key of ['a', 'b', 'c', 'd']) {
      cache.set('s', key, answer('x'.repeat(10)));
      cache.get('s', 'a');
    }
    for (let filler = 0; filler < 8; filler++) cache.set('s', `filler${filler}`, answer('x'.repeat(5)));
    expect(cache.get('s', 'b')).toBeUndefined();
    expect(cache.get('s', 'a')).toBeDefined();
  });

  test('forgets a snapshot when the next one comes, and takes no answer late from the old one', () => {
    const cache = cacheOn('one', 10_000);
    cache.set('one', 'k', answer('1'));
    expect(cache.get('two', 'k')).toBeUndefined();
    cache.set('one', 'k', answer('1'));
    expect([cache.get('two', 'k'), cache.size, cache.bytes]).toEqual([undefined, 0, 0]);
  });
});
