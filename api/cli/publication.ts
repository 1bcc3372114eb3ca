import type { Command } from 'commander';
import { givenFolderId } from '../../warehouse/folder_id.ts';
import { FolderStore } from '../../warehouse/store.ts';
import type { PublishRequest } from '../../workflows/messages.ts';
import { configOf, openIndex } from './opened_index.ts';
import type { Terminal } from './terminal.ts';

/** Publishes in this process. */
export async function publishHere(terminal: Terminal, command: Command, request: PublishRequest) {
  await using index = await openIndex(terminal, command);
  await using engine = await index.engine();
  return await engine.publish(request);
}

/** Lets the workers of a Temporal server publish. */
export async function publishOnTemporal(terminal: Terminal, command: Command, request: PublishRequest) {
  const folder = await givenFolderId(new FolderStore(configOf(terminal, command).data));
  const staged = folder === null ? {} : { staged: [{ folder, runs: [] }] };
  const { TemporalClient } = await import('../../workflows/temporal/client.ts');
  await using client = await TemporalClient.open(terminal.env);
  return await client.publish({ ...request, ...staged });
}
