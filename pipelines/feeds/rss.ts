import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SaxesParser } from 'saxes';
import { blocksOf } from './blocks.ts';
import { FeedError } from './error.ts';
import { type Finding, MOST_RECORD_BYTES, oversized } from './finding.ts';

/** Entities of HTML that feeds use although XML knows five only. */
const ENTITIES: Record<string, string> = {
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  eacute: 'é',
  trade: '™',
  reg: '®',
  copy: '©',
  euro: '€',
  deg: '°',
};

/** Google's nested attributes become the text they have in its tab-separated form. */
const NESTED: Record<string, readonly string[]> = {
  shipping: ['country', 'region', 'service', 'price'],
  product_detail: ['section_name', 'attribute_name', 'attribute_value'],
};

/**
 * Turns an RSS 2.0 or Atom feed into one JSON object a line: an item's elements by local name, `line` the
 * physical line where the item begins. Elements that occur twice are joined by commas. One item is in memory
 * at a time. Returns the names that occur and the items that are too large. Throws `malformed` where the XML breaks
 * off or is not well-formed.
 */
export async function itemsToLines(
  source: string,
  target: string,
  name: string,
  signal?: AbortSignal,
): Promise<{ names: string[]; findings: Finding[] }> {
  const reader = new ItemReader();
  await pipeline(
    Readable.from(lines(source, name, reader)),
    createWriteStream(target),
    signal ? { signal } : {},
  );
  return { names: [...reader.names], findings: reader.findings };
}

async function* lines(path: string, name: string, reader: ItemReader): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of blocksOf(path)) {
      reader.parser.write(decoder.decode(chunk as Buffer, { stream: true }));
      if (reader.done.length > 0) yield reader.drain();
    }
    reader.parser.close();
  } catch (error) {
    throw new FeedError(
      'malformed',
      `${name} is not well-formed XML: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  yield reader.drain();
}

class ItemReader {
  readonly parser = new SaxesParser();
  done: string[] = [];
  readonly names = new Set<string>();
  readonly findings: Finding[] = [];
  readonly #path: string[] = [];
  #item: Record<string, string> | null = null;
  #nested: Record<string, string> = {};
  #line = 0;
  #text = '';

  constructor() {
    Object.assign(this.parser.ENTITIES, ENTITIES);
    this.parser.on('error', (error) => {
      throw error;
    });
    this.parser.on('opentag', (tag) =>
      this.#open(localName(tag.name), tag.attributes as Record<string, string>),
    );
    this.parser.on('closetag', (tag) => this.#close(localName(tag.name)));
    this.parser.on('text', (text) => {
      this.#text += text;
    });
    this.parser.on('cdata', (text) => {
      this.#text += text;
    });
  }

  drain(): string {
    const text = this.done.join('');
    this.done = [];
    return text;
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.#text = '';
    if (this.#item === null) {
      if (name !== 'item' && name !== 'entry') return;
      this.#item = {};
      this.#line = this.parser.line;
      return;
    }
    this.#path.push(name);
    // Atom's link stands in an attribute.
    if (name === 'link' && attributes['href']) this.#add('link', attributes['href']);
    if (this.#path.length === 1) this.#nested = {};
  }

  #close(name: string): void {
    if (this.#item === null) return;
    if (this.#path.length === 0) {
      const json = JSON.stringify({ line: this.#line, ...this.#item });
      if (Buffer.byteLength(json) > MOST_RECORD_BYTES) this.findings.push(oversized(this.#line, json));
      else this.done.push(`${json}\n`);
      this.#item = null;
      return;
    }
    this.#path.pop();
    const [parent] = this.#path;
    const value = this.#text.trim();
    this.#text = '';
    if (parent !== undefined) this.#nested[name] = value;
    else if (NESTED[name] && Object.keys(this.#nested).length > 0) {
      this.#add(
        name,
        NESTED[name]
          .map((part) => (this.#nested[part] ?? '').replaceAll(/[,:]/g, name === 'shipping' ? '$&' : '\\$&'))
          .join(':'),
      );
    } else if (value !== '') this.#add(name, value);
  }

  #add(name: string, value: string): void {
    if (this.#item === null) return;
    this.names.add(name);
    const before = this.#item[name];
    this.#item[name] = before === undefined ? value : `${before},${value}`;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
