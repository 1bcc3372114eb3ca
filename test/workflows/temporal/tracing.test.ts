import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Mall } from './mall.ts';
import { TestServer, temporalProgram } from './server.ts';
import { TraceReceiver } from './trace_receiver.ts';

const found = await temporalProgram();
const WITHOUT = `--import ${new URL('./without_opentelemetry.ts', import.meta.url).pathname}`;

describe.skipIf('missing' in found)('traces of a worker', () => {
  let server: TestServer;
  beforeAll(async () => {
    if ('program' in found) server = await TestServer.start(found.program);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  test('show an ingest from the feeds to the publication as one', async () => {
    using receiver = await TraceReceiver.start();
    using mall = new Mall(['good', 'better']);
    mall.stock('good', 1).stock('better', 1).stock('better', 2);
    await mall.connect(server);
    const worker = await mall.worker({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_SERVICE_NAME: 'shop-worker',
    });
    expect((await mall.run('ingest', '--temporal')).code).toBe(0);
    expect((await worker.stop()).code).toBe(0);
    const { spans } = receiver;
    const times = (name: string) => spans.filter((span) => span.name === name).length;
    expect(times('RunWorkflow:ingestFeeds')).toBe(1);
    expect(times('RunWorkflow:ingestFeed')).toBe(2);
    expect(times('RunActivity:land')).toBe(2);
    expect(times('RunActivity:stage')).toBe(3);
    expect(times('RunWorkflow:publishSnapshot')).toBe(1);
    expect(times('RunActivity:publish')).toBe(1);
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(1);
    expect(new Set(spans.map((span) => span.service))).toEqual(new Set(['shop-worker']));
    // Every span hangs on another one, but for the workflow that somebody started.
    const ids = new Set(spans.map((span) => span.spanId));
    expect(ids.size).toBe(spans.length);
    expect(spans.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? '')).map(({ name }) => name)).toEqual([
      'RunWorkflow:ingestFeeds',
    ]);
  });

  test('are work for nobody else: a receiver that is gone holds nothing up', async () => {
    using mall = new Mall(['shop']);
    mall.stock('shop', 1);
    await mall.connect(server);
    const worker = await mall.worker({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect((await mall.run('ingest', '--temporal')).code).toBe(0);
    const { code, err } = await worker.stop();
    expect(code).toBe(0);
    expect(err).toContain('ECONNREFUSED');
  });

  test('need packages that nobody misses who wants none', async () => {
    using mall = new Mall(['shop']);
    mall.stock('shop', 1);
    await mall.connect(server);
    const refused = await mall.program.process(['worker'], {
      ...mall.env,
      NODE_OPTIONS: WITHOUT,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    });
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(
      /^error: OTEL_EXPORTER_OTLP_ENDPOINT is set, but a package .* is missing \(.*opentelemetry.*npm ci/,
    );
    await mall.worker({ NODE_OPTIONS: WITHOUT });
    expect((await mall.run('ingest', '--temporal')).code).toBe(0);
  });

  test('go to an address', async () => {
    using mall = new Mall(['shop']);
    expect(
      await mall.program.process(['worker'], { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT="collector:4318" must be an address'),
    });
  });
});
