import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const DEMO = fileURLToPath(new URL('../../../fixtures/demo/commerce-index.yaml', import.meta.url));

interface Feed {
  name: string;
  url: string;
  kind?: string;
  supplements?: string;
}
interface Configuration {
  sellers: { id: string; feeds: Feed[] }[];
  brands?: unknown;
  media?: unknown;
}

const demo = (): Configuration => parse(readFileSync(DEMO, 'utf8')) as Configuration;

/** The sellers of the demo. */
export const DEMO_SELLERS = demo().sellers.map(({ id }) => id);

export type Told = 'acp' | 'google';
const ENDINGS: Record<Told, string> = { acp: 'jsonl', google: 'xml' };

const fileName = (seller: string, protocol: Told, day: string) =>
  `told/${protocol}/${seller}_${day}.${ENDINGS[protocol]}`;

/** Keeps what the index told of a seller, as that seller's file of a day. */
export function keepTold(folder: string, seller: string, protocol: Told, day: string, text: string): void {
  const path = join(folder, fileName(seller, protocol, day));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The demo's offers, each seller's in the protocol that its feed was told in. */
export function toldConfiguration(folder: string, protocol: Told): string {
  const { brands: _brands, media: _media, ...rest } = demo();
  const sellers = rest.sellers.map((seller) => {
    const [feed] = seller.feeds.filter(({ kind, supplements }) => !kind && !supplements);
    if (!feed) throw new Error(`${seller.id} of the demo has no feed of offers`);
    const told = {
      name: feed.name,
      url: join(folder, fileName(seller.id, protocol, '*')),
      format: protocol,
      as_of: `${seller.id}_{YYYY-MM-DD}`,
    };
    return { ...seller, feeds: [told] };
  });
  return stringify({ ...rest, sellers });
}

interface Product {
  variants: Variant[];
}
interface Variant {
  id: string;
  title: string;
  url?: string;
  description?: unknown;
  media?: { type: string; url: string }[];
}

/** A feed of ACP with a page, a description and a picture where there is none: Google wants them of every listing. */
export function lent(text: string): string {
  const products = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Product);
  return products
    .map(({ variants, ...product }) => JSON.stringify({ ...product, variants: variants.map(lentVariant) }))
    .join('\n');
}

function lentVariant(variant: Variant): Variant {
  const { id, title, media = [] } = variant;
  const name = encodeURIComponent(id);
  const picture = { type: 'image', url: `https://pictures.example/${name}.jpg` };
  return {
    ...variant,
    url: variant.url ?? `https://pages.example/${name}`,
    description: variant.description ?? { plain: title },
    media: media.some(({ type }) => type === 'image') ? media : [...media, picture],
  };
}
