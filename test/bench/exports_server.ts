import { join } from 'node:path';
import { pino } from 'pino';
import { exportDatasets } from '../../api/agents/exports.ts';
import { createServer } from '../../api/http/server.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { RunReads } from '../../warehouse/run_reads.ts';
import { openState } from '../../warehouse/state/state.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { ManyTables } from './exports_tables.ts';

/** `exports_server.ts DATA TABLES SCRATCH`: serves exports of these tables; tells its address and a key, and when asked its peak memory and processor time. */
const [data = '', folder = '', scratch = ''] = process.argv.slice(2);
const tables = await ManyTables.open(data, folder);
const snapshot = Object.assign(tables, { hold: () => Promise.resolve() }) as unknown as Snapshot;
const state = await openState(join(scratch, 'state.sqlite'));
const { token } = await state.keys.create({ owner: 'bench', scopes: ['export'] });
const server = createServer({
  operations: [exportDatasets],
  catalogue: { ready: true, acquire: () => ({ snapshot, release: () => undefined }) },
  state,
  runs: new RunReads(new FolderStore(data), new DataFolder(data)),
  market: { country: 'US', currency: 'USD', locale: 'en-US' },
  settings: { scratch: join(scratch, 'api'), rate: { units: 1e9, window_seconds: 60 } },
  log: pino({ level: 'silent' }),
});
const url = await server.listen({ port: 0, host: '127.0.0.1' });
process.on('message', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.send?.({ peak_mib: maxRSS / 1024, cpu: (userCPUTime + systemCPUTime) / 1e6 });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url, token });
