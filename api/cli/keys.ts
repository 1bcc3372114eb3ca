import { Command, InvalidArgumentError, Option } from 'commander';
import { SCOPES, type Scope } from '../http/operation.ts';
import { durationMs } from './duration.ts';
import { openIndex } from './opened_index.ts';
import { type Terminal, table } from './terminal.ts';

interface CreateOptions {
  owner: string;
  label: string;
  scope?: Scope[];
  expires?: Date;
}

interface RotateOptions {
  overlap: number;
  expires?: Date;
}

const DAY_MS = 86_400_000;

/** Makes, lists, rotates and revokes API keys. */
export function keysCommand(terminal: Terminal): Command {
  const keys = new Command('keys').description('make, list, rotate and revoke API keys');
  addCreate(keys, terminal);
  addList(keys, terminal);
  addRotate(keys, terminal);
  addRevoke(keys, terminal);
  return keys;
}

function addCreate(keys: Command, terminal: Terminal): void {
  keys
    .command('create')
    .description('make a key and show it once')
    .option('--owner <name>', 'who it belongs to', 'operator')
    .option('--label <text>', 'what it is for', '')
    .addOption(new Option('--scope <scopes...>', 'what it may do (default all)').choices(SCOPES))
    .option('--expires <time>', 'when it ends, ISO 8601 (default never)', futureTime)
    .action(async (options: CreateOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      const { token, key } = await index.state.keys.create({
        owner: options.owner,
        label: options.label,
        scopes: options.scope ?? SCOPES,
        expires_at: options.expires ?? null,
      });
      terminal.err(`key ${key.id} of ${key.owner}, scopes ${key.scopes.join(' ')}; it is shown only now:\n`);
      terminal.out(`${token}\n`);
    });
}

function addList(keys: Command, terminal: Terminal): void {
  keys
    .command('list')
    .description('all keys, the dead ones too')
    .action(async (_: object, command: Command) => {
      await using index = await openIndex(terminal, command);
      const rows = (await index.state.keys.list()).map((key) => [
        key.id,
        key.owner,
        key.label,
        key.scopes.join(' '),
        key.created_at,
        key.revoked_at === null ? (key.expires_at ?? 'never') : `revoked ${key.revoked_at}`,
      ]);
      terminal.out(table(['id', 'owner', 'label', 'scopes', 'created', 'ends'], rows));
    });
}

function addRotate(keys: Command, terminal: Terminal): void {
  keys
    .command('rotate <id>')
    .description('make a key for the same owner and scopes and show it once; the old one goes on for a while')
    .addOption(
      new Option('--overlap <time>', 'how long the old one goes on: 0, or such as 30m, 24h, 7d')
        .argParser(durationMs)
        .default(DAY_MS, '24h'),
    )
    .option('--expires <time>', 'when the new one ends, ISO 8601 (default never)', futureTime)
    .action(async (id: string, { overlap, expires }: RotateOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      const { token, key } = await index.state.keys.rotate(id, overlap, expires);
      const old = (await index.state.keys.list()).find((one) => one.id === id);
      terminal.err(
        `key ${key.id} of ${key.owner}, scopes ${key.scopes.join(' ')}, in place of ${id}, which ends ${old?.expires_at ?? 'now'}; it is shown only now:\n`,
      );
      terminal.out(`${token}\n`);
    });
}

function addRevoke(keys: Command, terminal: Terminal): void {
  keys
    .command('revoke <id>')
    .description('end a key at once')
    .action(async (id: string, _: object, command: Command) => {
      await using index = await openIndex(terminal, command);
      if (!(await index.state.keys.revoke(id)))
        throw new Error(`there is no key ${id}; \`keys list\` shows them`);
      terminal.out(`revoked ${id}\n`);
    });
}

function futureTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time.getTime() <= Date.now())
    throw new InvalidArgumentError('It must be an ISO 8601 time in the future.');
  return time;
}
