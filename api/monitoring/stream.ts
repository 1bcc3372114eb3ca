import { type Static, Type } from 'typebox';
import { eventRecord } from '../../pipelines/domain/event_record.ts';
import type { State } from '../../warehouse/state/state.ts';
import { closed } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import type { Operation, StreamReply, StreamSink } from '../http/operation.ts';
import { EventFeed, type FedEvent } from './event_feed.ts';
import { EventTypeFilter } from './event_schema.ts';

/** What a client waits after a broken connection. */
const RETRY_MS = 3_000;

const query = Type.Object({ type: EventTypeFilter }, closed);

export const streamEvents: Operation = {
  group: 'monitoring',
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/stream',
  summary: 'Events as they are published, as server-sent events',
  description:
    'Each has the event’s type and id, and the record of GET /v1/events as data. With `Last-Event-ID` it goes on behind that event, out of the log; where the log has it no more, an event `gap` comes first and then all that is there. Comments keep the connection alive.',
  scope: 'read',
  cost: 1,
  query,
  produces: ['text/event-stream'],
  errors: [],
  async run(deps, input) {
    const { type: types } = input.query as Static<typeof query>;
    const { owner } = input.caller;
    const feed = feedOf(deps);
    const asked = input.headers['last-event-id'];
    const end = await feed.end();
    const place =
      typeof asked === 'string' && asked !== '' ? await deps.state.events.placeOf(asked, owner) : end;
    const { dropped_seq } = await deps.state.events.bounds();
    const isSeen = (event: FedEvent) =>
      (event.owner === null || event.owner === owner) && (types?.includes(event.type) ?? true);
    const reply: StreamReply = {
      kind: 'stream',
      contentType: 'text/event-stream',
      start: (sink) => {
        sink.write(`retry: ${RETRY_MS}\n\n`);
        if (place === null) sink.write(gap(String(asked)));
        return follow(feed, sink, place ?? dropped_seq, isSeen);
      },
    };
    return reply;
  },
};

const feeds = new WeakMap<State, EventFeed>();

/** The feed of this process; a process may serve several states. */
function feedOf({ state, log }: Deps): EventFeed {
  let feed = feeds.get(state);
  if (!feed) {
    feed = new EventFeed(state.events, (error) => log.error({ err: error }, 'the event log cannot be read'));
    feeds.set(state, feed);
  }
  return feed;
}

function gap(id: string): string {
  const detail = `${id} is not in the log (any more); what follows begins with the oldest event there is`;
  return `event: gap\ndata: ${JSON.stringify({ last_event_id: id, detail })}\n\n`;
}

function framed(event: FedEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(eventRecord(event))}\n\n`;
}

/**
 * Sends what lies behind a position and whatever follows, as fast as the client takes it: one that does not read is
 * written nothing more to, and goes on from the log once it reads again.
 */
function follow(
  feed: EventFeed,
  sink: StreamSink,
  from: number,
  isSeen: (event: FedEvent) => boolean,
): () => void {
  let position = from;
  let busy = false;
  let again = false;
  const ended = new AbortController();
  const pump = async (): Promise<void> => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      do {
        again = false;
        for (let events = await feed.read(position); events.length > 0 && !ended.signal.aborted; ) {
          for (const event of events) {
            if (isSeen(event) && !sink.write(framed(event))) await sink.drained();
            if (ended.signal.aborted) return;
            position = event.seq;
          }
          events = await feed.read(position);
        }
      } while (again && !ended.signal.aborted);
    } catch (error) {
      sink.fail(error);
    } finally {
      busy = false;
    }
  };
  const stop = feed.follow(() => void pump());
  void pump();
  return () => {
    ended.abort();
    stop();
  };
}
