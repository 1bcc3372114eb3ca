import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { State } from '../../../warehouse/state/state.ts';
import { DeliveryEngine, type DeliverySettings } from '../../../workflows/deliver/delivery_engine.ts';
import { receiver } from '../../api/monitoring/receiver.ts';
import { opened } from '../../warehouse/state/opened_state.ts';
import { SECRET, waitingDeliveries } from './waiting_deliveries.ts';

/** Delivers until the test ends; a clock that `pass` moves on by hand. */
function delivering(state: State, settings: Partial<DeliverySettings> = {}) {
  let shift = 0;
  const errors: unknown[] = [];
  const engine = new DeliveryEngine({
    state,
    now: () => new Date(Date.now() + shift),
    allowPrivate: true,
    onError: (error) => errors.push(error),
    pollMs: 10,
    ...settings,
  });
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });
  return {
    pass: (milliseconds: number) => {
      shift += milliseconds;
    },
  };
}

const deliveries = (state: State, id: string) =>
  state.deliveries.page(id, { after: null, state: null, limit: 100 });
const states = async (state: State, id: string) => (await deliveries(state, id)).map((one) => one.state);
const soon = { timeout: 20_000, interval: 20 };

test('every attempt is signed afresh under the same id, down the ladder to the dead letter, and back', async () => {
  const { state } = await opened();
  let fails = true;
  const { url, got } = await receiver(() =>
    fails ? { status: 500, body: `no: ${'x'.repeat(2_000)}` } : { status: 200, body: 'ok' },
  );
  const id = await waitingDeliveries(state, `${url}/hook?a=1`, 1);
  const { pass } = delivering(state);
  const MINUTE = 60_000;
  for (const [attempt, wait] of [1, 5, 30, 120].entries()) {
    await vi.waitFor(() => expect(got).toHaveLength(attempt + 1), soon);
    await vi.waitFor(
      async () => expect((await deliveries(state, id))[0]?.log).toHaveLength(attempt + 1),
      soon,
    );
    pass(wait * MINUTE - 2_000);
    await delay(50);
    expect(got).toHaveLength(attempt + 1);
    pass(2_001);
  }
  await vi.waitFor(async () => expect(await states(state, id)).toEqual(['dead']), soon);
  const [dead] = await deliveries(state, id);
  expect(dead?.log.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
  expect(dead?.log[0]?.answer).toBe(`no: ${'x'.repeat(996)}`);
  fails = false;
  expect(await state.deliveries.redeliver(id, null, Date.now())).toBe(1);
  await vi.waitFor(async () => expect(await states(state, id)).toEqual(['delivered']), soon);
  expect(got).toHaveLength(6);
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(got.map(({ headers }) => headers['webhook-signature'])).size).toBeGreaterThanOrEqual(5);
  const times = got.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect((times[4] as number) - (times[0] as number)).toBeGreaterThanOrEqual(156 * 60 - 10);
  const { headers, body } = got[0] as (typeof got)[0];
  for (const Library of [Webhook, SvixWebhook])
    expect(new Library(SECRET).verify(body, headers as Record<string, string>)).toEqual({
      number: 0,
      title: 'Café 😀',
    });
  expect(got[0]?.path).toBe('/hook?a=1');
});

test('410 ends that watch only, a redirect is not followed, and both signatures are sent after a rotation', async () => {
  const { state } = await opened();
  const other = await receiver();
  const { url, got } = await receiver(({ path }) =>
    path === '/gone'
      ? { status: 410 }
      : path === '/moved'
        ? { status: 302, headers: { location: other.url } }
        : { status: 204 },
  );
  const [gone, moved, good] = [
    await waitingDeliveries(state, `${url}/gone`, 3),
    await waitingDeliveries(state, `${url}/moved`, 1),
    await waitingDeliveries(state, `${url}/good`, 1),
  ];
  await state.watches.rotate(
    'ada',
    good,
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    '2999-01-01T00:00:00.000Z',
  );
  delivering(state);
  await vi.waitFor(async () => expect(await states(state, good)).toEqual(['delivered']), soon);
  await vi.waitFor(async () => expect(await states(state, gone)).toEqual(['dead', 'dead', 'dead']), soon);
  await vi.waitFor(async () => expect((await deliveries(state, moved))[0]?.log[0]?.status).toBe(302), soon);
  expect(other.got).toEqual([]);
  expect((await state.watches.get('ada', gone))?.status).toBe('disabled');
  expect((await state.watches.get('ada', good))?.status).toBe('active');
  const sent = got.find(({ path }) => path === '/good');
  expect(sent?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  for (const secret of [SECRET, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
    expect(() =>
      new Webhook(secret).verify(sent?.body ?? '', sent?.headers as Record<string, string>),
    ).not.toThrow();
});

test('a receiver that does not answer delays nobody, and is spared', async () => {
  const { state } = await opened();
  const slow = await receiver(() => ({ status: 200, hangs: true }));
  const fast = await receiver();
  const stuck = await waitingDeliveries(state, slow.url, 40);
  const quick = await waitingDeliveries(state, fast.url, 100);
  // Long beside what the quick one needs even where this process is kept waiting.
  delivering(state, { timeLimitMs: 1_000 });
  await vi.waitFor(() => expect(slow.got.length).toBeGreaterThan(0), soon);
  await vi.waitFor(
    async () => expect(new Set(await states(state, quick))).toEqual(new Set(['delivered'])),
    soon,
  );
  await vi.waitFor(
    async () =>
      expect(
        (await deliveries(state, stuck)).filter(({ log }) => log.length > 0).length,
      ).toBeGreaterThanOrEqual(10),
    soon,
  );
  await delay(700);
  expect(slow.got.length).toBeLessThan(40);
  const [tried] = (await deliveries(state, stuck)).filter(({ log }) => log.length > 0);
  expect(tried?.log[0]).toMatchObject({ status: null, error: 'no answer within 1 s' });
});

test.each([
  [200, 'delivered'],
  [500, 'pending'],
])('the status of an answer whose body never ends counts: %d is %s', async (status, becomes) => {
  const { state } = await opened();
  const { url, got } = await receiver(() => ({ status, body: 'thanks', goesOn: true }));
  const id = await waitingDeliveries(state, url, 1);
  delivering(state, { timeLimitMs: 500 });
  await vi.waitFor(async () => expect((await deliveries(state, id))[0]?.log).toHaveLength(1), soon);
  const [one] = await deliveries(state, id);
  expect(one).toMatchObject({ state: becomes, log: [{ status, error: null, answer: 'thanks' }] });
  expect(got).toHaveLength(1);
});

test('an inner address is refused at connect, by number and by name', async () => {
  const { state } = await opened();
  const { url, got } = await receiver();
  const byNumber = await waitingDeliveries(state, url, 1);
  const byName = await waitingDeliveries(state, url.replace('127.0.0.1', 'localhost'), 1);
  delivering(state, { allowPrivate: false });
  for (const id of [byNumber, byName])
    await vi.waitFor(
      async () => expect((await deliveries(state, id))[0]?.log[0]?.error).toMatch(/no public address/),
      soon,
    );
  expect(got).toEqual([]);
});

test('two processes over one state deliver everything, and a claim of the dead is taken over', async () => {
  const { state, again } = await opened();
  const { url, got } = await receiver();
  const id = await waitingDeliveries(state, url, 60);
  const claimed = await state.deliveries.claim({
    endpoint: new URL(url).origin,
    most: 5,
    nowMs: Date.now(),
    leaseMs: 400,
  });
  expect(claimed).toHaveLength(5);
  delivering(state);
  delivering(await again());
  await vi.waitFor(
    async () => expect(new Set(await states(state, id))).toEqual(new Set(['delivered'])),
    soon,
  );
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
  expect(got).toHaveLength(60);
});
