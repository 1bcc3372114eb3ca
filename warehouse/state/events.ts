import type { IndexEvent } from '../../pipelines/domain/event_record.ts';
import { type StateDatabase, statement } from './state_database.ts';

/** An event as it goes into the log; `owner` alone may see it, null for everybody. */
export interface NewEvent extends IndexEvent {
  owner: string | null;
}

/** An event at its place in the log. */
export interface LoggedEvent extends IndexEvent {
  seq: number;
}

/** A crossing of a threshold in the log. */
export interface LoggedCrossing extends NewEvent {
  /** Whether its watch was told none of the same product after it. */
  is_last: boolean;
}

/** An event that is to reach a watch's callback. */
export interface NewDelivery {
  /** `dlv_…`, made from watch and event. */
  id: string;
  watch_id: string;
  event_id: string;
  endpoint: string;
  /** JSON text as it is sent, at every attempt the same. */
  body: string;
}

/** What a price watch knows of a product, as it is kept. */
export interface WatchStateRow {
  watch_id: string;
  /** Product id; '' for the product that the watch is on. */
  scope: string;
  is_crossed: 0 | 1;
  base_minor: number | null;
  last_minor: number | null;
  last_at: number;
}

/** Some rows of a file of events, and all that follows from them: kept as one, or not at all. */
export interface EventBatch {
  /** Store key of the file. */
  part: string;
  /** Rows of the file that were taken before, and those taken with this batch. */
  from: number;
  taken: number;
  events: readonly NewEvent[];
  deliveries: readonly NewDelivery[];
  states: readonly WatchStateRow[];
}

export interface EventPage {
  owner: string;
  after: number;
  limit: number;
  types?: readonly string[] | undefined;
  sellers?: readonly string[] | undefined;
  /** Only of these offers, or of these products. */
  of?: { offers: readonly string[]; products: readonly string[] } | undefined;
}

export interface LogBounds {
  last_seq: number;
  dropped_seq: number;
}

/** The log of events in the order they were published, the same for everybody who may see them. */
export interface EventLog {
  /** Rows taken of each file. */
  taken(): Promise<ReadonlyMap<string, number>>;
  /** Those of some events that are in the log: all that follows from them is kept already. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The crossings that were told at the moment of one of some events. */
  crossingsOf(ids: readonly string[]): Promise<LoggedCrossing[]>;
  /** False where another process has taken these rows already; then nothing was changed. */
  take(batch: EventBatch, nowMs: number): Promise<boolean>;
  /** Notes that all events of a snapshot (`parts` files) are in, and drops those observed before `oldest` (ISO 8601). */
  finish(parts: number, oldest: string): Promise<void>;
  bounds(): Promise<LogBounds>;
  /** Events behind `after`, in order. */
  page(page: EventPage): Promise<LoggedEvent[]>;
  /** Where an event stands that this owner may see; null where it does not (any more). */
  placeOf(id: string, owner: string): Promise<number | null>;
  /** For the stream: events of all owners behind `after`, each with its owner. */
  tail(after: number, limit: number): Promise<(LoggedEvent & { owner: string | null })[]>;
}

interface EventRow extends Omit<LoggedEvent, 'payload'> {
  owner: string | null;
  payload: string;
}

const COLUMNS = 'seq, id, type, created_at, seller, product_id, variant_id, offer_id, owner, payload';

/** The log as the state's database keeps it. */
export class StoredEvents implements EventLog {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async taken(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.all<{ part_key: string; rows_taken: number }>(
      'select part_key, rows_taken from event_parts',
    );
    return new Map(rows.map((row) => [row.part_key, row.rows_taken]));
  }

  async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.all<{ id: string }>(
      {
        sqlite: `select id from event_log where id in (${LIST.sqlite('ids')})`,
        postgres: `select id from event_log where id in (${LIST.postgres('ids')})`,
      },
      { ids: JSON.stringify(ids) },
    );
    return new Set(rows.map(({ id }) => id));
  }

  async crossingsOf(ids: readonly string[]): Promise<LoggedCrossing[]> {
    if (ids.length === 0) return [];
    const rows = await this.#database.all<EventRow & { is_last: number | boolean }>(
      statement('event_log_crossings'),
      { ids: JSON.stringify(ids) },
    );
    return rows.map((row) => ({ ...eventOf(row), is_last: Boolean(row.is_last) }));
  }

  take({ part, from, taken, events, deliveries, states }: EventBatch, nowMs: number): Promise<boolean> {
    return this.#database.transaction(async (queries) => {
      await queries.get(statement('event_log_lock'));
      const known = await queries.get<{ rows_taken: number }>(
        'select rows_taken from event_parts where part_key = $part',
        { part },
      );
      if ((known?.rows_taken ?? 0) !== from) return false;
      await queries.run(statement('event_parts_take'), { part, from, taken });
      const rows = events.map((event) => ({ ...event, payload: JSON.stringify(event.payload) }));
      if (rows.length > 0) await queries.run(statement('events_insert'), { events: JSON.stringify(rows) });
      if (deliveries.length > 0)
        await queries.run(statement('deliveries_insert'), {
          deliveries: JSON.stringify(deliveries),
          now_ms: nowMs,
        });
      if (states.length > 0)
        await queries.run(statement('watch_states_write'), { states: JSON.stringify(states) });
      return true;
    });
  }

  async finish(parts: number, oldest: string): Promise<void> {
    await this.#database.transaction(async (queries) => {
      await queries.get(statement('event_log_lock'));
      await queries.run('update event_log_mark set parts = $parts', { parts });
      await queries.run(statement('event_log_dropped'), { oldest });
      await queries.run(statement('event_log_drop'), { oldest });
    });
  }

  async bounds(): Promise<LogBounds> {
    return (await this.#database.get<LogBounds>(statement('event_log_bounds'))) as LogBounds;
  }

  async page({ owner, after, limit, types, sellers, of }: EventPage): Promise<LoggedEvent[]> {
    const lists = Object.entries({ types, sellers, offers: of?.offers, products: of?.products }).flatMap(
      ([name, values]) => (values ? [[name, JSON.stringify(values)] as const] : []),
    );
    const named = new Set(lists.map(([name]) => name));
    const rows = await this.#database.all<EventRow>(
      { sqlite: pageSql(named, LIST.sqlite), postgres: pageSql(named, LIST.postgres) },
      { owner, after, most: limit, ...Object.fromEntries(lists) },
    );
    return rows.map(eventOf);
  }

  async placeOf(id: string, owner: string): Promise<number | null> {
    const row = await this.#database.get<{ seq: number }>(
      'select seq from event_log where id = $id and (owner is null or owner = $owner)',
      { id, owner },
    );
    return row?.seq ?? null;
  }

  async tail(after: number, limit: number): Promise<(LoggedEvent & { owner: string | null })[]> {
    const rows = await this.#database.all<EventRow>(
      `select ${COLUMNS} from event_log where seq > $after order by seq limit $most`,
      { after, most: limit },
    );
    return rows.map(eventOf);
  }
}

/** A parameter that is a JSON list, as each database reads it. */
const LIST = {
  sqlite: (name: string) => `select value from json_each($${name})`,
  postgres: (name: string) => `select json_array_elements_text($${name}::json)`,
};

/** One row per event of a page, within the lists that are named. */
function pageSql(named: ReadonlySet<string>, list: (name: string) => string): string {
  const among = (column: string, name: string) => (named.has(name) ? [`${column} in (${list(name)})`] : []);
  const ofProduct = [...among('offer_id', 'offers'), ...among('product_id', 'products')];
  const conditions = [
    'seq > $after',
    '(owner is null or owner = $owner)',
    ...among('type', 'types'),
    ...among('seller', 'sellers'),
    ...(ofProduct.length > 0 ? [`(${ofProduct.join(' or ')})`] : []),
  ];
  return `select ${COLUMNS} from event_log where ${conditions.join(' and ')} order by seq limit $most`;
}

function eventOf(row: EventRow): LoggedEvent & { owner: string | null } {
  return { ...row, payload: JSON.parse(row.payload) as Record<string, unknown> };
}
