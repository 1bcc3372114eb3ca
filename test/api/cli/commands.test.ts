import { rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../../api/cli/config.ts';
import { FEED_FORMATS } from '../../../pipelines/domain/settings/feed_settings.ts';
import { Program } from './program.ts';

const feed = (id: string, extra = '') => `  - id: ${id}
    name: ${id}
    kind: retailer
    access: merchant_feed
    feeds:
      - name: all
        url: ${id}.csv
        format: csv${extra}
        mapping: { sku: sku, title: title, price: price, gtin: gtin }
`;
const YAML = (...sellers: string[]) =>
  `market: { country: US, currency: USD }\nmemory_limit: 512MiB\nsellers:\n${sellers.map((id) => feed(id)).join('')}`;
const ROWS = 'sku,title,price,gtin\n1,One,10.00,4006381333931\n2,Two,call us,\n3,Three,5.00,4006381333930\n';

const twenty = (price: string) =>
  `sku,title,price,gtin\n${Array.from({ length: 20 }, (_, sku) => `${sku},Thing ${sku},${price},`).join('\n')}\n`;

function shop(): Program {
  return new Program().write({
    'commerce-index.yaml': YAML('good', 'bad', 'better'),
    'good.csv': ROWS,
    'bad.csv': '<!doctype html><html><body>Not found</body></html>\n',
    'better.csv': 'sku,title,price,gtin\n9,One,11.00,4006381333931\n',
  });
}

describe('ingest', () => {
  test('a bad feed is told and fails the command, and the good ones are published all the same', async () => {
    const program = shop();
    const { code, out, err } = await program.run(['ingest']);
    expect(code).toBe(3);
    expect(out).toContain('rows read 4 = accepted 3 + rejected 1');
    expect(out).toMatch(/failed: bad\/all.*bad\.csv/);
    expect(out).toMatch(/index: 2 products/);
    expect(err).not.toMatch(/ at .*\.ts:\d+/);
    const doctor = await program.run(['doctor']);
    expect(doctor).toMatchObject({ code: 3, err: '' });
    expect(doctor.out).toContain('FAIL  runs: bad/all could not be read when last tried');
    expect(doctor.out).toMatch(/ok {4}snapshot: snp_\w+, \d+ files whole, 2 products/);
  });

  test('a feed that was read since it failed is well again, however its file is dated', async () => {
    const program = shop();
    expect((await program.run(['ingest'])).code).toBe(3);
    program.write({ 'bad.csv': ROWS });
    expect((await program.run(['ingest', 'bad', '--as-of', '2026-02-01'])).code).toBe(0);
    expect((await program.run(['doctor'])).out).toContain('ok    runs: none waits for a person');
    program.write({ 'bad.csv': '<!doctype html>\n' });
    expect((await program.run(['ingest', 'bad', '--as-of', '2026-02-02'])).code).toBe(3);
    expect((await program.run(['doctor'])).out).toContain('FAIL  runs: bad/all could not be read');
  });

  test('one seller alone, and an unknown one with what there is', async () => {
    const program = shop();
    expect((await program.run(['ingest', 'good', '--as-of', '2026-02-01'])).code).toBe(0);
    const runs = await program.run(['runs']);
    expect(runs.out).toMatch(/good\/all +2026-02-01T00:00:00\.000Z +accepted +3 +2 +1/);
    expect(await program.run(['ingest', 'goood'])).toMatchObject({
      code: 1,
      err: 'error: no feed goood is configured; there is good/all, bad/all, better/all\n',
    });
  });

  test('a time that has passed is late until it is backfilled', async () => {
    const program = shop();
    await program.run(['ingest', 'good', '--as-of', '2026-02-10']);
    program.write({ 'good.csv': ROWS.replace('10.00', '9.00') });
    expect((await program.run(['ingest', 'good', '--as-of', '2026-02-01'])).out).toMatch(
      /late, not published: good\/all of 2026-02-01/,
    );
    expect((await program.run(['runs', '--seller', 'good'])).out).toMatch(/2026-02-01T\S+ +held: late/);
    const taken = await program.run(['ingest', 'good', '--as-of', '2026-02-01', '--backfill']);
    expect(taken.out).not.toContain('late, not published');
    expect((await program.run(['runs'])).out).not.toContain('held: late');
  });

  test('a suspect run waits until a person accepts it', async () => {
    const program = new Program().write({ 'commerce-index.yaml': YAML('good'), 'good.csv': twenty('10.00') });
    await program.run(['ingest', '--as-of', '2026-02-01']);
    program.write({ 'good.csv': twenty('99.00') });
    const held = await program.run(['ingest', '--as-of', '2026-02-02']);
    const run = /runs accept (run_\w+)/.exec(held.out)?.[1] ?? '';
    expect((await program.run(['runs'])).out).toMatch(
      new RegExp(`${run} .* held: suspect .*more than three times`),
    );
    expect((await program.run(['runs', 'accept', run])).code).toBe(0);
    expect((await program.run(['runs'])).out).toMatch(
      new RegExp(`${run} .* accepted .* ${userInfo().username} `),
    );
    expect((await program.run(['runs', 'accept', run])).err).toBe(
      `error: the run ${run} is published already\n`,
    );
    expect((await program.run(['runs', 'accept', 'run_0'])).err).toBe(
      'error: there is no run run_0; `runs` shows them\n',
    );
  });
});

describe('looking after it', () => {
  test('rejects, keys, rebuild, gc and doctor on one small index, each a process that ends by itself', async () => {
    const program = shop();
    await program.process(['ingest', 'good']);
    const rejects = await program.process(['rejects', 'good']);
    expect(rejects.out).toMatch(/reject +good\.csv +\d+ +price +\w+ +call us/);
    expect(rejects.out).toMatch(/note +good\.csv +\d+ +gtin +gtin_checksum +4006381333930/);
    expect((await program.process(['rejects', 'nobody'])).err).toBe(
      'error: there is no run nobody; `runs` shows them\n',
    );

    const made = await program.process(['keys', 'create', '--scope', 'read', '--label', 'for a test']);
    expect(made.out).toMatch(/^ci_\S+\n$/);
    const id = /key (key_\w+)/.exec(made.err)?.[1] ?? '';
    expect((await program.process(['keys', 'list'])).out).toMatch(
      new RegExp(`${id} .*for a test +read .*never`),
    );
    expect((await program.process(['keys', 'revoke', id])).out).toBe(`revoked ${id}\n`);
    expect((await program.process(['keys', 'list'])).out).toContain('revoked');

    expect((await program.process(['rebuild'])).out).toMatch(/snapshot snp_\w+/);
    const gc = await program.process(['gc', '--keep', '1', '--hours', '0']);
    expect(gc.out).toMatch(/deleted 1 snapshot, \d+ files/);
    expect((await program.process(['doctor'])).code).toBe(0);
    rmSync(join(program.cwd, 'data', 'serving'), { recursive: true });
    const doctor = await program.process(['doctor']);
    expect(doctor.code).toBe(3);
    expect(doctor.out).toMatch(/FAIL {2}snapshot: .*serving\/\S+ is missing/);
  });
});

describe('match', () => {
  test('every row comes back in its order with its columns and what was found, in each format', async () => {
    const program = shop();
    await program.run(['ingest', 'good']);
    program.write({
      'mine.csv':
        'ID,colour,GTIN\nx1,red,4006381333931\nx2,"blue, dark",4006381333930\nx3,,\nx4,green,0012345678905\n',
    });
    const { code, out } = await program.run(['match', 'mine.csv', '--out', 'found.ndjson']);
    expect(code).toBe(0);
    expect(out).toMatch(/^gtin_checksum 1, gtin_exact 1, gtin_unknown 1, nothing_to_match 1\n/);
    const found = program
      .read('found.ndjson')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(found.map((row) => [row['ID'], row['colour'], row['match_method'], row['match_reason']])).toEqual([
      ['x1', 'red', 'gtin_exact', null],
      ['x2', 'blue, dark', null, 'gtin_checksum'],
      ['x3', null, null, 'nothing_to_match'],
      ['x4', 'green', null, 'gtin_unknown'],
    ]);
    expect(found[0]?.['match_product_id']).toMatch(/^prd_/);
    await program.run(['match', 'found.ndjson', '--out', 'again.parquet']);
    await program.run(['match', 'again.parquet', '--out', 'again.csv']);
    expect(program.read('again.csv').split('\n')[1]).toContain(String(found[0]?.['match_product_id']));
  });

  test('a file without anything to match by, or of another kind, is refused', async () => {
    const program = shop().write({
      'names.csv': 'id,brand\n1,One\n',
      'open.csv': 'id,title,brand\n1,Thing,One\n2,,\n3,"open\n',
      'rows.xlsx': '',
    });
    await program.run(['ingest', 'good']);
    expect((await program.run(['match', 'names.csv'])).err).toMatch(
      /neither a column gtin nor title nor brand and mpn; its columns are id, brand/,
    );
    expect((await program.run(['match', 'open.csv'])).err).toMatch(
      /"id,title,brand" was taken for one column; look for a quote that is never closed/,
    );
    expect((await program.run(['match', 'rows.xlsx'])).err).toMatch(
      /must end in .csv, .ndjson, .jsonl or .parquet/,
    );
    expect((await program.run(['match', 'none.csv'])).err).toMatch(/there is no file/);
  });
});

describe('what is wrong is said in one message', () => {
  test('a bad configuration: every mistake with its line, no stack, and the exit code says so', async () => {
    const program = new Program().write({
      'commerce-index.yaml': YAML('good').replace('US', 'XQ').replace('format: csv', 'format: xls'),
    });
    expect(await program.process(['start'])).toEqual({
      code: 1,
      out: '',
      err:
        'error: commerce-index.yaml:1:11 market.country: "XQ" is no ISO 3166-1 country code\n' +
        `commerce-index.yaml:11:9 sellers[0].feeds[0].format: "xls" is not allowed; one of ${FEED_FORMATS.join(', ')}\n`,
    });
    expect((await program.run(['start'], { LOG_LEVEL: 'debug' })).err).toContain('ConfigurationError');
  });

  test('a start from which nothing can be published', async () => {
    const program = new Program().write({ 'commerce-index.yaml': YAML('absent') });
    const { code, out, err } = await program.run(['start'], { PORT: '0' });
    expect(code).toBe(1);
    expect(out).toMatch(/failed: absent\/all.*no file matches/);
    expect(err).toMatch(/error: no feed could be published/);
  });

  test('a data folder that cannot be made', async () => {
    const program = shop().write({ blocked: '' });
    const { code, err } = await program.run(['ingest'], { COMMERCE_INDEX_DATA: 'blocked/data' });
    expect(code).toBe(1);
    expect(err).toContain('name another with COMMERCE_INDEX_DATA');
  });

  test('help names every setting', async () => {
    const { out } = await new Program().run(['--help']);
    for (const { name } of SETTINGS) expect(out).toContain(name);
  });

  test.each([
    [['ingst'], 2],
    [['review', 'list'], 1],
  ])('%s says as a process what it says here, and ends with the same code', async (args, code) => {
    const here = await shop().run(args);
    expect(here.code).toBe(code);
    expect(await shop().process(args)).toEqual(here);
  });
});
