import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'amaro';

/** A file that the browser loads. */
export interface PageFile {
  contentType: string;
  text: string;
  etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  // A browser gets it without its types.
  ts: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const PAGE = join(import.meta.dirname, 'page');
const PAGE_PATH = '/explorer/page';

/** Files of packages, by the addresses that the import map of index.html gives them. */
const PACKAGES: Readonly<Record<string, string>> = {
  '/explorer/packages/uplot.js': 'uplot/dist/uPlot.esm.js',
  '/explorer/packages/uplot.css': 'uplot/dist/uPlot.min.css',
  '/explorer/packages/openapi-fetch.js': 'openapi-fetch',
};

/** Every file of the explorer by its address; `/` is the page itself. Addresses lie to one another as the files do. */
export function explorerFiles(): Map<string, PageFile> {
  const own = readdirSync(PAGE)
    .filter((name) => name !== 'index.html')
    .map((name) => [`${PAGE_PATH}/${name}`, join(PAGE, name)] as const);
  const client = ['/client/client.ts', fileURLToPath(import.meta.resolve('../client/client.ts'))] as const;
  const packages = Object.entries(PACKAGES).map(
    ([address, name]) => [address, fileURLToPath(import.meta.resolve(name))] as const,
  );
  const files = new Map([...own, client, ...packages].map(([address, path]) => [address, pageFile(path)]));
  // What is told beforehand is loaded at once, not step by step as imports are found.
  const preloads = [...files]
    .filter(([, { contentType }]) => contentType.startsWith('text/javascript'))
    .map(([address]) => `<link rel="modulepreload" href="${address}">`);
  const index = readFileSync(join(PAGE, 'index.html'), 'utf8');
  return files.set('/', fileOf('html', index.replace('<!-- modules -->', preloads.join('\n    '))));
}

function pageFile(path: string): PageFile {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const text = readFileSync(path, 'utf8');
  return fileOf(extension, extension === 'ts' ? transformSync(text, { mode: 'strip-only' }).code : text);
}

function fileOf(extension: string, text: string): PageFile {
  const contentType = TYPES[extension];
  if (contentType === undefined) throw new Error(`no media type is known for a file *.${extension}`);
  return { contentType, text, etag: `"${sha256(text).slice(0, 22)}"` };
}

/** What the page may load: its own files, and media from where answers point to. */
export function contentSecurityPolicy(index: string, cdnUrl: string): string {
  const [, importMap = ''] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(index) ?? [];
  const media = URL.canParse(cdnUrl) ? `'self' ${new URL(cdnUrl).origin}` : "'self'";
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${sha256(importMap)}'`,
    "style-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
