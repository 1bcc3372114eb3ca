import type { Schemas } from '../../client/client.ts';
import { badge, h, note, table } from './element.ts';
import { hrefOf } from './route.ts';
import { axesInWords, channelInWords, moment, percent, stateKind, words } from './wording.ts';

const VARIANT = 'Variant';
const DATES = 'Delivery by';
const COLUMNS = [
  { label: 'Seller' },
  { label: VARIANT },
  { label: 'Delivered', numeric: true },
  { label: 'Price', numeric: true },
  { label: 'Stock' },
  { label: DATES },
  { label: 'Source' },
  { label: 'Seen (UTC)' },
];

type Variant = Schemas['GetProductAnswer']['variant_list'][number];

/** Offers in the order of what they cost delivered. */
export function offerTable(offers: readonly Schemas['Offer'][], variants: readonly Variant[]) {
  if (offers.length === 0) return note('No offers now.');
  const ofVariant = new Map(variants.map(({ variant_id, axes }) => [variant_id, axesInWords(axes)]));
  const hasVariants = new Set(offers.map(({ variant_id }) => variant_id)).size > 1;
  const hasDates = offers.some(({ delivers_by }) => delivers_by !== null);
  return table(
    'By what they cost delivered; those that take no order now come last.',
    COLUMNS.filter(({ label }) => (label !== DATES || hasDates) && (label !== VARIANT || hasVariants)),
    offers.map((offer) => [
      [
        h('a', { href: hrefOf(['sellers', offer.seller]) }, offer.seller),
        offer.condition !== 'new' && [' ', badge(offer.condition, 'plain')],
        isWebAddress(offer.url) && [
          ' ',
          h(
            'a',
            { href: offer.url, rel: 'noopener noreferrer', target: '_blank', class: 'out' },
            'shop',
            h('span', { class: 'hidden' }, ` of ${offer.seller}, in a new tab`),
          ),
        ],
      ],
      ...(hasVariants ? [ofVariant.get(offer.variant_id) ?? '—'] : []),
      offer.landed ?? h('span', { class: 'note' }, 'delivery unknown'),
      [offer.price, !offer.comparable && h('span', { class: 'note' }, ` ${offer.currency}, not compared`)],
      badge(words(offer.availability), stateKind(offer.availability)),
      ...(hasDates ? [offer.delivers_by ?? '—'] : []),
      `${channelInWords(offer.source.channel)}, ${percent(offer.source.confidence)} sure`,
      moment(offer.observed_at),
    ]),
  );
}

/** An address of a feed may be anything; only these are made links of. */
export const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url);
