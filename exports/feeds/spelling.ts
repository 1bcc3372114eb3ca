import type { FeedFormat, FeedProtocol } from './protocol.ts';
import type { Filled, Template } from './template.ts';

/** How records become the bytes of a file. */
export interface Spelling {
  /** Before the first record; `title` and `link` are the channel's. */
  head(protocol: FeedProtocol, channel: { title: string; link: string }): string;
  /** One record; `isFirst` where a separator is not wanted. */
  record(record: Filled, protocol: FeedProtocol, isFirst: boolean): string;
  /** Behind the last; `next` is the cursor of the next page. */
  tail(protocol: FeedProtocol, next: string | null): string;
}

type Fields = Record<string, Filled | undefined>;

export const SPELLINGS: Readonly<Record<FeedFormat, Spelling>> = {
  jsonl: { head: () => '', record: (record) => `${JSON.stringify(record)}\n`, tail: () => '' },
  json: {
    head: ({ document }) => document?.head ?? '[',
    record: (record, _protocol, isFirst) => `${isFirst ? '' : ','}${JSON.stringify(record)}`,
    tail: ({ document }, next) => document?.tail(next) ?? ']',
  },
  tsv: {
    head: ({ row }) => `${columnsOf(row).join('\t')}\n`,
    record: (record, { row }) =>
      `${columnsOf(row)
        .map((name) => cell((record as Fields)[name]))
        .join('\t')}\n`,
    tail: () => '',
  },
  xml: {
    head: ({ xml }, { title, link }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:${xml?.prefix.slice(0, -1)}="${xml?.namespace}"><channel>` +
      `<title>${escaped(title)}</title><link>${escaped(link)}</link><description>${escaped(title)}</description>\n`,
    record: (record, { xml }) => `<item>${elements(record as Fields, xml?.prefix ?? '')}</item>\n`,
    tail: () => '</channel></rss>\n',
  },
};

function columnsOf(row: Template): string[] {
  return Object.keys(row as Record<string, Template>);
}

/** A value in a line of tabs: lists by commas, the parts of one by colons. */
function cell(value: Filled | undefined): string {
  if (value === undefined) return '';
  const text = Array.isArray(value) ? value.map((each) => inList(each)).join(',') : inCell(value);
  const line = text.replace(/[\t\r\n]+/g, ' ');
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line;
}

function inCell(value: Filled): string {
  return typeof value === 'object' ? Object.values(value).map(String).join(':') : String(value);
}

function inList(value: Filled): string {
  if (typeof value !== 'object') return String(value).replaceAll(',', '%2C');
  return Object.values(value)
    .map((part) => inCell(part).replace(/[,:]/g, '\\$&'))
    .join(':');
}

function elements(fields: Fields, prefix: string): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each] as const))
    .map(([name, value]) => element(`${prefix}${name}`, value, prefix))
    .join('');
}

function element(name: string, value: Filled | undefined, prefix: string): string {
  if (value === undefined || value === '') return '';
  const inner = typeof value === 'object' ? elements(value as Fields, prefix) : escaped(String(value));
  return `<${name}>${inner}</${name}>`;
}

/** Characters that XML 1.0 does not have are left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
