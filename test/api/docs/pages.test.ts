import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { GUIDE } from '../../../api/docs/home_page.ts';
import { curlOf } from '../../../api/docs/operation_page.ts';
import { OPERATIONS } from '../../../api/http/operations.ts';
import { running } from '../http/harness.ts';

let pages: Map<string, string>;
beforeAll(async () => {
  const closing: (() => Promise<void>)[] = [];
  const { app } = await running(OPERATIONS, { atEnd: (close) => closing.push(close) });
  const addresses = [
    '/docs',
    '/docs/records',
    '/docs/exports',
    '/docs/errors',
    ...OPERATIONS.map(({ id }) => `/docs/operations/${id}`),
  ];
  pages = new Map();
  for (const address of addresses) {
    const answer = await app.inject(address);
    expect([address, answer.statusCode]).toEqual([address, 200]);
    pages.set(address, answer.body);
  }
  expect((await app.inject('/docs/operations/nothing')).statusCode).toBe(404);
  expect((await app.inject('/docs')).headers['content-security-policy']).toContain("default-src 'none'");
  for (const close of closing) await close();
});

describe('the documentation', () => {
  test('leads nowhere that is not there', () => {
    const others = new Set(['/', '/openapi.json', '/docs/try', '/docs/docs.css']);
    const broken = [...pages].flatMap(([address, html]) =>
      [...html.matchAll(/href="([^"]+)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !href.startsWith('/explorer/') && !others.has(href))
        .filter((href) => {
          const [path = '', anchor] = href.split('#');
          const target = pages.get(path === '' ? address : path);
          return target === undefined || (anchor !== undefined && !target.includes(`id="${anchor}"`));
        })
        .map((href) => `${address} leads to ${href}`),
    );
    expect(broken).toEqual([]);
  });

  test('lists every operation, and shows its example on its page', () => {
    for (const { id, path } of OPERATIONS) {
      expect(pages.get('/docs')).toContain(`href="/docs/operations/${id}"`);
      expect(pages.get(`/docs/operations/${id}`)).toContain(path);
      expect(pages.get(`/docs/operations/${id}`)).toContain('curl -sS');
    }
  });

  test('calls only what there is', () => {
    const patterns = OPERATIONS.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
    const called = GUIDE.flatMap((part) => {
      const html = readFileSync(new URL(`../../../api/docs/guide/${part}.html`, import.meta.url), 'utf8');
      return [...html.matchAll(/8080(\/v1\/[^'"?<]*)/g)].map(([, path = '']) => path);
    });
    expect(called.length).toBeGreaterThan(6);
    expect(called.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  test('quotes for the shell', () => {
    expect(curlOf('POST', { url: '/v1/resolve', body: { ref: "Men's shoe" } })).toContain(
      `-d '{"ref":"Men'\\''s shoe"}'`,
    );
  });
});
