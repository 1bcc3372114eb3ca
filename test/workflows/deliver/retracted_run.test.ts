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

/** One on the seller, one on a single product's price, one on a threshold of a third. */
const WATCHES = 3;
/** The seller's events, one of the second product, one crossing of the third's threshold. */
const TOLD = LISTINGS + 2;

interface Told {
  id: string;
  type: string;
  watch_id: string;
  corrects?: string;
  direction?: string;
  threshold_minor?: number;
  previous: { price_minor: number };
  current: { price_minor: number };
}

describeStates('what a retracted run told', (open) =>
  test('is told again as it was, signed, with the event that it corrects', async () => {
    const { state } = await open();
    const { url, got } = await receiver();
    await using market = await watchedPrices(state, { listings: LISTINGS, watches: WATCHES, callback: url });
    for (let number = 0; number < WATCHES; number++)
      await state.watches.rotate('ada', watchId(number), SECRET, '2026-01-01T00:00:00.000Z');
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
      await vi.waitFor(() => expect(got).toHaveLength(from + TOLD), { timeout: 10_000, interval: 20 });
      return got
        .slice(from)
        .map(
          ({ body, headers }) => new Webhook(SECRET).verify(body, headers as Record<string, string>) as Told,
        );
    };
    await tell();
    const wrong = await delivered(0);
    const crossingOf = (told: readonly Told[]) =>
      told.find(({ watch_id }) => watch_id === watchId(2)) as Told;
    const changesOf = (told: readonly Told[]) => told.filter(({ watch_id }) => watch_id !== watchId(2));
    expect(changesOf(wrong).map(({ type, current }) => `${type} ${current.price_minor}`)).toEqual(
      Array.from({ length: LISTINGS + 1 }, () => 'price.changed 900'),
    );
    const crossed = crossingOf(wrong);
    expect(crossed).toMatchObject({
      type: 'price.threshold_crossed',
      threshold_minor: 950,
      direction: 'below',
      previous: { price_minor: 1_000 },
      current: { price_minor: 900 },
    });
    const runs = await new RunLog(market.store, await market.manifest()).all({
      seller: 'alpha',
      feed: 'catalogue',
    });
    const run = runs.filter((one) => isStaged(one)).find(({ as_of }) => as_of.startsWith('2026-01-02'));
    if (!run) throw new Error('the run of the second day is not there');
    const at = '2026-02-01T00:00:00.000Z';
    await market.publish({ retract: [{ run, by: 'ada', reason: 'no sale', at }], now: () => new Date(at) });
    await tell();
    const right = await delivered(TOLD);
    expect(new Set(right.map(({ corrects }) => corrects))).toEqual(new Set(wrong.map(({ id }) => id)));
    const ids = (told: readonly Told[]) => new Set(told.map(({ id }) => id));
    expect(ids(right).intersection(ids(wrong)).size).toBe(0);
    expect(new Set(changesOf(right).map(({ current }) => current.price_minor))).toEqual(new Set([1_000]));
    expect(crossingOf(right)).toMatchObject({
      type: 'price.threshold_crossed',
      corrects: crossed.id,
      threshold_minor: 950,
      direction: 'above',
      previous: { price_minor: 900 },
      current: { price_minor: 1_000 },
    });

    // the threshold is armed again: a real fall is a crossing of its own
    const rows = Array.from({ length: LISTINGS }, (_, sku) => ({
      sku: `s${sku}`,
      price: '8.00',
      title: `Thing number ${sku}`,
    }));
    await market.observe('alpha', '2026-02-02', rows);
    await market.publish({ now: () => new Date('2026-02-02T06:00:00Z') });
    await tell();
    const again = crossingOf(await delivered(2 * TOLD));
    expect(again).toMatchObject({
      type: 'price.threshold_crossed',
      direction: 'below',
      previous: { price_minor: 1_000 },
      current: { price_minor: 800 },
    });
    expect([crossed.id, crossingOf(right).id]).not.toContain(again.id);
    expect(errors).toEqual([]);
  }),
);
