import { Cron } from 'croner';
import type { Input } from '../../pipelines/domain/inputs/input.ts';
import { INPUT_KINDS, type InputKind, inputOf, TABLED_KINDS } from '../../pipelines/domain/inputs/kinds.ts';
import { nearestName } from '../../pipelines/domain/nearest_name.ts';
import { FIELDS } from '../../pipelines/feeds/columns.ts';
import { inputFields } from '../../pipelines/feeds/input_columns.ts';
import { currencyMistakes, duplicates, type Fields, fields, text } from './configuration_fields.ts';
import type { FieldPath, Mistake } from './configuration_file.ts';

/** What a schema cannot say of the feeds that a seller or a brand publishes. */
export function feedsMistakes(feeds: readonly Fields[], by: Input['by'], path: FieldPath): Mistake[] {
  return [
    ...duplicates(feeds, 'name', [...path, 'feeds']),
    ...feeds.flatMap((feed, index) => {
      const place = [...path, 'feeds', index];
      return [
        ...feedMistakes(feed, place),
        ...kindMistakes(feed, by, place),
        ...supplementMistakes(feed, feeds, by, place),
      ];
    }),
  ];
}

/** Formats of other inputs than offers: the others say themselves what their columns mean. */
const INPUT_FORMATS = ['csv', 'ndjson', 'parquet'];

/** Settings of feeds of offers. */
const OF_OFFERS = ['deleted'];

function kindMistakes(feed: Fields, by: Input['by'], path: FieldPath): Mistake[] {
  const { format } = feed;
  const kind = kindOf(feed);
  const known = INPUT_KINDS.find((one) => one === kind);
  if (known === undefined) {
    const isOffersOfBrand = kind === 'offers' && by === 'brand';
    return isOffersOfBrand
      ? [{ path, message: `kind is missing; a brand publishes ${kindsBy('brand').join(', ')}` }]
      : [];
  }
  const mistakes: Mistake[] = OF_OFFERS.filter((setting) => setting in feed).map((setting) => ({
    path: [...path, setting],
    message: `is of feeds of offers; this one brings ${known}`,
  }));
  if (known !== 'supplements' && inputOf(known).by !== by)
    mistakes.push({
      path: [...path, 'kind'],
      message: `"${known}" is of a ${inputOf(known).by}; a ${by} publishes ${kindsBy(by).join(', ')}`,
    });
  const formats = known === 'supplements' ? ['google', ...INPUT_FORMATS] : INPUT_FORMATS;
  if (text(format) && !formats.includes(format))
    mistakes.push({
      path: [...path, 'format'],
      message: `"${format}" is of offers only; ${known} can be ${formats.join(', ')}`,
    });
  return mistakes;
}

/** What a feed brings, whatever the file says of it. */
export function kindOf({ kind = 'offers', supplements }: Fields): unknown {
  return supplements === undefined ? kind : 'supplements';
}

/** A supplemental feed names a feed of offers of the same seller. */
function supplementMistakes(
  { supplements, kind }: Fields,
  feeds: readonly Fields[],
  by: Input['by'],
  path: FieldPath,
): Mistake[] {
  if (supplements === undefined) return [];
  const at = [...path, 'supplements'];
  if (by === 'brand') return [{ path: at, message: 'is of feeds of a seller; a brand has no listings' }];
  const mistakes: Mistake[] = [];
  if (kind !== undefined)
    mistakes.push({
      path: [...path, 'kind'],
      message: 'stands beside supplements, which says what the feed brings; leave it out',
    });
  if (!text(supplements)) return mistakes;
  const offers = feeds.flatMap((feed) =>
    kindOf(feed) === 'offers' && text(feed['name']) ? [feed['name']] : [],
  );
  if (offers.includes(supplements)) return mistakes;
  const nearest = nearestName(supplements, offers);
  const meant = nearest === null ? '' : `, did you mean ${nearest}?`;
  return [
    ...mistakes,
    {
      path: at,
      message: `"${supplements}" is no feed of offers of this seller${meant}; it has ${offers.join(', ') || 'none'}`,
    },
  ];
}

function kindsBy(by: Input['by']): InputKind[] {
  return TABLED_KINDS.filter((kind) => inputOf(kind).by === by);
}

function feedMistakes(feed: Fields, path: FieldPath): Mistake[] {
  const { schedule, currency, url } = feed;
  const mistakes: Mistake[] = [];
  if (text(schedule)) {
    const problem = cronProblem(schedule);
    if (problem !== null)
      mistakes.push({
        path: [...path, 'schedule'],
        message: `"${schedule}" is no cron expression of five fields (minute hour day month weekday): ${problem}`,
      });
  }
  if (text(currency, /^[A-Z]{3}$/)) mistakes.push(...currencyMistakes(currency, [...path, 'currency']));
  const scheme = text(url) ? /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1] : undefined;
  if (scheme !== undefined && !/^https?$/i.test(scheme))
    mistakes.push({
      path: [...path, 'url'],
      message: `"${String(url)}" must be http, https, a file path or a glob`,
    });
  else if (scheme !== undefined && !URL.canParse(String(url)))
    mistakes.push({ path: [...path, 'url'], message: `"${String(url)}" is no valid URL` });
  return [
    ...mistakes,
    ...asOfMistakes(feed['as_of'], path),
    ...mappingMistakes(feed, path),
    ...attributeMistakes(feed, path),
  ];
}

/** Keys of `mapping` that are no field of a listing, or of the input that the feed brings. */
function mappingMistakes(feed: Fields, path: FieldPath): Mistake[] {
  const { mapping } = feed;
  const kind = kindOf(feed);
  const input = INPUT_KINDS.find((one) => one === kind);
  if (input === undefined && kind !== 'offers') return [];
  const known: readonly string[] = input === undefined ? FIELDS : inputFields(input);
  const allowed = [...known, ...(input === undefined ? ['attributes.<namespace>.<name>'] : [])];
  return Object.keys(fields(mapping))
    .filter((key) => !known.includes(key) && !(input === undefined && /^attributes\../.test(key)))
    .map((key) => {
      const nearest = nearestName(key, known);
      const meant = nearest === null ? '' : `, did you mean ${nearest}?`;
      return {
        path: [...path, 'mapping', key],
        message: `is no field of ${input ?? 'a listing'}${meant}; allowed: ${allowed.join(', ')}`,
      };
    });
}

/** Names of attributes, and what they are called by, that are no `<namespace>.<name>`. */
function attributeMistakes(feed: Fields, path: FieldPath): Mistake[] {
  return Object.entries(fields(feed['attribute_keys'])).flatMap(([column, key]) =>
    [column, key]
      .filter((name) => text(name) && !/^[^.\s]+\.\S+$/.test(name))
      .map((name) => ({
        path: [...path, 'attribute_keys', column],
        message: `"${String(name)}" is no <namespace>.<name>, such as general.color`,
      })),
  );
}

function asOfMistakes(asOf: unknown, path: FieldPath): Mistake[] {
  if (!text(asOf) || /^column:./.test(asOf) || /^[^{}]*\{[^{}]*YYYY[^{}]*\}[^{}]*$/.test(asOf)) return [];
  return [
    {
      path: [...path, 'as_of'],
      message: `"${asOf}" is neither column:NAME nor a file name with {YYYY-MM-DD} in it`,
    },
  ];
}

function cronProblem(expression: string): string | null {
  if (expression.trim().split(/\s+/).length !== 5)
    return `it has ${expression.trim().split(/\s+/).length} fields`;
  try {
    return new Cron(expression, { timezone: 'UTC', paused: true }).nextRun() === null
      ? 'it never comes'
      : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
