import type { State } from '../../../warehouse/state/state.ts';

export const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
let made = 0;

/** A new watch with this callback, and so many events that wait for it; returns the watch's id. */
export async function waitingDeliveries(state: State, callback_url: string, events: number): Promise<string> {
  const id = `wat_${String(++made).padStart(20, '0')}`;
  const watch = {
    id,
    owner: 'ada',
    target_kind: 'brand' as const,
    target: 'x',
    target_seller: null,
    condition: 'price_changed' as const,
    value_minor: null,
    percent: null,
    callback_url,
    event_parts: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: null,
  };
  await state.watches.create(watch, SECRET, null);
  const deliveries = Array.from({ length: events }, (_, number) => ({
    id: `dlv_${id}_${number}`,
    watch_id: id,
    event_id: `evt_${String(number).padStart(16, '0')}`,
    endpoint: new URL(callback_url).origin,
    body: JSON.stringify({ number, title: 'Café 😀' }),
  }));
  await state.events.take(
    { part: `part of ${id}`, from: 0, taken: events, events: [], deliveries, states: [] },
    Date.now(),
  );
  return id;
}
