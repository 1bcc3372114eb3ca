import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { RunReads } from '../../../warehouse/run_reads.ts';
import { writeHeldRuns } from '../../../warehouse/runs.ts';
import { ALPHA, BETA } from '../../pipelines/snapshot/doubtful_market.ts';
import { type Row, TestMarket } from '../../pipelines/snapshot/market.ts';
import { indexServer } from '../index_server.ts';

const GTIN = '4006381333931';
/** What the shopper of the tests looks for. */
export const MARKER = {
  gtin: GTIN,
  title: 'Stabilo Boss marker 70 yellow',
  brand: 'Stabilo',
  category: 'Office',
};

const marked = (sku: string, price: string): Row => ({
  ...MARKER,
  sku,
  price,
  url: `https://shop.example/${sku}`,
});

/** Sold in another currency than the market's, at one price. */
export const FOREIGN = { gtin: '4006381333948', title: 'Stabilo pencil set Greece', brand: 'Stabilo' };
const foreign = (sku: string): Row => ({ ...FOREIGN, sku, price: '12.00 EUR' });

/** Rows enough to know what is usual of a feed. */
const stock = (price: string): Row[] =>
  Array.from({ length: 20 }, (_, at) => ({ sku: `s${at}`, title: `Pen ${at} blue ink`, price }));

/**
 * A market to look into, served over HTTP: a product at two sellers whose prices moved, pairs that a person should look
 * at, rows that were rejected, and a run that is held.
 */
export async function exploredMarket(atEnd: (close: () => Promise<void>) => void) {
  const market = await TestMarket.open('alpha', 'beta', 'shop');
  await market.observe('alpha', '2026-01-01', [...ALPHA, marked('m1', '12.00'), foreign('e1')]);
  await market.observe('beta', '2026-01-01', [...BETA, marked('m2', '11.00'), foreign('e2')]);
  await market.observe('shop', '2026-01-01', [...stock('10.00'), { sku: 'bad', price: 'call us' }]);
  await market.publish();
  await market.observe('alpha', '2026-01-02', [...ALPHA, marked('m1', '9.50'), foreign('e1')]);
  await market.observe('shop', '2026-01-02', stock('990.00'));
  const { suspect } = await market.publish();
  await writeHeldRuns(
    market.store,
    suspect.map(({ run, reason, symptoms }) => ({ run_id: run.run_id, why: 'suspect', reason, symptoms })),
  );
  const snapshot = await OpenSnapshot.open(await market.manifest(), market.store, {
    memoryLimit: '256MiB',
    timeLimitMs: 10_000,
  });
  const server = await indexServer(snapshot, {}, { runs: new RunReads(market.store, market.folder), atEnd });
  atEnd(async () => {
    snapshot.close();
    await market[Symbol.asyncDispose]();
  });
  return { ...server, url: await server.app.listen({ port: 0, host: '127.0.0.1' }) };
}
