import { join } from 'node:path';
import fastify from 'fastify';
import { pino } from 'pino';
import { OPERATIONS } from '../../api/http/operations.ts';
import { createServer } from '../../api/http/server.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { FollowedCatalogue } from '../../warehouse/reads/catalogue.ts';
import { RunReads } from '../../warehouse/run_reads.ts';
import { openState } from '../../warehouse/state/state.ts';
import { FolderStore } from '../../warehouse/store.ts';

/** `read_server.ts DATA SCRATCH`: serves the index and, on another port, an empty Fastify route; prints both addresses and a key. */
const [data = '', scratch = ''] = process.argv.slice(2);
const empty = fastify();
empty.get('/', () => ({ ok: true }));
const emptyUrl = await empty.listen({ port: 0, host: '127.0.0.1' });

const state = await openState(join(scratch, 'state.sqlite'));
const key = await state.keys.create({ owner: 'bench', scopes: ['read', 'match', 'export'] });
const catalogue = await FollowedCatalogue.open(new FolderStore(data), {
  memoryLimit: '512MiB',
  timeLimitMs: 10_000,
  pollMs: 5_000,
});
const server = createServer({
  operations: OPERATIONS,
  catalogue,
  state,
  runs: new RunReads(new FolderStore(data), new DataFolder(data)),
  market: { country: 'US', currency: 'USD', locale: 'en-US' },
  settings: { scratch: join(scratch, 'api'), rate: { units: 1e9, window_seconds: 60 } },
  log: pino({ level: 'silent' }),
});
const url = await server.listen({ port: 0, host: '127.0.0.1' });
process.on('message', () =>
  process.send?.({
    rss_mib: process.memoryUsage.rss() / 2 ** 20,
    peak_mib: process.resourceUsage().maxRSS / 1024,
  }),
);
process.send?.({ url, emptyUrl, token: key.token });
