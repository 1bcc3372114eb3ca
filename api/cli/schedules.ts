import { userInfo } from 'node:os';
import { Command } from 'commander';
import { givenFolderId } from '../../warehouse/folder_id.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { configOf } from './opened_index.ts';
import { type Terminal, table } from './terminal.ts';

const CHANGES = {
  pause: 'start nothing by this schedule until it is resumed',
  resume: 'let a paused schedule start its feed again',
  trigger: 'read the feed of this schedule now, unless it is being read',
} as const;

/** Schedules that are of no feed. */
const OWN: ReadonlySet<string> = new Set(['gc', 'media']);

/** The feeds' schedules on a Temporal server. */
export function schedulesCommand(terminal: Terminal): Command {
  const schedules = new Command('schedules').description('the feeds’ schedules on a Temporal server');
  schedules
    .command('apply')
    .description('make the schedules as the configuration says: new, changed and removed feeds')
    .action(async (_: object, command: Command) => {
      const { configuration, data } = configOf(terminal, command);
      const folder = await givenFolderId(new FolderStore(data));
      const { applySchedules, openClient } = await temporal();
      await using opened = await openClient(terminal.env);
      const applied = await applySchedules(opened, configuration, folder);
      for (const what of ['created', 'updated', 'removed'] as const)
        for (const id of applied[what]) terminal.out(`${what} ${id}\n`);
      terminal.out(`${applied.unchanged.length} unchanged\n`);
    });
  schedules
    .command('list', { isDefault: true })
    .description('every schedule, when it last started its feed and when it will')
    .action(async () => {
      const { listSchedules, openClient } = await temporal();
      await using opened = await openClient(terminal.env);
      const rows = (await listSchedules(opened)).map((one) => [
        one.id,
        one.schedule,
        one.paused ? `paused${one.note === '' ? '' : ` (${one.note})`}` : 'active',
        one.last ?? '',
        one.paused ? '' : (one.next ?? ''),
      ]);
      terminal.out(table(['schedule', 'cron (UTC)', 'state', 'last', 'next'], rows));
    });
  for (const change of ['pause', 'resume', 'trigger'] as const)
    schedules
      .command(`${change} <schedule>`)
      .description(CHANGES[change])
      .action(async (name: string) => {
        const { changeSchedule, openClient } = await temporal();
        await using opened = await openClient(terminal.env);
        const id = OWN.has(name) || name.startsWith('ingest/') ? name : `ingest/${name}`;
        await changeSchedule(opened, id, change, `${change} by ${userInfo().username}`);
        terminal.out(`${change} ${id}: done\n`);
      });
  return schedules;
}

/** Loaded only when needed: the SDK takes a second that no other command should wait for. */
async function temporal() {
  const [schedules, connection] = await Promise.all([
    import('../../workflows/temporal/schedules.ts'),
    import('../../workflows/temporal/connection.ts'),
  ]);
  return { ...schedules, ...connection };
}
