import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, explorerFiles } from '../../../api/explorer/files.ts';
import { running } from '../http/harness.ts';

const files = explorerFiles();
const index = files.get('/')?.text ?? '';
const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(index)?.[1] ?? '{}') as {
  imports: Record<string, string>;
};

describe('the files of the explorer', () => {
  test('are under 300 kB together, compressed', () => {
    const bytes = [...files.values()].reduce((sum, { text }) => sum + gzipSync(text).length, 0);
    expect(bytes).toBeLessThan(300_000);
    expect(files.size).toBeGreaterThan(20);
  });

  test('import and link nothing that is not one of them', () => {
    const named = [...files].flatMap(([address, { text, contentType }]) =>
      contentType.startsWith('text/javascript')
        ? [...text.matchAll(/^(?:import|export)\b[^;]*?from\s*'([^'\n]+)'/gm)].map(([, target]) =>
            target?.startsWith('.') ? posix.join(posix.dirname(address), target) : imports[target as string],
          )
        : [],
    );
    const linked = [...index.matchAll(/(?:href|src)="(\/explorer[^"]*)"/g)].map(([, address]) => address);
    expect(named.length).toBeGreaterThan(50);
    expect([...named, ...linked].filter((address) => !files.has(address as string))).toEqual([]);
  });

  test('reach the browser without types', () => {
    expect(files.get('/explorer/page/route.ts')?.text).not.toMatch(/\binterface\b|: string/);
    expect(files.get('/client/client.ts')?.text).not.toContain('import type');
  });

  test('may load nothing from elsewhere but media, from where these are', () => {
    expect(contentSecurityPolicy(index, '/media')).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self';/,
    );
    expect(contentSecurityPolicy(index, 'https://cdn.example.com/a/b')).toContain(
      "img-src 'self' https://cdn.example.com;",
    );
    expect(index).not.toMatch(/\sstyle=|\son\w+=|<script(?![^>]*src=)(?![^>]*importmap)/);
  });

  test('need no key, and come again only where they changed', async () => {
    const { app } = await running([]);
    for (const [address, { contentType }] of files) {
      const answer = await app.inject(address);
      expect([address, answer.statusCode, answer.headers['content-type']]).toEqual([
        address,
        200,
        contentType,
      ]);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      const again = await app.inject({
        url: address,
        headers: { 'if-none-match': String(answer.headers.etag) },
      });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });
});
