import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PARTS = ['pipelines', 'warehouse', 'exports', 'workflows', 'api'];

/** What a second reader of text would be made of, and what it is called in a message. */
const SIGNS: readonly [name: string, found: (text: string) => boolean][] = [
  ['a fold', (text) => /normalize\(\s*'NFK?[CD]'|\\p\{M(?:n|ark)?\}|strip_accents|nfc_normalize/.test(text)],
  ['a tokenizer', (text) => /\[\^?(?:\\p\{[LNM]\}){2,}[^\]]*\][+*]/.test(text)],
  ['a table of units', (text) => listed(text, ['kg', 'ml', 'gb', 'oz', 'lb', 'cm', 'litre', 'inch']) >= 3],
  ['a list of articles', (text) => listed(text, ['the', 'der', 'das', 'el', 'los', 'une', 'het']) >= 3],
];

/** How many of these words stand as words of string literals. */
function listed(text: string, words: readonly string[]): number {
  const literals = [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map((match) => match[1] ?? match[2] ?? '');
  const short = literals
    .filter((literal) => !/[.:;()]/.test(literal))
    .flatMap((literal) => literal.split(/[ |,]+/));
  return words.filter((word) => short.includes(word)).length;
}

const breaches = (text: string): string[] => SIGNS.filter(([, found]) => found(text)).map(([name]) => name);

/** Not readers of what products are called, or the twin in SQL that a test holds to the reader. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'pipelines/domain/money.ts: a fold': [
    'prices: upper case tells currency codes, so they are unified in width only',
  ],
  'pipelines/domain/title.ts: a fold': ['composes what a feed wrote; it is shown, not compared'],
  'api/explorer/page/title_difference.ts: a tokenizer': [
    'marks words of two titles for the eye, in the browser, where the reader is not',
  ],
  'warehouse/text/suggestion_entries.ts: a fold': ['asks whether a word may be shown, changes none'],
  'warehouse/text/suggestion_entries.ts: a tokenizer': ['asks whether a word may be shown, reads none'],
  'pipelines/domain/intent/de.json: a list of articles': [
    'der, das: where a phrase ends; el: how plurals end; articles themselves are read by pipelines/text',
  ],
  'pipelines/feeds/sql/stage.sql: a fold': [
    'asks whether a title is worth reading for a condition (test/pipelines/domain/condition.test.ts)',
  ],
  'warehouse/sql/macros.sql: a fold': [
    'letters and marks in the twin of foldKey (test/warehouse/text_sql.test.ts)',
  ],
  'warehouse/sql/macros.sql: a tokenizer': [
    'the twin of foldedParts and foldKey (test/warehouse/text_sql.test.ts)',
  ],
};

function sources(): string[] {
  return PARTS.flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|sql|json)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
      .filter(
        (file) => !file.startsWith('pipelines/text/') && !file.startsWith('warehouse/embedding/static/'),
      ),
  );
}

test('text is folded, parted and measured in pipelines/text alone', () => {
  const found = sources().flatMap((file) =>
    breaches(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
});

test.each([
  ["text.normalize('NFKD').replace(/\\p{M}+/gu, '')", 'a fold'],
  ['select lower(strip_accents(title))', 'a fold'],
  ['text.split(/[^\\p{L}\\p{N}]+/u)', 'a tokenizer'],
  ['for (const [word] of text.matchAll(/[\\p{L}\\p{N}]+/gu))', 'a tokenizer'],
  ["const SIZES = 'g kg ml l'.split(' '); const MORE = ['oz']", 'a table of units'],
  ["const SKIP = new Set('a an the der die das el la'.split(' '))", 'a list of articles'],
  ['{ "article": ["der", "die", "das", "the"] }', 'a list of articles'],
])('%s is noticed', (planted, name) => {
  expect(breaches(planted)).toContain(name);
});
