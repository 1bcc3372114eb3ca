import { Command, Option } from 'commander';
import { DELIVERY_STATES, type DeliveryState } from '../../warehouse/state/deliveries.ts';
import type { State } from '../../warehouse/state/state.ts';
import type { Watch } from '../../warehouse/state/watches.ts';
import { statusOf } from '../monitoring/watch_record.ts';
import { wholeNumber } from './gc.ts';
import { openIndex } from './opened_index.ts';
import { count, type Terminal, table } from './terminal.ts';

interface OwnerOption {
  owner: string;
}

interface DeliveriesOptions extends OwnerOption {
  state?: DeliveryState;
  limit: number;
}

/** Most watches of a list. */
const MOST = 10_000;

/** Shows watches and what reached their callbacks, and sends dead letters again. */
export function watchesCommand(terminal: Terminal): Command {
  const watches = new Command('watches').description(
    'watches and their callbacks: list, deliveries, redeliver',
  );
  watches
    .command('list', { isDefault: true })
    .description('the watches of an owner, oldest first')
    .option('--owner <name>', 'who they belong to', 'operator')
    .action(async ({ owner }: OwnerOption, command: Command) => {
      await using index = await openIndex(terminal, command);
      const rows = (await index.state.watches.page(owner, null, MOST)).map((watch) => [
        watch.id,
        statusOf(watch, new Date()),
        targetText(watch),
        conditionText(watch),
        watch.callback_url,
      ]);
      terminal.out(table(['id', 'status', 'target', 'condition', 'callback'], rows));
    });
  watches
    .command('deliveries <watch>')
    .description('what was sent to a watch’s callback, newest first, and what was answered')
    .option('--owner <name>', 'who the watch belongs to', 'operator')
    .addOption(new Option('--state <state>', 'only these').choices(DELIVERY_STATES))
    .option('--limit <deliveries>', 'most lines', wholeNumber(1), 50)
    .action(async (id: string, { owner, state, limit }: DeliveriesOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      await requireWatch(index.state, owner, id);
      const found = await index.state.deliveries.page(id, { after: null, state: state ?? null, limit });
      const rows = found.map((delivery) => {
        const last = delivery.log.at(-1);
        return [
          delivery.id,
          delivery.event_id,
          delivery.state,
          count(delivery.log.length),
          last?.at ?? '',
          last
            ? `${last.status ?? last.error} ${(last.answer ?? '').slice(0, 60).replace(/\s+/g, ' ')}`.trim()
            : '',
        ];
      });
      terminal.out(table(['id', 'event', 'state', 'attempts', 'last attempt', 'answer'], rows));
    });
  watches
    .command('redeliver <watch> [delivery]')
    .description('send all dead letters of a watch again, or one delivery')
    .option('--owner <name>', 'who the watch belongs to', 'operator')
    .action(async (id: string, delivery: string | undefined, { owner }: OwnerOption, command: Command) => {
      await using index = await openIndex(terminal, command);
      await requireWatch(index.state, owner, id);
      const sent = await index.state.deliveries.redeliver(id, delivery ?? null, Date.now());
      if (sent === 0 && delivery !== undefined)
        throw new Error(`the watch ${id} has no delivery ${delivery} that has ended`);
      terminal.out(`${count(sent)} to be delivered again\n`);
    });
  return watches;
}

async function requireWatch(state: State, owner: string, id: string): Promise<void> {
  if (!(await state.watches.get(owner, id)))
    throw new Error(`${owner} has no watch ${id}; \`watches list --owner NAME\` shows them`);
}

function targetText({ target_kind, target, target_seller }: Watch): string {
  return `${target_kind} ${target}${target_seller === null ? '' : ` at ${target_seller}`}`;
}

function conditionText({ condition, value_minor, percent }: Watch): string {
  return [condition, value_minor ?? percent ?? ''].join(' ').trim();
}
