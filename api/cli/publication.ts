import type { Command } from 'commander';
import type { PublishRequest } from '../../workflows/messages.ts';
import { openIndex } from './opened_index.ts';
import type { Terminal } from './terminal.ts';

/** Publishes in this process. */
export async function publishHere(terminal: Terminal, command: Command, request: PublishRequest) {
  await using index = await openIndex(terminal, command);
  await using engine = index.engine();
  return await engine.publish(request);
}

/** Lets the workers of a Temporal server publish. */
export async function publishOnTemporal(terminal: Terminal, request: PublishRequest) {
  const { TemporalClient } = await import('../../workflows/temporal/client.ts');
  await using client = await TemporalClient.open(terminal.env);
  return await client.publish(request);
}
