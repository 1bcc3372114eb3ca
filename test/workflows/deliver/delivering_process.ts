import { tmpdir } from 'node:os';
import { announce } from '../../../pipelines/watch/announce.ts';
import { openState } from '../../../warehouse/state/state.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { DeliveryEngine } from '../../../workflows/deliver/delivery_engine.ts';

/** A process that announces and delivers until it is killed: `delivering_process.ts DATA_FOLDER STATE`. */
const [, , data = '', statePath = ''] = process.argv;
const state = await openState(statePath);
const engine = new DeliveryEngine({
  state,
  now: () => new Date(),
  allowPrivate: true,
  onError: (error) => console.error(error),
  ladderMs: [20, 40, 80, 160],
  leaseMs: 300,
  pollMs: 10,
});
console.log('begins');
await announce({
  store: new FolderStore(data),
  state,
  now: () => new Date(),
  memoryLimit: '256MiB',
  spill: tmpdir(),
});
process.once('SIGTERM', () => {
  void engine[Symbol.asyncDispose]().then(() => state.close());
});
