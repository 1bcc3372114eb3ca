import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readGtin } from '../../pipelines/domain/gtin.ts';
import type { MatchRecord } from '../../pipelines/match/titles/read/record.ts';

/** Two shops' records and the pairs of places that are one item. */
export interface MatchTask {
  name: string;
  left: MatchRecord[];
  right: MatchRecord[];
  gold: [left: number, right: number][];
}

const minor = (text: string | undefined): number | null => {
  const price = Number((text ?? '').replace(/[$,]/g, ''));
  return price > 0 ? Math.round(price * 100) : null;
};
const cells = (text: string): string[][] =>
  text
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split('|'));

function readTask(
  folder: string,
  name: string,
  files: [string, string],
  toRecord: (cells: string[]) => Omit<MatchRecord, 'key' | 'seller'>,
): MatchTask {
  const read = (file: string) => cells(readFileSync(join(folder, name, file), 'utf8'));
  const records = (file: string) =>
    read(file).map((row) => ({ key: `${file}/${row[0]}`, seller: file, ...toRecord(row) }));
  const gold = read('gt.csv').map((row) => [Number(row[0]), Number(row[1])] as [number, number]);
  return { name, left: records(files[0]), right: records(files[1]), gold };
}

export const readAbtBuy = (folder: string): MatchTask =>
  readTask(folder, 'match-abt-buy', ['abt.csv', 'buy.csv'], (row) => ({
    title: row[1] as string,
    price_minor: minor(row[3]),
  }));

export const readWalmartAmazon = (folder: string): MatchTask =>
  readTask(folder, 'match-walmart-amazon', ['walmart.csv', 'amazon.csv'], (row) => ({
    title: row[1] as string,
    mpn: row[2] || null,
    price_minor: minor(row[3]),
    brand: row[5] || null,
  }));

/** Fields of a line of CSV whose quotes follow RFC 4180. */
function splitCsv(line: string): string[] {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    if (quoted) {
      if (char !== '"') field += char;
      else if (line[at + 1] === '"') {
        field += '"';
        at++;
      } else quoted = false;
    } else if (char === '"' && field === '') quoted = true;
    else if (char === ',') {
      fields.push(field);
      field = '';
    } else field += char;
  }
  fields.push(field);
  return fields;
}

/** The listings of each grocery chain on one day that carry a valid GTIN: elsewhere there is no truth to hide. */
export function readGrocery(folder: string, day = '2026-08-15'): MatchRecord[][] {
  const file = join(folder, 'grocery-il', `israeli_prices_${day}.csv.gz`);
  const chains = new Map<string, MatchRecord[]>();
  const seen = new Set<string>();
  const known = (text: string | undefined) => (!text || text === 'לא ידוע' ? null : text);
  for (const line of gunzipSync(readFileSync(file)).toString().split(/\r?\n/).slice(1)) {
    const [, seller, , code, title, brand, , quantity, , unit, price] = splitCsv(line);
    if (!seller || !code || !title) continue;
    const reading = readGtin(code);
    if (reading.status !== 'valid' || seen.has(`${seller} ${reading.gtin14}`)) continue;
    seen.add(`${seller} ${reading.gtin14}`);
    const record: MatchRecord = {
      key: `${seller}/${code}`,
      seller,
      title,
      brand: known(brand),
      price_minor: minor(price),
      quantity: known(unit) ? `${quantity} ${unit}` : null,
      gtin: reading.gtin14,
    };
    const chain = chains.get(seller);
    if (chain) chain.push(record);
    else chains.set(seller, [record]);
  }
  return [...chains.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, records]) => records);
}

/** Two chains' groceries without their codes, and which share one. */
export function readGroceryPair(folder: string, one: number, other: number): MatchTask {
  const chains = readGrocery(folder);
  const [left = [], right = []] = [chains[one], chains[other]];
  const places = new Map(right.map(({ gtin }, j) => [gtin, j]));
  const gold = left.flatMap(({ gtin }, i): [number, number][] => {
    const j = places.get(gtin);
    return j === undefined ? [] : [[i, j]];
  });
  const hide = (record: MatchRecord) => ({ ...record, gtin: null });
  return { name: 'groceries', left: left.map(hide), right: right.map(hide), gold };
}

export const hasMatchData = (folder: string | undefined): folder is string =>
  folder !== undefined && existsSync(join(folder, 'match-abt-buy'));
