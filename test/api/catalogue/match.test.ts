import { describe, expect, test } from 'vitest';
import { CSV, MAX_ROWS, NDJSON } from '../../../api/catalogue/match_rows.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const GTIN = '04006381333931';
const pen = listing('alpha', 'a1', { gtin: GTIN, brand: 'Stabilo', mpn: 'BOSS-70/24' });
const capsule = listing('beta', 'b1', { brand: 'Brühhaus', mpn: 'KX 10' });
const snapshot = listedSnapshot([pen, capsule]);

interface Matches {
  matched: Record<string, unknown>[];
  unmatched: Record<string, unknown>[];
}

const byGtin = { product_id: pen.product_id, method: 'gtin_exact', confidence: 0.995 };
const byMpn = { product_id: capsule.product_id, method: 'brand_mpn', confidence: 0.85, review: true };

describe('POST /v1/match', () => {
  test('by GTIN in any form, else by brand and part number however they are written', async () => {
    const server = await indexServer(snapshot);
    const { status, body, headers } = await server.post<Matches>('/v1/match', {
      rows: [
        { id: '1', gtin: '4006381333931' },
        { id: '2', brand: 'BRUHHAUS', mpn: 'kx-10' },
        { id: '3', gtin: 'n/a', brand: 'Brühhaus', mpn: 'KX10', title: 'Capsules' },
        { id: '1', gtin: GTIN, brand: 'other' },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      matched: [
        { id: '1', ...byGtin },
        { id: '2', ...byMpn },
        { id: '3', ...byMpn },
        { id: '1', ...byGtin },
      ],
      unmatched: [],
    });
    expect('review' in (body.matched[0] ?? {})).toBe(false);
    expect(headers['x-cost']).toBe('1');
  });

  test.each([
    [{ gtin: '4006381333932' }, { reason: 'gtin_checksum', detail: 'the last digit would be 1' }],
    [{ gtin: '400638133393X' }, { reason: 'gtin_malformed', detail: 'has characters other than digits' }],
    [{ gtin: '12345' }, { reason: 'gtin_malformed', detail: 'has not 8, 12, 13 or 14 digits' }],
    [{ gtin: '2000101000006' }, { reason: 'gtin_restricted' }],
    [{ gtin: '5901234123457' }, { reason: 'gtin_unknown' }],
    [
      { gtin: '14006381333938' },
      { reason: 'gtin_unknown', candidate: { product_id: pen.product_id, basis: 'packaging_level' } },
    ],
    [{ brand: 'Stabilo', mpn: 'nothing' }, { reason: 'brand_mpn_unknown' }],
    [{ mpn: 'KX 10', title: 'Capsules' }, { reason: 'no_match_model' }],
    [{ brand: 'Stabilo' }, { reason: 'nothing_to_match' }],
  ])('%j is not matched', async (row, reason) => {
    const server = await indexServer(snapshot);
    const { body } = await server.post<Matches>('/v1/match', { rows: [{ id: 'x', ...row }] });
    expect(body).toMatchObject({ matched: [], unmatched: [{ id: 'x', ...reason }] });
  });

  test.each([
    [{ brand: 'Acme', title: 'Garden hose, 20 m' }, true],
    [{ brand: 'Acme', mpn: 'GH-20' }, true],
    [{ brand: 'Acme', mpn: 'GH-20', title: 'Highlighter BOSS yellow' }, false],
    [{ brand: 'Acme', mpn: 'boss 7024', title: 'Garden hose, 20 m' }, false],
    [{ brand: 'Stabilo Germany', title: 'Garden hose, 20 m' }, false],
    [{ brand: 'Acme' }, false],
    [{ title: 'Garden hose, 20 m' }, false],
  ])('a known GTIN on a row that says %j: for review %j', async (said, doubtful) => {
    const highlighter = listing('alpha', 'a1', {
      gtin: GTIN,
      brand: 'Stabilo',
      mpn: 'BOSS-70/24',
      title: 'Highlighter BOSS original yellow',
    });
    const server = await indexServer(listedSnapshot([highlighter]));
    const { body } = await server.post<Matches>('/v1/match', { rows: [{ id: 'x', gtin: GTIN, ...said }] });
    expect(body.matched).toEqual([
      { id: 'x', ...byGtin, ...(doubtful ? { confidence: 0.5, review: true } : {}) },
    ]);
  });

  test('eight digits that begin with 0 are a shop’s own, whatever product they would be as UPC-E', async () => {
    const chips = listing('alpha', 'chips', { gtin: '00012345000065' });
    const padded = listing('beta', 'padded', { gtin: '00000054000087' });
    const server = await indexServer(listedSnapshot([chips, padded]));
    const rows = ['01234565', '00005487', '012345000065'].map((gtin) => ({ id: gtin, gtin }));
    const { body } = await server.post<Matches>('/v1/match', { rows });
    expect(body).toMatchObject({
      matched: [{ id: '012345000065', product_id: chips.product_id }],
      unmatched: [
        { id: '01234565', reason: 'gtin_restricted', detail: '00000001234565 is a seller’s own code' },
        { id: '00005487', reason: 'gtin_restricted' },
      ],
    });
  });

  test('an ISBN-10 is its ISBN-13', async () => {
    const book = listing('alpha', 'book', { gtin: '09780306406157', title: 'Gas discharge physics' });
    const server = await indexServer(listedSnapshot([book]));
    const rows = ['0306406152', '0-306-40615-2', '0306406153'].map((gtin) => ({ id: gtin, gtin }));
    const { body } = await server.post<Matches>('/v1/match', { rows });
    expect(body).toMatchObject({
      matched: [
        { id: '0306406152', product_id: book.product_id, method: 'gtin_exact' },
        { id: '0-306-40615-2', product_id: book.product_id, method: 'gtin_exact' },
      ],
      unmatched: [{ id: '0306406153', reason: 'gtin_malformed' }],
    });
  });

  test('an unknown GTIN with a known part number is matched only where no other GTIN contradicts it', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.post<Matches>('/v1/match', {
      rows: [
        { id: 'free', gtin: '5901234123457', brand: 'Brühhaus', mpn: 'KX 10' },
        { id: 'taken', gtin: '5901234123457', brand: 'Stabilo', mpn: 'BOSS 70 24' },
      ],
    });
    expect(body).toMatchObject({
      matched: [{ id: 'free', ...byMpn }],
      unmatched: [
        {
          id: 'taken',
          reason: 'gtin_unknown',
          candidate: { product_id: pen.product_id, basis: 'brand_mpn', confidence: 0.85 },
        },
      ],
    });
  });
});

const many = (count: number) => Array.from({ length: count }, (_, row) => ({ id: String(row), gtin: GTIN }));

describe('bodies', () => {
  const rows = [
    { id: '1', gtin: '4006381333931', title: 'Marker, "yellow"\nboxed' },
    { id: '2', brand: 'Brühhaus', mpn: 'KX 10' },
    { id: '3', title: 'Only words' },
  ];
  const ndjson = rows.map((row) => JSON.stringify(row)).join('\r\n');
  const csv =
    'id,title,GTIN,brand,mpn\n1,"Marker, ""yellow""\nboxed",4006381333931,,\n2,,,Brühhaus,KX 10\n\n3,Only words,,,\n';
  const expected = {
    matched: [
      { id: '1', ...byGtin },
      { id: '2', ...byMpn },
    ],
    unmatched: [{ id: '3', reason: 'no_match_model' }],
  };

  test.each([
    ['NDJSON', NDJSON, ndjson],
    ['NDJSON with a byte order mark and a last newline', `${NDJSON}; charset=utf-8`, `\ufeff${ndjson}\n`],
    ['CSV', CSV, csv],
    ['CSV with a byte order mark and CRLF', CSV, `\ufeff${csv.replaceAll('\n', '\r\n')}`],
  ])('%s', async (_name, type, text) => {
    const server = await indexServer(snapshot);
    expect((await server.post('/v1/match', text, type)).body).toMatchObject(expected);
  });

  test.each([
    ['no rows', NDJSON, '\n\n', 'the body has no rows'],
    ['broken JSON', NDJSON, '{"id":"1"}\n{"id":', 'rows.1 is not JSON'],
    ['a line that is no object', NDJSON, '"x"', 'rows.0 is not an object'],
    ['a row without id', NDJSON, '{"id":"1"}\n{"gtin":"1"}', 'rows.1.id is missing'],
    [
      'a number as GTIN',
      NDJSON,
      '{"id":"1","gtin":4006381333931}',
      'rows.0.gtin is 4006381333931; must be string',
    ],
    ['an unknown field', NDJSON, '{"id":"1","ean":"1"}', 'rows.0.ean is not known here'],
    ['an inherited name', NDJSON, '{"id":"1","constructor":"1"}', 'rows.0.constructor is not known here'],
    ['a header without id', CSV, 'gtin\n1\n', 'no column id'],
    [
      'no column to match by',
      CSV,
      'id,barcode\n1,2\n',
      'the CSV header has none of the columns gtin, brand, mpn, title; it has "barcode"',
    ],
    ['null as id', NDJSON, '{"id":null,"gtin":"1"}', 'rows.0.id is missing'],
    ['a repeated column', CSV, 'id,gtin,gtin\n1,2,3\n', 'column gtin twice'],
    ['a row too long', CSV, 'id,gtin\n1,2\n3,4,5\n', 'rows.1 has 3 cells, the header 2'],
    ['an open quote', CSV, 'id,gtin\n1,"2\n', 'is not CSV'],
    ['an empty file', CSV, '', 'the body has no rows'],
  ])('%s', async (_name, type, text, detail) => {
    const server = await indexServer(snapshot);
    expect(await server.post('/v1/match', text, type)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', detail: expect.stringContaining(detail) },
    });
  });

  test('fields that are null are fields left out', async () => {
    const server = await indexServer(snapshot);
    const empty = { gtin: null, brand: null, mpn: null, title: null };
    const given = [
      { ...empty, id: '1', gtin: '4006381333931' },
      { ...empty, id: '2', brand: 'Brühhaus', mpn: 'KX 10' },
      { ...empty, id: '3' },
    ];
    const expectedOf = { ...expected, unmatched: [{ id: '3', reason: 'nothing_to_match' }] };
    expect((await server.post('/v1/match', { rows: given })).body).toMatchObject(expectedOf);
    const lines = given.map((row) => JSON.stringify(row)).join('\n');
    expect((await server.post('/v1/match', lines, NDJSON)).body).toMatchObject(expectedOf);
    expect(await server.post('/v1/match', { rows: [{ id: null }, { id: '1', gtin: 4 }] })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { param: 'rows.0.id', detail: 'is null; must be string' },
          { param: 'rows.1.gtin', detail: 'is 4; must be string,null' },
        ],
      },
    });
  });

  test('columns of a CSV that nothing is matched by are left alone, and named', async () => {
    const server = await indexServer(snapshot);
    const text =
      'id,Price,title,GTIN,brand,mpn,Price,\n1,9.99,"Marker, yellow",4006381333931,,,8,x\n2,1,,,Brühhaus,KX 10,,\n3,,Only words,,,,,\n';
    const { status, body } = await server.post('/v1/match', text, CSV);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...expected, ignored_columns: ['price', 'price', ''] });
    expect((await server.post('/v1/match', csv, CSV)).body).not.toHaveProperty('ignored_columns');
  });

  test('JSON rows at fault are named', async () => {
    const server = await indexServer(snapshot);
    expect(await server.post('/v1/match', { rows: [{ id: '1' }, { gtin: '1', ean: '2' }] })).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([{ param: 'rows.1.id', detail: 'is missing' }]) },
    });
  });

  test('however many rows are at fault, the first twenty are named', async () => {
    const server = await indexServer(snapshot);
    const faulty = many(500).map(({ gtin }) => ({ gtin }));
    const bodies = [
      await server.post<{ errors: unknown[]; detail: string }>('/v1/match', { rows: faulty }),
      await server.post<{ errors: unknown[]; detail: string }>(
        '/v1/match',
        faulty.map((row) => JSON.stringify(row)).join('\n'),
        NDJSON,
      ),
    ];
    for (const { status, body } of bodies) {
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(20);
      expect(body.detail.split('; ')).toHaveLength(20);
    }
  });

  test('bytes that are not UTF-8 are refused', async () => {
    const server = await indexServer(snapshot);
    const latin = Buffer.from('id,brand,mpn\n1,Brühhaus,KX\n', 'latin1');
    const answer = await server.post('/v1/match', latin as unknown as string, CSV);
    expect(answer).toMatchObject({ status: 400, body: { detail: 'the body is not UTF-8' } });
  });

  test('another media type is refused', async () => {
    const server = await indexServer(snapshot);
    expect((await server.post('/v1/match', '<rows/>', 'application/xml')).status).toBe(415);
  });

  const bodies: [string, (count: number) => [unknown, string]][] = [
    ['JSON', (count) => [{ rows: many(count) }, 'application/json']],
    [
      'NDJSON',
      (count) => [
        many(count)
          .map((row) => JSON.stringify(row))
          .join('\n'),
        NDJSON,
      ],
    ],
    [
      'CSV',
      (count) => [
        `id,gtin\n${many(count)
          .map(({ id, gtin }) => `${id},${gtin}`)
          .join('\n')}`,
        CSV,
      ],
    ],
  ];
  test.each(bodies)(
    '%s: as many rows as allowed are matched and metered, one more is refused',
    async (_name, bodyOf) => {
      const server = await indexServer(snapshot);
      const [full, type] = bodyOf(MAX_ROWS);
      const { body, headers } = await server.post<Matches>('/v1/match', full as string, type);
      expect(body.matched).toHaveLength(MAX_ROWS);
      expect(body.matched.at(-1)).toEqual({ id: String(MAX_ROWS - 1), ...byGtin });
      expect(headers['x-cost']).toBe('100');
      const [over] = bodyOf(MAX_ROWS + 1);
      expect(await server.post('/v1/match', over as string, type)).toMatchObject({
        status: 413,
        body: { code: 'too_many_rows', max_rows: MAX_ROWS },
      });
    },
  );
});
