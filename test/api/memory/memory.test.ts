import { expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const snapshot = listedSnapshot([listing('alpha', 'a1')]);
interface Stored {
  id: string;
  results: { text: string; score: number; constraints: unknown }[];
  items: { text: string }[];
  next_cursor: string | null;
}

test('a fact is stored, recalled, listed and deleted; its constraints and metadata come back as they were', async () => {
  const server = await indexServer(snapshot);
  const constraints = { budget_minor: 50_000, must_have: ['USB-C'], avoid: ['refurbished'] };
  const metadata = { source: 'chat', turn: 7, nested: { deep: [1, null] } };
  const sent = { namespace: 'shopper/1', text: 'Wants a laptop under 500 dollars', constraints, metadata };
  const { status, body } = await server.post<Stored>('/v1/memory', sent);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...sent, expires_at: null, created_at: '2026-11-21T12:00:00.000Z' });
  const asked = { namespace: 'shopper/1', query: 'how much for a notebook?', min_score: 0.1 };
  const { results } = (await server.post<Stored>('/v1/memory/query', asked)).body;
  expect(results).toMatchObject([{ id: body.id, constraints, metadata }]);
  expect((await server.get<Stored>('/v1/memory?namespace=shopper%2F1')).body.items).toHaveLength(1);
  expect((await server.delete(`/v1/memory/${body.id}`)).status).toBe(204);
  expect((await server.delete(`/v1/memory/${body.id}`)).status).toBe(404);
  expect((await server.delete('/v1/memory?namespace=shopper%2F1')).status).toBe(204);
  expect((await server.delete('/v1/memory?namespace=shopper%2F1')).status).toBe(404);
});

test('what another owner or nobody stored is not found', async () => {
  const server = await indexServer(snapshot);
  const { token } = await server.state.keys.create({ owner: 'other', scopes: ['memory'] });
  const { body } = await server.post<Stored>('/v1/memory', { namespace: 'n', text: 'mine' });
  const asOther = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    server.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
  const answers = [
    await asOther('POST', '/v1/memory/query', { namespace: 'n', query: 'mine' }),
    await asOther('GET', '/v1/memory?namespace=n'),
    await asOther('DELETE', `/v1/memory/${body.id}`),
    await asOther('DELETE', '/v1/memory?namespace=n'),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect((await server.get<Stored>('/v1/memory?namespace=n')).body.items).toHaveLength(1);
});

test('pages hold each fact once, and a fact is gone once it has expired', async () => {
  const server = await indexServer(snapshot);
  for (let number = 0; number < 5; number++)
    await server.post('/v1/memory', { namespace: 'n', text: `fact ${number}` });
  await server.post('/v1/memory', {
    namespace: 'n',
    text: 'fact 5',
    expires_at: '2026-11-21T14:00:00+01:00',
  });
  const texts: string[] = [];
  for (let url: string | null = '/v1/memory?namespace=n&limit=2'; url !== null; ) {
    const { body }: { body: Stored } = await server.get<Stored>(url);
    texts.push(...body.items.map(({ text }) => text));
    url = body.next_cursor && `/v1/memory?namespace=n&limit=2&cursor=${body.next_cursor}`;
  }
  expect(texts).toEqual([0, 1, 2, 3, 4, 5].map((number) => `fact ${number}`));
  server.clock.ms = Date.parse('2026-11-21T13:00:00Z');
  expect((await server.get<Stored>('/v1/memory?namespace=n')).body.items).toHaveLength(5);
  const { results } = (await server.post<Stored>('/v1/memory/query', { namespace: 'n', query: 'fact 5' }))
    .body;
  expect(results.map(({ text }) => text)).not.toContain('fact 5');
});

test.each([
  [{ text: 'x' }, 'namespace'],
  [{ namespace: 'n', text: ' ' }, 'text'],
  [{ namespace: 'n', text: 'x', expires_at: '2026-11-21T11:00:00Z' }, 'expires_at'],
  [{ namespace: 'n', text: 'x', metadata: { big: 'y'.repeat(17_000) } }, 'metadata'],
  [{ namespace: 'n', text: 'x', constraints: { budget: 1 } }, 'constraints.budget'],
])('a wrong fact is refused by its field: %#', async (sent, param) => {
  const server = await indexServer(snapshot);
  const { status, body } = await server.post('/v1/memory', sent);
  expect([status, body['param']]).toEqual([400, param]);
});
