import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingService, send, vectors } from '../../warehouse/embedding/embedding_service.ts';
import { Program } from './program.ts';

// Each command is a process of its own, and a busy machine takes its time to start them.

const KEY = 'embedding-secret-1';
const API_KEY = 'key_0123456789abcdef';
const DIMS = 16;
/** A model that knows what is sat on, and tells everything else apart by its letters. */
const meaning = (text: string) => {
  const numbers = Array.from(
    { length: DIMS },
    (_, at) => 0.01 * ((text.charCodeAt(at % text.length) % 7) - 3),
  );
  if (/sofa|settee/i.test(text)) numbers[0] = 5;
  else numbers[1 + (text.length % 15)] = 3;
  return numbers;
};

let service: EmbeddingService;
beforeAll(async () => {
  service = await EmbeddingService.open(vectors(meaning));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

const yaml = (model: string) => `market: { country: US, currency: USD }
memory_limit: 512MiB
embedding: { provider: openai-compatible, url: "${service.url}", model: ${model}, dimensions: ${DIMS} }
sellers:
  - id: shop
    name: Shop
    kind: retailer
    access: merchant_feed
    feeds:
      - { name: all, url: shop.csv, format: csv, mapping: { sku: sku, title: title, price: price } }
`;
const rows = (titles: readonly string[]) =>
  `sku,title,price\n${titles.map((title, sku) => `${sku},${title},${10 + sku}.00`).join('\n')}\n`;
const TITLES = ['Leather sofa', ...Array.from({ length: 80 }, (_, no) => `Garden hose number ${no}`)];

interface Answer {
  status: number;
  titles: string[];
  note: string | null;
}

/** Ingests, and answers intents from the API, as processes that know the key. */
class Shop {
  readonly program = new Program();
  #day = 0;

  async ingest(titles: readonly string[], model = 'm1') {
    this.program.write({ 'commerce-index.yaml': yaml(model), 'shop.csv': rows(titles) });
    const asOf = `2026-02-${String(++this.#day).padStart(2, '0')}`;
    const ended = await this.program.run(['ingest', '--as-of', asOf], { EMBEDDING_API_KEY: KEY });
    const batches = service.asked.map(({ body }) => body.input.length);
    return { ...ended, batches, embedded: service.takeTexts() };
  }

  /** Asks each intent in turn; `between` is called before each. */
  async ask(intents: readonly string[], between: (at: number) => void = () => undefined): Promise<Answer[]> {
    const api = this.program.begin(['api'], { PORT: '0', API_KEY, EMBEDDING_API_KEY: KEY });
    await api.says('ready?');
    const url = /API +(\S+)/.exec(api.out)?.[1] ?? '';
    const answers: Answer[] = [];
    for (const [at, intent] of intents.entries()) {
      between(at);
      const response = await fetch(`${url}/search/semantic`, {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ intent }),
      });
      const body = (await response.json()) as { results: { title: string }[]; note: string | null };
      answers.push({
        status: response.status,
        titles: body.results.map(({ title }) => title),
        note: body.note,
      });
    }
    await api.stop();
    return answers;
  }
}

describe('an embedding service of the configuration', () => {
  const shop = new Shop();

  test('makes the vectors at publication: in batches, with its key, patiently', async () => {
    service.next.push((_, response) => send(response, 429, 'slow down', { 'retry-after': '1' }));
    const started = performance.now();
    const { code, out, batches } = await shop.ingest(TITLES);
    expect({ code, batches }).toEqual({ code: 0, batches: [64, 64, 17] });
    expect(out).not.toContain('published without vectors');
    expect(performance.now() - started).toBeGreaterThan(1000);
    expect((await shop.ask(['settee']))[0]).toMatchObject({ status: 200, note: null });
  });

  test('is asked again only for what changed', async () => {
    service.takeTexts();
    const { code, embedded } = await shop.ingest(TITLES.with(5, 'Rake'));
    expect({ code, embedded }).toEqual({ code: 0, embedded: ['Rake lawn garden'] });
  });

  test('ranks intents by meaning, and while it is away words alone do, which the answer says', async () => {
    const replies = [
      vectors(meaning),
      (_: string[], response: Parameters<typeof send>[0]) => send(response, 500, 'broken'),
      vectors(() => [1, 2, 3]),
      (_: string[], response: Parameters<typeof send>[0]) => send(response, 429, '', { 'retry-after': '60' }),
    ];
    const answers = await shop.ask(['settee', 'leather', 'leather', 'leather'], (at) => {
      service.reply = replies[at] as (typeof replies)[0];
    });
    service.reply = vectors(meaning);
    expect(service.asked.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
    expect(answers[0]).toMatchObject({ status: 200, note: null });
    expect(answers[0]?.titles[0]).toBe('Leather sofa');
    for (const answer of answers.slice(1))
      expect(answer).toEqual({
        status: 200,
        titles: ['Leather sofa'],
        note: 'ranked by words alone: the embedding service did not answer',
      });
  });

  test('that fails at publication holds up no price: it is tried five times, and said', async () => {
    service.takeTexts();
    service.reply = (_, response) => send(response, 500, 'broken', { 'retry-after': '0' });
    const { code, out, embedded } = await shop.ingest(TITLES.with(6, 'Spade'));
    expect(code).toBe(0);
    expect(embedded).toEqual(Array.from({ length: 5 }, () => 'Spade lawn garden'));
    expect(out).toMatch(/published without vectors, .* answered 500 for model m1: broken/);
    expect(out).not.toContain(KEY);
    service.reply = vectors(meaning);
    expect(await shop.ask(['leather spade'])).toEqual([
      {
        status: 200,
        titles: expect.arrayContaining(['Spade']),
        note: 'ranked by words alone: this publication has no vectors of its products',
      },
    ]);
    service.takeTexts();
    const again = await shop.ingest(TITLES.with(6, 'Spade').with(7, 'Fork'));
    expect(again.embedded.toSorted()).toEqual(['Fork kitchen dining', 'Spade lawn garden']);
    expect((await shop.ask(['settee']))[0]?.titles[0]).toBe('Leather sofa');
  });

  test('vectors of two models never meet: until the next publication words alone rank', async () => {
    shop.program.write({ 'commerce-index.yaml': yaml('m2') });
    expect(await shop.ask(['leather'])).toEqual([
      {
        status: 200,
        titles: ['Leather sofa'],
        note: "ranked by words alone: the products' vectors are of another model than is configured, until the next publication",
      },
    ]);
    service.takeTexts();
    const { code } = await shop.program.run(['ingest'], { EMBEDDING_API_KEY: KEY });
    expect(code).toBe(0);
    expect(service.asked.every(({ body }) => body.model === 'm2')).toBe(true);
    expect(service.takeTexts()).toHaveLength(TITLES.length);
    expect((await shop.ask(['settee']))[0]).toMatchObject({ note: null });
  });
});
