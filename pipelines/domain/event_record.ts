import type { EventType } from './watch.ts';

/** An event as it is told by log, stream, export and callback: the fields of all, then those of its type. */
export interface EventRecord {
  id: string;
  type: EventType;
  created_at: string;
  seller: string | null;
  product_id: string | null;
  variant_id: string | null;
  offer_id: string | null;
  [field: string]: unknown;
}

/** What happened, as it is told: the fields of every event, and those of its type in `payload`. */
export interface IndexEvent {
  /** `evt_…`, made from what happened. */
  id: string;
  type: EventType;
  /** ISO 8601: when it was observed. */
  created_at: string;
  seller: string | null;
  product_id: string | null;
  variant_id: string | null;
  offer_id: string | null;
  payload: Record<string, unknown>;
}

/** An event with what its type tells beside the fields of all. */
export function eventRecord(event: IndexEvent): EventRecord {
  const { id, type, created_at, seller, product_id, variant_id, offer_id, payload } = event;
  return { id, type, created_at, seller, product_id, variant_id, offer_id, ...payload };
}
