import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ATTRIBUTES } from '../../pipelines/attributes/attributes.ts';
import { declaredReadings } from '../../pipelines/attributes/declared.ts';
import { type ParsedReading, parsedReadings } from '../../pipelines/attributes/parsed.ts';
import { sameValue } from '../../pipelines/attributes/value.ts';
import { type AttributeValue, isRange } from '../../pipelines/domain/attribute.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { readText } from '../../pipelines/text/reading.ts';
import { type Record_, readSpecified } from './icecat.ts';

/** A specification of the set. `factor`: into our unit. `mixed`: some numbers are so many times smaller a unit. */
interface Field {
  name: string;
  factor?: number;
  mixed?: number;
}

/** What of the set says what one of our attributes says. `besides`: not one of the twelve that are summed up. */
interface Kind {
  kind: string;
  key: string;
  besides?: boolean;
  fields: Field[];
}

/** A reading of a product whose specification says what it should be. */
interface Judged {
  kind: string;
  rule: string;
  confidence: number;
  right: boolean;
}

const KINDS = JSON.parse(
  readFileSync(new URL('attributes/icecat_keys.json', import.meta.url), 'utf8'),
) as Kind[];
const SURE = 0.8;
const BINS = 10;
/** Smaller numbers of a field with mixed units are in the larger one. */
const LEAST_MIXED = 16;

/**
 * How often a title and a short description tell what Icecat's specifications say, with the specifications hidden:
 * precision at confidence .8, recall of the values that stand in the text, calibration. `ATTRIBUTES_HALF=1` reads the
 * half of the products that no rule was written by; `ATTRIBUTES_RULES=1` prints each rule.
 */
export function benchAttributes(folder: string | undefined): void {
  const products = folder === undefined ? null : readSpecified(join(folder, 'search-icecat'));
  if (!products) {
    console.log('attributes: skipped, SEARCH_DATA names no folder with search-icecat');
    return;
  }
  const half = process.env['ATTRIBUTES_HALF'] === '1' ? 1 : 0;
  const judged: Judged[] = [];
  const present = new Map<string, { values: number; found: number }>();
  const half_ = products.filter(({ id }) => halfOf(String(id)) === half);
  for (const product of half_) judgeProduct(product, judged, present);
  report(half_.length, judged, present);
}

/** 0 or 1, of an id. */
function halfOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash % 2;
}

function judgeProduct(
  product: Record_,
  judged: Judged[],
  present: Map<string, { values: number; found: number }>,
): void {
  const title = String(product['title'] ?? '');
  const description = String(product['short_description'] ?? '');
  const inTitle = parsedReadings(title, 'title');
  const keys = new Set(inTitle.map(({ key }) => key));
  const readings = [
    ...inTitle.map((reading) => ({ ...reading, rule: `${reading.rule}@title` })),
    ...parsedReadings(description, 'description')
      .filter(({ key }) => !keys.has(key))
      .map((reading) => ({ ...reading, rule: `${reading.rule}@description` })),
  ];
  const text = foldText(`${title} . ${description}`);
  for (const { kind, key, fields } of KINDS) {
    const truths = fields.flatMap((field) => truthsOf(key, field, product[`attr_${field.name}`]));
    if (truths.length === 0) continue;
    const own = readings.filter((reading) => reading.key === key);
    for (const { rule, confidence, value } of own)
      judged.push({ kind, rule, confidence, right: truths.some((truth) => agrees(key, value, truth)) });
    const counts = present.get(kind) ?? { values: 0, found: 0 };
    present.set(kind, counts);
    for (const truth of distinct(key, truths).filter((value) => stands(key, value, text))) {
      counts.values++;
      if (finds(key, own, truth)) counts.found++;
    }
  }
}

const finds = (key: string, own: readonly ParsedReading[], truth: AttributeValue): boolean =>
  own.some(({ value, confidence }) => confidence >= SURE && agrees(key, value, truth));

/** The values of one specification, typed as ours. */
function truthsOf(
  key: string,
  { factor = 1, mixed }: Field,
  raw: Record_[string] | undefined,
): AttributeValue[] {
  if (raw === undefined) return [];
  if (typeof raw === 'number') {
    if (raw <= 0) return [];
    return mixed !== undefined && raw >= LEAST_MIXED ? [raw, raw / mixed] : [raw * factor];
  }
  const text = String(raw);
  if (ATTRIBUTES.get(key)?.type === 'measure' || ATTRIBUTES.get(key)?.type === 'number')
    return text.split(/[,;]/).flatMap((part) => numbersIn(part, factor));
  const parts = key === 'general.connector' ? connectorsIn(text) : [text];
  return parts.flatMap((part) =>
    declaredReadings(key, part)
      .filter((reading) => reading.key === key && typeof reading.value === 'string')
      .map(({ value }) => value),
  );
}

function numbersIn(text: string, factor: number): AttributeValue[] {
  const [, from, to] = /^\s*(\d+(?:\.\d+)?)(?: ?- ?(\d+(?:\.\d+)?))?/.exec(text) ?? [];
  if (from === undefined) return [];
  return to === undefined
    ? [Number(from) * factor]
    : [{ min: Number(from) * factor, max: Number(to) * factor }];
}

/** `2x DB9M/RJ45` as `DB9`, `RJ45`: without counts and genders. */
const connectorsIn = (text: string): string[] =>
  text
    .replace(/(?<=[a-zA-Z0-9])[MF](?=\b)/g, '')
    .split(/[,;/+]/)
    .map((part) => part.trim().replace(/^\d+x? /, ''));

/** Whether a reading is what the specification says: one of a range is within it, `USB` is any kind of USB. */
function agrees(key: string, value: AttributeValue, truth: AttributeValue): boolean {
  if (typeof value === 'number' && isRange(truth))
    return value >= truth.min * 0.99 && value <= truth.max * 1.01;
  if (isRange(value) && typeof truth === 'number')
    return sameValue(key, value.min, truth) || sameValue(key, value.max, truth);
  if (value === 'USB' && typeof truth === 'string') return truth.includes('USB');
  return sameValue(key, value, truth);
}

const distinct = (key: string, values: readonly AttributeValue[]): AttributeValue[] =>
  values.filter((value, at) => !values.slice(0, at).some((before) => sameValue(key, before, value)));

/** Whether the value's tokens with their unit stand in a folded text, after conversion. */
function stands(key: string, truth: AttributeValue, text: string): boolean {
  const attribute = ATTRIBUTES.get(key);
  if (attribute?.type === 'measure') {
    const value = isRange(truth) ? truth.max : (truth as number);
    return readText(text).amounts.some(
      ({ dimension, amount }) =>
        dimension === attribute.dimension && sameValue(key, amount / attribute.factor, value),
    );
  }
  const written = isRange(truth) ? `${truth.min}-${truth.max}` : String(truth);
  return STANDS[key]?.(written, text) ?? text.includes(foldText(written));
}

const thousands = (number: string): string =>
  Number(number).toLocaleString('en-US').replaceAll(',', '[,. ]?');
const STANDS: Readonly<Record<string, (value: string, text: string) => boolean>> = {
  'general.color': (value, text) =>
    value
      .split('/')
      .every((color) => RegExp(`(?<![a-z])${color}(?![a-z])`).test(text.replaceAll('grey', 'gray'))),
  'general.resolution': (value, text) =>
    RegExp(`(?<!\\d)${value.replace(' x ', ' ?[x×*] ?')}(?!\\d)`).test(text),
  'general.connector': (value, text) =>
    parsedReadings(text, 'title').some(
      (reading) => reading.key === 'general.connector' && reading.value === value,
    ),
  'printer.page_yield': (value, text) =>
    RegExp(`(?<![\\d.,])(?:${value}|${thousands(value)}) ?(?:pages|page|pg|seiten|pag)`).test(text) ||
    (Number(value) % 1000 === 0 && RegExp(`(?<![\\d.])${Number(value) / 1000} ?k(?![a-z])`).test(text)),
  'general.pack_count': (value, text) =>
    RegExp(
      `(?<![\\d.,])${value} ?-?(?:pc\\(s\\)|pcs?|pack|pk|per box|per pack)(?![a-z])|pack of ${value}(?!\\d)`,
    ).test(text),
  'general.data_rate': (value, text) =>
    RegExp(`(?<![\\d./])(?:${value} ?(?:mbit/s|mbps|mb/s)|${Number(value) / 1000} ?(?:gbit/s|gbps))`).test(
      text,
    ),
  'general.rotation_speed': (value, text) => RegExp(`(?<![\\d.,])${value} ?rpm`).test(text),
  'printer.pages_per_minute': (value, text) => RegExp(`(?<![\\d.,])${value} ?ppm`).test(text),
};

const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3));

function report(
  products: number,
  all: readonly Judged[],
  present: ReadonlyMap<string, { values: number; found: number }>,
): void {
  console.log(`\nAttributes: ${products} products of Icecat, their specifications hidden`);
  const summed = new Set(KINDS.filter(({ besides }) => !besides).map(({ kind }) => kind));
  const line = (name: string, kinds: readonly string[]) => {
    const sure = all.filter(({ kind, confidence }) => kinds.includes(kind) && confidence >= SURE);
    const counts = kinds.map((kind) => present.get(kind) ?? { values: 0, found: 0 });
    const values = counts.reduce((sum, one) => sum + one.values, 0);
    const found = counts.reduce((sum, one) => sum + one.found, 0);
    const right = sure.filter((one) => one.right).length;
    console.log(
      `  ${name.padEnd(14)} precision ${share(right, sure.length)} of ${sure.length}, recall ${share(found, values)} of ${values}`,
    );
  };
  for (const kind of new Set(KINDS.map((one) => one.kind))) line(kind, [kind]);
  line('the twelve', [...summed]);
  const counted = all.filter(({ kind }) => summed.has(kind));
  const error = Array.from({ length: BINS }, (_, bin) => binError(counted, bin)).reduce(
    (sum, one) => sum + one,
    0,
  );
  console.log(
    `  calibration error over ${BINS} bins ${(error / counted.length).toFixed(4)} (bars: .97, .60, .05)`,
  );
  if (process.env['ATTRIBUTES_RULES'] === '1') printRules(all);
}

/** How far confidence is from what was right in one bin, times its readings. */
function binError(all: readonly Judged[], bin: number): number {
  const inBin = all.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin);
  const said = inBin.reduce((sum, { confidence }) => sum + confidence, 0);
  return Math.abs(said - inBin.filter(({ right }) => right).length);
}

function printRules(all: readonly Judged[]): void {
  for (const [rule, judged] of [...Map.groupBy(all, (one) => one.rule)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  ))
    console.log(
      `  ${rule} ${share(judged.filter(({ right }) => right).length, judged.length)} ${judged.length}`,
    );
}
