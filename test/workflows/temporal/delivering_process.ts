import { DataFolder } from '../../../warehouse/folder.ts';
import { openState } from '../../../warehouse/state/state.ts';
import { startDeliveringWorker } from './delivering_worker.ts';

/** A process that delivers until it is killed: `delivering_process.ts DATA_FOLDER LADDER`, waits in milliseconds. */
const [, , data = '', ladder = ''] = process.argv;
const state = await openState(new DataFolder(data).stateFile());
const ladderMs = ladder.split(',').map(Number);
const worker = await startDeliveringWorker({ data, state, env: process.env, ladderMs });
console.log('is ready');
await worker.ended;
