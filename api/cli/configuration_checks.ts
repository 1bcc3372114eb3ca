import { Cron } from 'croner';
import type { Input } from '../../pipelines/domain/inputs/input.ts';
import { INPUT_KINDS, type InputKind, inputOf, TABLED_KINDS } from '../../pipelines/domain/inputs/kinds.ts';
import { CURRENCY_EXPONENTS } from '../../pipelines/domain/money.ts';
import { nearestName } from '../../pipelines/domain/nearest_name.ts';
import { VERDICT_CUTS } from '../../pipelines/domain/price_context.ts';
import { FIELDS } from '../../pipelines/feeds/columns.ts';
import { inputFields } from '../../pipelines/feeds/input_columns.ts';
import type { FieldPath, Mistake } from './configuration_file.ts';

type Fields = Record<string, unknown>;

/** What a schema cannot say. Takes whatever the file holds and looks only at what has the right shape. */
export function crossChecks(content: unknown): Mistake[] {
  const configuration = fields(content);
  const sellers = list(configuration['sellers']);
  const brands = list(configuration['brands']);
  return [
    ...marketMistakes(fields(configuration['market'])),
    ...embeddingMistakes(fields(configuration['embedding'])),
    ...duplicates(sellers, 'id', ['sellers']),
    ...duplicates(brands, 'id', ['brands']),
    ...brandMistakes(brands, new Set(sellers.map(({ id }) => id))),
    ...sellers.flatMap((seller, index) => sellerMistakes(seller, ['sellers', index])),
  ];
}

function marketMistakes(market: Fields): Mistake[] {
  const { country, currency, locale } = market;
  const mistakes: Mistake[] = [];
  if (text(country, /^[A-Z]{2}$/) && !isRegion(country))
    mistakes.push({ path: ['market', 'country'], message: `"${country}" is no ISO 3166-1 country code` });
  if (text(currency, /^[A-Z]{3}$/)) mistakes.push(...currencyMistakes(currency, ['market', 'currency']));
  if (text(locale) && !isLocale(locale))
    mistakes.push({
      path: ['market', 'locale'],
      message: `"${locale}" is no known BCP 47 locale, for example en-US`,
    });
  const cuts = { ...VERDICT_CUTS, ...fields(market['verdict']) };
  if (cuts.excellent > cuts.good || cuts.good > cuts.typical)
    mistakes.push({
      path: ['market', 'verdict'],
      message: `must ascend: excellent ${cuts.excellent}, good ${cuts.good}, typical ${cuts.typical} do not`,
    });
  return mistakes;
}

const OF_SERVICE = ['url', 'model', 'dimensions'] as const;

function embeddingMistakes(embedding: Fields): Mistake[] {
  const { provider, url } = embedding;
  if (provider === 'static')
    return OF_SERVICE.filter((field) => field in embedding).map((field) => ({
      path: ['embedding', field],
      message: 'is of the provider openai-compatible; static takes none',
    }));
  if (provider !== 'openai-compatible') return [];
  const missing = OF_SERVICE.filter((field) => !(field in embedding)).map((field) => ({
    path: ['embedding'],
    message: `${field} is missing, which openai-compatible needs`,
  }));
  return text(url) ? [...missing, ...serviceUrlMistakes(url, ['embedding', 'url'])] : missing;
}

function serviceUrlMistakes(url: string, path: FieldPath): Mistake[] {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    return [{ path, message: `"${url}" must be an http or https address` }];
  // Not quoted: what stands there is a secret.
  if (parsed.username !== '' || parsed.password !== '')
    return [{ path, message: 'has a user or password in it; put the key into EMBEDDING_API_KEY' }];
  return [];
}

function sellerMistakes(seller: Fields, path: FieldPath): Mistake[] {
  const { id, kind } = seller;
  const mistakes: Mistake[] = [];
  if (text(id) && text(kind)) {
    const isMarketplace = kind === 'marketplace_seller';
    if (isMarketplace && !id.startsWith('mp_'))
      mistakes.push({
        path: [...path, 'id'],
        message: `"${id}" is a marketplace_seller, so its id must begin with mp_`,
      });
    if (!isMarketplace && id.startsWith('mp_'))
      mistakes.push({
        path: [...path, 'id'],
        message: `"${id}" begins with mp_, which only a marketplace_seller may`,
      });
  }
  const feeds = list(seller['feeds']);
  mistakes.push(...feedsMistakes(feeds, 'seller', path));
  if (feeds.length > 0 && feeds.every((feed) => kindOf(feed) !== 'offers'))
    mistakes.push({ path: [...path, 'feeds'], message: 'has no feed of offers' });
  return mistakes;
}

function brandMistakes(brands: readonly Fields[], sellers: ReadonlySet<unknown>): Mistake[] {
  return brands.flatMap((brand, index) => {
    const path = ['brands', index];
    const mistakes = feedsMistakes(list(brand['feeds']), 'brand', path);
    if (text(brand['id']) && sellers.has(brand['id']))
      mistakes.push({ path: [...path, 'id'], message: `"${brand['id']}" is a seller's id` });
    return mistakes;
  });
}

function feedsMistakes(feeds: readonly Fields[], by: Input['by'], path: FieldPath): Mistake[] {
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
function kindOf({ kind = 'offers', supplements }: Fields): unknown {
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

function currencyMistakes(code: string, path: FieldPath): Mistake[] {
  return CURRENCY_EXPONENTS.has(code) ? [] : [{ path, message: `"${code}" is no ISO 4217 currency code` }];
}

/** Every later item whose `field` repeats an earlier one. */
function duplicates(items: readonly Fields[], field: string, path: FieldPath): Mistake[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const value = item[field];
    if (!text(value)) return [];
    const earlier = first.get(value);
    if (earlier === undefined) {
      first.set(value, index);
      return [];
    }
    const place = `${path.join('.').replaceAll(/\.(\d+)/g, '[$1]')}[${earlier}]`;
    return [{ path: [...path, index, field], message: `"${value}" is taken by ${place}` }];
  });
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

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function isRegion(code: string): boolean {
  return regions.of(code) !== undefined;
}

function text(value: unknown, pattern = /./): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}
