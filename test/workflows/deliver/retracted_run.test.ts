import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { announce } from '../../../pipelines/watch/announce.ts';
import { isStaged } from '../../../warehouse/run.ts';
import { RunLog } from '../../../warehouse/run_log.ts';
import { DeliveryEngine } from '../../../workflows/deliver/delivery_engine.ts';
import { receiver } from '../../api/monitoring/receiver.ts';
import { describeStates } from '../../warehouse/state/both_states.ts';
import { SECRET } from './waiting_deliveries.ts';
import { watchedPrices, watchId } from './watched_prices.ts';

const LISTINGS = 6;

interface Told {
  id: string;
  type: string;
  watch_id: string;
  corrects?: string;
  current: { price_minor: number };
}

describeStates('what a retracted run told', (open) =>
  test('is told again as it was, signed, with the event that it corrects', async () => {
    const { state } = await open();
    const { url, got } = await receiver();
    await using market = await watchedPrices(state, { listings: LISTINGS, watches: 1, callback: url });
    await state.watches.rotate('ada', watchId(0), SECRET, '2026-01-01T00:00:00.000Z');
    const tell = () =>
      announce({
        store: market.store,
        state,
        now: () => new Date('2026-02-01T00:00:00Z'),
        memoryLimit: '256MiB',
        spill: `${market.root}/spill`,
      });
    const errors: unknown[] = [];
    const engine = new DeliveryEngine({
      state,
      now: () => new Date(),
      allowPrivate: true,
      onError: (error) => errors.push(error),
      pollMs: 10,
    });
    onTestFinished(() => engine[Symbol.asyncDispose]());
    /** Deliveries after the first so many, verified. */
    const delivered = async (from: number): Promise<Told[]> => {
      await vi.waitFor(() => expect(got).toHaveLength(from + LISTINGS), { timeout: 10_000, interval: 20 });
      return got
        .slice(from)
        .map(
          ({ body, headers }) => new Webhook(SECRET).verify(body, headers as Record<string, string>) as Told,
        );
    };
    await tell();
    const wrong = await delivered(0);
    expect(wrong.map(({ type, current }) => `${type} ${current.price_minor}`)).toEqual(
      Array.from({ length: LISTINGS }, () => 'price.changed 900'),
    );
    const runs = await new RunLog(market.store, await market.manifest()).all({
      seller: 'alpha',
      feed: 'catalogue',
    });
    const run = runs.filter((one) => isStaged(one)).find(({ as_of }) => as_of.startsWith('2026-01-02'));
    if (!run) throw new Error('the run of the second day is not there');
    const at = '2026-02-01T00:00:00.000Z';
    await market.publish({ retract: [{ run, by: 'ada', reason: 'no sale', at }], now: () => new Date(at) });
    await tell();
    const right = await delivered(LISTINGS);
    expect(new Set(right.map(({ corrects }) => corrects))).toEqual(new Set(wrong.map(({ id }) => id)));
    expect(new Set([...wrong, ...right].map(({ id }) => id)).size).toBe(2 * LISTINGS);
    for (const { current, watch_id } of right)
      expect([current.price_minor, watch_id]).toEqual([1_000, watchId(0)]);
    expect(errors).toEqual([]);
  }),
);
