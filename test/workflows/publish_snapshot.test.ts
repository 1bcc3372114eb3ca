import { expect, test } from 'vitest';
import type { PublicationOutcome, PublishRequest } from '../../workflows/messages.ts';
import { type PublicationTicket, publishSnapshot } from '../../workflows/publish_snapshot.ts';

const outcome = (snapshot_id: string) => ({ snapshot_id }) as PublicationOutcome;
const ticket = (request: PublishRequest = {}, urgent = false): PublicationTicket => ({ request, urgent });

/** A clock that runs only when slept; `arrivals` are tickets by the millisecond they come at. */
function scene(arrivals: Record<number, PublicationTicket>, publishMs = 5_000) {
  const waiting: PublicationTicket[] = [];
  const published: PublishRequest[] = [];
  let clock = 0;
  const advance = (milliseconds: number) => {
    for (const [at, one] of Object.entries(arrivals))
      if (Number(at) >= clock && Number(at) < clock + milliseconds) waiting.push(one);
    clock += milliseconds;
  };
  advance(1);
  return {
    published,
    run: () =>
      publishSnapshot(
        {
          publish: (request) => {
            published.push(request);
            advance(publishMs);
            return Promise.resolve(outcome(`snp_${published.length}`));
          },
        },
        waiting,
        (milliseconds) => {
          advance(milliseconds);
          return Promise.resolve();
        },
      ),
  };
}

test('twenty feeds that finish within a minute are published in a few batches, and each ticket is answered', async () => {
  const arrivals = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n * 1_500, ticket()]));
  const { run, published } = scene(arrivals);
  expect(await run()).toEqual(outcome(`snp_${published.length}`));
  expect(published.length).toBeLessThanOrEqual(3);
  expect(Object.values(arrivals).every(({ result }) => result && 'outcome' in result)).toBe(true);
});

test('who waits is not kept waiting for more', async () => {
  const { run, published } = scene({ 0: ticket({ backfill: true }, true), 1: ticket() });
  await run();
  expect(published).toEqual([
    { backfill: true, rebuild: false },
    { backfill: false, rebuild: false },
  ]);
});

test('requests that share a publication lose nothing', async () => {
  const first = ticket({ accept: [{ run_id: 'run_1', by: 'ada' }] });
  const { run, published } = scene({ 0: first, 900: ticket({ rebuild: true }) });
  await run();
  expect(published).toEqual([{ backfill: false, rebuild: true, accept: [{ run_id: 'run_1', by: 'ada' }] }]);
});

test('a failure is told to those who asked, and does not hold up those who come later', async () => {
  const waiting = [ticket()];
  const later = ticket();
  let tries = 0;
  const result = await publishSnapshot(
    {
      publish: () => {
        if (tries++ > 0) return Promise.resolve(outcome('snp_2'));
        waiting.push(later);
        return Promise.reject(new Error('disk full'));
      },
    },
    waiting,
    () => Promise.resolve(),
  );
  expect(result).toEqual(outcome('snp_2'));
  expect(later.result).toEqual({ outcome: outcome('snp_2') });
  await expect(
    publishSnapshot({ publish: () => Promise.reject(new Error('disk full')) }, [ticket()], () =>
      Promise.resolve(),
    ),
  ).rejects.toThrow('disk full');
});
