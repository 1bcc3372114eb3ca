import { tmpdir } from 'node:os';
import { announce } from '../../../pipelines/watch/announce.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { type Row, TestMarket } from '../../pipelines/snapshot/market.ts';
import { indexServer } from '../index_server.ts';

/** A market whose publications are served and told to watches, one day after another. */
export async function watchedMarket(...sellers: string[]) {
  const market = await TestMarket.open(...sellers);
  const open = async () =>
    OpenSnapshot.open(await market.manifest(), market.store, { memoryLimit: '256MiB', timeLimitMs: 10_000 });
  const opened: OpenSnapshot[] = [];
  let closeServer = () => Promise.resolve();
  let server: Awaited<ReturnType<typeof indexServer>> | null = null;
  const served = () => {
    if (!server) throw new Error('publish first');
    return server;
  };
  return {
    market,
    get server() {
      return served();
    },
    /** Publishes what the sellers list on a day (`2026-01-02`), without telling the watches. */
    publish: async (day: string, rows: Record<string, Row[]>) => {
      for (const [seller, list] of Object.entries(rows)) await market.observe(seller, day, list);
      await market.publish({ now: () => new Date(`${day}T06:00:00Z`) });
      const snapshot = await open();
      opened.push(snapshot);
      if (server) server.serve(snapshot);
      else
        server = await indexServer(
          snapshot,
          { allow_private_callbacks: true },
          {
            atEnd: (close) => {
              closeServer = close;
            },
          },
        );
    },
    announce: () =>
      announce({
        store: market.store,
        state: served().state,
        now: () => new Date(served().clock.ms),
        memoryLimit: '256MiB',
        spill: tmpdir(),
      }),
    [Symbol.asyncDispose]: async () => {
      await closeServer();
      for (const snapshot of opened) snapshot.close();
      await market[Symbol.asyncDispose]();
    },
  };
}
