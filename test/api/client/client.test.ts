import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, expectTypeOf, test } from 'vitest';
import { answerOf, IndexError, indexClient, type Schemas } from '../../../api/client/client.ts';
import { schemaTypes } from '../../../api/client/schema_types.ts';
import { openApiDocument } from '../../../api/http/openapi.ts';
import { OPERATIONS } from '../../../api/http/operations.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

test('the types of the client are those of the operations', () => {
  const kept = readFileSync(fileURLToPath(new URL('../../../api/client/schema.ts', import.meta.url)), 'utf8');
  expect(schemaTypes(openApiDocument(OPERATIONS, '')), 'npm run api:generate writes them anew').toBe(kept);
});

test('a schema that no type is known for is refused, not guessed', () => {
  const document = { paths: {}, components: { schemas: { Odd: { type: 'tuple' } } } };
  expect(() => schemaTypes(document)).toThrow('"tuple"');
});

test('the client asks a running index, and tells its errors', async () => {
  const snapshot = listedSnapshot([listing('alpha', 'a1', { gtin: '04006381333931' })]);
  const { app, token } = await indexServer(snapshot);
  const client = indexClient({ baseUrl: await app.listen({ port: 0 }), apiKey: token });
  const found = await answerOf(
    client.GET('/v1/search', { params: { query: { q: 'thing', seller: ['alpha'], limit: 1 } } }),
  );
  expectTypeOf(found.results).toEqualTypeOf<Schemas['ProductResult'][]>();
  expect(found.results).toMatchObject([{ gtin: '04006381333931' }]);
  const resolved = await answerOf(client.POST('/v1/resolve', { body: { ref: '4006381333931' } }));
  expect(resolved.product_id).toBe(found.results[0]?.product_id);
  const missing = answerOf(
    client.GET('/v1/products/{id}', { params: { path: { id: 'prd_0000000000000000' } } }),
  );
  await expect(missing).rejects.toThrow(IndexError);
  await expect(missing).rejects.toMatchObject({ problem: { code: 'not_found', param: 'id' } });
});
