import { beforeAll, describe, expect, test } from 'vitest';
import { ALPHA, BETA, doubtfulRows } from '../../pipelines/snapshot/doubtful_market.ts';
import type { Row } from '../../pipelines/snapshot/market.ts';
import { Program } from './program.ts';

const feed = (id: string) => `  - id: ${id}
    name: ${id}
    kind: retailer
    access: merchant_feed
    feeds:
      - name: all
        url: ${id}.csv
        format: csv
        mapping: { sku: sku, title: title, price: price, gtin: gtin, brand: brand }
`;
const YAML = `market: { country: US, currency: USD }\nmemory_limit: 512MiB\nsellers:\n${feed('alpha')}${feed('beta')}`;
const csv = (rows: readonly Row[]) =>
  `sku,title,price,gtin,brand\n${rows.map(({ sku, title, price, gtin = '', brand = '' }) => [sku, title, price, gtin, brand].join(',')).join('\n')}\n`;

/** Of what beta lists once alpha lists two, of which only one can be it. */
const TWICE = doubtfulRows(2, 430, 431).flatMap((row) => [
  { ...row, sku: 's930', title: `${row.title} extra` },
  { ...row, sku: 's931', title: `${row.title} plus` },
]);

const program = new Program();
const run = (...args: string[]) => program.run(args);

interface Listed {
  id: string;
  pair: string;
}

/** The lines of `review list`: id and pair. */
async function listed(...args: string[]): Promise<Listed[]> {
  const { code, out, err } = await run('review', 'list', ...args);
  expect([code, err]).toEqual([0, '']);
  return [...out.matchAll(/^(rev_\w+) .*?(\w+:s\d+) .*?(\w+:s\d+)/gm)].map((match) => ({
    id: match[1] as string,
    pair: `${match[2]}=${match[3]}`,
  }));
}

beforeAll(async () => {
  program.write({
    'commerce-index.yaml': YAML,
    'alpha.csv': csv([...ALPHA, ...TWICE]),
    'beta.csv': csv(BETA),
  });
  expect((await run('ingest', '--as-of', '2026-02-01')).code).toBe(0);
});

describe('review', () => {
  test('lists the queue in its order and filters it', async () => {
    const { out } = await run('review');
    const chances = [...out.matchAll(/^rev_\w+ +(0\.\d+) /gm)].map((match) => Number(match[1]));
    expect(chances.length).toBeGreaterThan(4);
    const { reviews } = JSON.parse((await run('review', 'list', '--json')).out) as { reviews: Listed[] };
    expect(await listed()).toMatchObject(reviews.map(({ id }) => ({ id })));
    expect(await listed('--limit', '2')).toEqual((await listed()).slice(0, 2));
    expect((await run('review', 'list', '--limit', '2')).out).toContain('and more (--limit)');
    const [, , least = 0] = chances.toSorted((a, b) => b - a);
    const likely = await listed('--min-probability', String(least - 0.0005));
    expect(likely.length).toBeGreaterThanOrEqual(3);
    expect(likely.length).toBeLessThan(chances.length);
    expect(await run('review', 'list', '--seller', 'gamma')).toMatchObject({
      code: 1,
      err: 'error: there is no seller gamma; there is alpha, beta\n',
    });
    expect((await run('review', 'list', '--min-probability', '2')).err).toContain('number from 0 to 1');
  });

  test('shows both listings and what speaks for and against them', async () => {
    const [first] = await listed();
    const { out } = await run('review', 'show', first?.id ?? '');
    expect(out).toContain(first?.pair);
    expect(out).toMatch(/title +\S+/);
    expect(out).toMatch(/price +\$\d/);
    expect(out).toMatch(/revision [0-9a-f]{32}\n/);
    const bits = [...out.matchAll(/^.+ \((?:for|against), (\d+\.\d) bits\)$/gm)].map((match) =>
      Number(match[1]),
    );
    expect(bits.length).toBeGreaterThan(3);
    expect(bits).toEqual(bits.toSorted((a, b) => b - a));
    expect(out).toMatch(/^both say "/m);
    expect(out).toMatch(/^together \d/m);
    expect((await run('review', 'show', first?.pair ?? '')).out).toBe(out);
  });

  test('accept joins the two, reject parts them again, and a rebuild keeps to what was said last', async () => {
    const [{ id, pair }] = (await listed()) as [Listed];
    const accepted = await run('review', 'accept', id, '--note', 'same box');
    expect([accepted.code, accepted.err]).toEqual([0, '']);
    expect(accepted.out).toMatch(new RegExp(`^noted: ${pair} are one item, says \\S+\n`));
    expect(accepted.out).toMatch(/both are var_\w+ of prd_\w+\n$/);
    expect((await listed()).map((each) => each.id)).not.toContain(id);
    expect((await run('rebuild')).code).toBe(0);
    const shown = await run('review', 'show', pair);
    expect(shown.out).toContain('both are one variant now');
    expect(shown.out).toMatch(/same, \S+ \S+: same box\n$/);
    const rejected = await run('review', 'reject', id);
    expect(rejected.out).toMatch(/this reverses: same, .*: same box\n/);
    expect([rejected.err, rejected.out.trimEnd().split('\n').at(-1)]).toEqual([
      '',
      'they are different variants',
    ]);
    expect((await run('rebuild', '--relearn')).code).toBe(0);
    const after = await run('review', 'show', id);
    expect(after.out).not.toContain('one variant now');
    expect(after.out).toMatch(/same, .*\(another followed\)\ndifferent, \S+ \S+\n$/);
  });

  test('a match that was made without a person is parted by reject', async () => {
    const matched = await matchedByTitle();
    const { out, err } = await run('review', 'reject', matched);
    expect([out.trimEnd().split('\n').at(-1), err]).toEqual(['they are different variants', '']);
  });

  test('accepting what something else forbids is kept, and said', async () => {
    const queue = await listed('--undecided');
    const shared = queue.flatMap((one) =>
      queue.filter(
        (other) => other.id !== one.id && sidesOf(other).some((side) => sidesOf(one).includes(side)),
      ),
    );
    const [one, other] = [shared[0], shared.find((each) => meets(each, shared[0]))];
    if (!one || !other) throw new Error('no two pairs of the queue share a listing');
    await run('review', 'accept', one.id, '--no-publish');
    const { code, out, err } = await run('review', 'accept', other.id);
    expect(code).toBe(0);
    // A seller lists an item once, so only one of the two can be done.
    const stands = await run('review', 'show', one.id);
    const joined = [out, stands.out].filter((text) => /both are (var_|one variant)/.test(text));
    expect(joined).toHaveLength(1);
    if (!out.includes('both are var_'))
      expect(err).toMatch(/^warning: the decision is kept, but something else stands against it/);
  });

  test('a decision only noted waits for the next publication', async () => {
    const [{ id }] = (await listed('--undecided')) as [Listed];
    const noted = await run('review', 'reject', id, '--no-publish');
    expect(noted.out).toContain('the next publication takes it in');
    expect((await listed('--undecided')).map((each) => each.id)).not.toContain(id);
    expect((await run('review', 'list')).out).toMatch(new RegExp(`^${id} .* different, `, 'm'));
  });

  test('a listing that changed since it was shown is not decided on', async () => {
    const [{ id, pair }] = (await listed('--undecided')) as [Listed];
    const revision = /revision (\w+)/.exec((await run('review', 'show', id)).out)?.[1] ?? '';
    const sku = /beta:(s\d+)/.exec(pair)?.[1];
    program.write({
      'beta.csv': csv(BETA.map((row) => (row.sku === sku ? { ...row, title: `${row.title} again` } : row))),
    });
    expect((await run('ingest', 'beta', '--as-of', '2026-02-02')).code).toBe(0);
    const refused = await run('review', 'accept', pair, '--revision', revision);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(`changed since revision ${revision}`);
  });

  test.each([
    [['show', 'rev_0000000000000000'], 'there is no review rev_0000000000000000 (any more)'],
    [['accept', 'alpha:s1'], 'names no two listings'],
    [['accept', 'alpha:s1=beta:nowhere'], 'names no two listings'],
    [['accept', 'alpha:s30=beta:s30'], 'both are one variant already, which can only be rejected'],
    [['reject', 'alpha:s30=beta:s31'], 'is not in the review queue (any more)'],
  ])('%s is refused', async (args, message) => {
    const { code, out, err } = await run('review', ...args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
    expect(err).not.toMatch(/ at .*\.ts:\d+/);
  });

  test('without a model says what is missing, and without a snapshot too', async () => {
    const small = new Program().write({
      'commerce-index.yaml': YAML,
      'alpha.csv': csv(ALPHA.slice(0, 5)),
      'beta.csv': csv(BETA.slice(0, 5)),
    });
    expect((await small.run(['review', 'list'])).err).toContain('no snapshot has been published yet');
    await small.run(['ingest']);
    expect((await small.run(['review', 'list'])).out).toContain(
      'no listing has been compared by its title yet',
    );
    const shown = await small.run(['review', 'show', 'rev_0000000000000000']);
    expect(shown.err).toContain('no listing has been compared by its title yet');
  });
});

const sidesOf = ({ pair }: Listed): string[] => pair.split('=');

const meets = (one: Listed, other: Listed | undefined): boolean =>
  one.id !== other?.id && sidesOf(one).some((side) => other && sidesOf(other).includes(side));

/** Two listings that publication matched by their titles. */
async function matchedByTitle(): Promise<string> {
  expect((await run('export', 'listings', '--format', 'ndjson')).code).toBe(0);
  const rows = program
    .read('listings.ndjson')
    .split('\n')
    .filter(Boolean)
    .map(
      (line) => JSON.parse(line) as { seller: string; sku: string; variant_id: string; match_method: string },
    );
  const byVariant = Map.groupBy(rows, ({ variant_id }) => variant_id);
  for (const members of byVariant.values()) {
    const [one, other] = members;
    if (
      one &&
      other &&
      members.length === 2 &&
      members.every(({ match_method }) => match_method === 'title_fuzzy')
    )
      return `${one.seller}:${one.sku}=${other.seller}:${other.sku}`;
  }
  throw new Error('nothing was matched by its title');
}
