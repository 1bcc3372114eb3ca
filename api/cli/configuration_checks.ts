import { VERDICT_CUTS } from '../../pipelines/domain/price_context.ts';
import { currencyMistakes, duplicates, type Fields, fields, list, text } from './configuration_fields.ts';
import type { FieldPath, Mistake } from './configuration_file.ts';
import { feedsMistakes, kindOf } from './feed_checks.ts';

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
