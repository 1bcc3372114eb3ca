import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CachedEmbedder } from '../../../warehouse/embedding/cached_embedder.ts';
import type { Embedder } from '../../../warehouse/embedding/embedder.ts';
import { EmbeddingError } from '../../../warehouse/embedding/openai_embedder.ts';
import { PatientEmbedder } from '../../../warehouse/embedding/patient_embedder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Notes what it is asked; a vector tells model and text. */
class Noting implements Embedder {
  readonly id: string;
  readonly dims: number;
  readonly asked: string[][] = [];
  /** Errors of the next calls. */
  readonly failures: Error[] = [];

  constructor(id: string, dims = 16) {
    this.id = id;
    this.dims = dims;
  }

  embed(texts: readonly string[]) {
    this.asked.push([...texts]);
    const failure = this.failures.shift();
    if (failure) return Promise.reject(failure);
    const values = (text: string) => new Int8Array(this.dims).fill(text.length - 64 - this.id.length);
    return Promise.resolve(texts.map((text) => ({ model: this.id, values: values(text) })));
  }
}
const cached = (service: Embedder) => new CachedEmbedder(join(folder, 'cache.sqlite'), service);

test('a text is asked for once by model, also by the next who opens the file', async () => {
  const [one, other] = [new Noting('one'), new Noting('other')];
  {
    using embedder = cached(one);
    const first = await embedder.embed(['a', 'bb', 'a']);
    expect(first).toEqual(await new Noting('one').embed(['a', 'bb', 'a']));
    expect(await embedder.embed(['a', 'bb', 'a'])).toEqual(first);
  }
  {
    using embedder = cached(one);
    expect(await embedder.embed(['bb', 'ccc'])).toEqual(await new Noting('one').embed(['bb', 'ccc']));
  }
  {
    using embedder = cached(other);
    expect(await embedder.embed(['a'])).toEqual(await new Noting('other').embed(['a']));
  }
  expect(one.asked).toEqual([['a', 'bb'], ['ccc']]);
  expect(other.asked).toEqual([['a']]);
});

test('what a service answered before it failed is not asked for again', async () => {
  const service = new Noting('one');
  const texts = Array.from({ length: 100 }, (_, at) => 'x'.repeat(at + 1));
  using embedder = cached(service);
  service.failures.push(...([undefined, new EmbeddingError('gone', false)] as Error[]));
  await expect(embedder.embed(texts)).rejects.toThrow('gone');
  expect(await embedder.embed(texts)).toEqual(await new Noting('one').embed(texts));
  expect(service.asked.map(({ length }) => length)).toEqual([64, 36, 36]);
});

test('what was not asked for in thirty days of use is forgotten', async () => {
  const service = new Noting('one');
  vi.useFakeTimers({ now: new Date('2026-01-01'), toFake: ['Date'] });
  const embed = async (...texts: string[]) => {
    using embedder = cached(service);
    await embedder.embed(texts);
  };
  await embed('old', 'kept');
  vi.setSystemTime(new Date('2026-01-20'));
  await embed('kept');
  vi.setSystemTime(new Date('2026-02-15'));
  await embed('new');
  service.asked.length = 0;
  await embed('old', 'kept', 'new');
  expect(service.asked).toEqual([['old']]);
});

test('a busy service is asked five times, after the waits it names, a refusal once', async () => {
  const busy = () => new EmbeddingError('busy', true, { wait_ms: 0 });
  const service = new Noting('one');
  const patient = new PatientEmbedder(service);
  service.failures.push(busy(), busy(), busy(), busy());
  expect(await patient.embed(['a'])).toHaveLength(1);
  expect(service.asked).toHaveLength(5);
  service.failures.push(busy(), busy(), busy(), busy(), busy());
  await expect(patient.embed(['a'])).rejects.toThrow('busy');
  expect(service.asked).toHaveLength(10);
  service.failures.push(new EmbeddingError('refused', false));
  await expect(patient.embed(['a'])).rejects.toThrow('refused');
  service.failures.push(new EmbeddingError('tomorrow', true, { wait_ms: 86_400_000 }));
  await expect(patient.embed(['a'])).rejects.toThrow('tomorrow');
  expect(service.asked).toHaveLength(12);
});
