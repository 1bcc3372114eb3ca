import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normaliseLink } from '../../pipelines/domain/link.ts';
import { categoryPath } from '../../pipelines/domain/title.ts';
import { foldKey, foldText } from '../../pipelines/text/fold.ts';
import { Database } from '../../warehouse/database.ts';

const spill = mkdtempSync(join(tmpdir(), 'text-sql-'));
let database: Database;
let known: string[];
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '512MiB', threads: 2, spill });
  // Letters that Unicode gained after DuckDB's tables were made cannot agree; they are in no class there.
  const rows = await database.rows<{ code: string }>(
    'known code points',
    String.raw`select i as code from range(32, 1114112) as r(i)
     where i not between 55296 and 57343 and i <> 65279
       and regexp_matches(chr(i::integer), '[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]')`,
  );
  known = rows.map((row) => String.fromCodePoint(Number(row.code)));
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  rmSync(spill, { recursive: true });
});

/** Texts for which the macro and the rule differ. */
async function differences(
  macro: string,
  rule: (text: string) => string | null,
  texts: string[],
): Promise<unknown[]> {
  const rows = await database.rows<{ result: string | null }>(
    macro,
    `with given as (select from_json($texts, '["VARCHAR"]') as texts),
          numbered as (select unnest(texts) as text, generate_subscripts(texts, 1) as place from given)
     select ${macro}(text) as result from numbered order by place`,
    { texts: JSON.stringify(texts) },
  );
  expect(rows.length).toBe(texts.length);
  return texts
    .map((text, index) => ({ text, sql: rows[index]?.result, rule: rule(text) }))
    .filter((row) => row.sql !== row.rule)
    .slice(0, 10);
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { numRuns, seed: 7 });
const letter = () =>
  fc.oneof(
    fc.nat().map((n) => known[n % known.length] ?? ''),
    fc.nat().map((n) => known[n % 1500] ?? ''),
    fc.constantFrom(...Array.from('aBZ09 -_/>|.&ßςΣİıǅéếﬁ²Ⅷ가각각ÅÅ日本הא😀'), '́', '̧', ' / ', '\t'),
  );
const text = (maxLength = 20) => fc.array(letter(), { maxLength }).map((parts) => parts.join(''));

describe('text', () => {
  it('folds every code point that DuckDB knows like foldText and foldKey', async () => {
    expect(known.length).toBeGreaterThan(140_000);
    expect(await differences('fold_case', foldText, known)).toEqual([]);
    expect(await differences('fold_key', foldKey, known)).toEqual([]);
  });

  it('folds random texts alike', async () => {
    const texts = sample(text(), 20_000);
    expect(await differences('fold_key', foldKey, texts)).toEqual([]);
    expect(await differences('category_path', categoryPath, texts)).toEqual([]);
  });

  it('reads category paths alike', async () => {
    const level = fc.constantFrom(
      'Electronics',
      'Home & Garden',
      'TV/Video',
      'Köche',
      '',
      '12',
      'Ηχεία',
      ' _ ',
    );
    const separator = fc.constantFrom('>', ' > ', ' / ', '|', '/', ' /', '>>', '\t/\t');
    const paths = fc
      .array(fc.tuple(level, separator), { maxLength: 6 })
      .map((pairs) => pairs.flat().join(''));
    expect(await differences('category_path', categoryPath, sample(paths, 5000))).toEqual([]);
  });
});

describe('links', () => {
  const host = fc.constantFrom(
    'shop.example',
    'www.shop.example',
    'WWW.Shop.Example',
    'u:p@shop.example:443',
    'www.',
    'ä.example:80',
    'www.www.a.b',
  );
  const scheme = fc.constantFrom(
    'https://',
    'http://',
    'HTTPS://',
    ' https://',
    '\thttp://',
    'ftp://',
    '//',
    '',
  );
  const path = fc.constantFrom('', '/', '/p/1', '/p/1/', '/P/ä b//', '//x', '/a@b', '/p/1 ', '/%7Ea');
  const parameter = fc.constantFrom(
    'b=2',
    'a=1',
    'utm_source=x',
    'gclid=1',
    'gclid',
    'utm_=',
    'ref=1',
    '',
    'é=1',
    '😀=1',
    '\uff41=1',
    'a=1&a=0',
    'fbclidx=1',
    'a?b',
    '_ga=1',
    'ref_=a',
  );
  const query = fc.oneof(
    fc.constant(''),
    fc.array(parameter, { maxLength: 5 }).map((parts) => `?${parts.join('&')}`),
  );
  const fragment = fc.constantFrom('', '', '#', '#a?b', '# \n');

  it('are normalised like normaliseLink', async () => {
    const links = fc.tuple(scheme, host, path, query, fragment).map((parts) => parts.join(''));
    const texts = [...sample(links, 20_000), ...sample(text(), 1000), 'https://', 'https:///p', 'https://?a'];
    expect(await differences('normalise_link', normaliseLink, texts)).toEqual([]);
  });
});
