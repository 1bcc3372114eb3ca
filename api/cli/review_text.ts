import type { Listing } from '../../pipelines/domain/listing.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import type { BesideReview, Review, ReviewDecision } from '../../warehouse/reads/reviews.ts';
import type { NotedMatchDecision } from '../../warehouse/state/match_decisions.ts';
import { nameOf } from '../catalogue/review_decision.ts';
import { table } from './terminal.ts';

const HEADER = ['review', 'probability', 'reason', 'listing', 'title', 'may belong to', 'title', 'decision'];

/** One line for each review. */
export function reviewTable(reviews: readonly Review[]): string {
  return table(
    HEADER,
    reviews.map(({ id, queued, left, right, decision }) => [
      id,
      queued?.probability.toFixed(3) ?? '',
      queued?.reason ?? '',
      `${left.seller}:${left.sku}`,
      short(left.title),
      `${right.seller}:${right.sku}`,
      short(right.title),
      decision ? decisionText(decision) : '',
    ]),
  );
}

const FIELDS: readonly [string, (listing: Listing, locale: string) => string | null][] = [
  ['seller', ({ seller }) => seller],
  ['sku', ({ sku }) => sku],
  ['title', ({ title }) => title],
  ['brand', ({ brand }) => brand],
  ['gtin', ({ gtin }) => gtin],
  ['mpn', ({ mpn }) => mpn],
  ['price', ({ price_minor, currency }, locale) => formatPrice(price_minor, currency, locale)],
  ['category', ({ category }) => category],
  ['attributes', ({ attributes }) => attributesText(attributes)],
  ['condition', ({ condition }) => condition],
  ['url', ({ url }) => url],
  ['picture', ({ image_url }) => image_url],
  [
    'variant',
    ({ variant_id, method, confidence }) =>
      `${variant_id} (${method === 'none' ? 'alone' : `${method} ${confidence}`})`,
  ],
];

/** How a pair stands, and both listings side by side. */
export function reviewText(review: Review, beside: BesideReview, locale: string): string {
  const { id, left, right, queued, revision } = review;
  const standing = queued
    ? `probability ${queued.probability.toFixed(3)}, ${queued.reason}`
    : 'not in the queue';
  const joined = left.variant_id === right.variant_id ? '; both are one variant now' : '';
  const sides = FIELDS.map(([name, read]) => [name, read(left, locale), read(right, locale)]);
  return [
    `${id}  ${nameOf(review)}  ${standing}`,
    `revision ${revision}${joined}`,
    '',
    table(['', 'listing', 'may belong to'], sides),
    ...besideText(beside, locale),
  ].join('\n');
}

/** What else the listing may be, and what keeps the two apart. */
function besideText({ rival, in_the_way }: BesideReview, locale: string): string[] {
  const named = ({ seller, sku, title, price_minor, currency }: Listing) =>
    `${seller}:${sku} "${title}" at ${formatPrice(price_minor, currency, locale)}`;
  return [
    ...(rival ? [`the listing may be instead: ${named(rival)}\n`] : []),
    ...(in_the_way ? [`in the way: ${named(in_the_way)}\n`] : []),
  ];
}

/** Who decided what and when, and whether it counts. */
export function decisionText(decision: ReviewDecision): string {
  return `${sayingText(decision)}${decision.holds ? '' : ' (void: a listing changed since)'}`;
}

/** Every decision about a pair, oldest first; only the last one counts. */
export function decisionLog(log: readonly NotedMatchDecision[], holds: boolean): string {
  return log
    .map((decision, at) =>
      at === log.length - 1
        ? `${decisionText({ ...decision, holds })}\n`
        : `${sayingText(decision)} (another followed)\n`,
    )
    .join('');
}

function sayingText({ verdict, decided_by, decided_at, note }: NotedMatchDecision): string {
  return `${verdict}, ${decided_by} ${decided_at}${note === null ? '' : `: ${note}`}`;
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map((pair) => pair.join(' '))
    .join(', ');
}

/** One line of at most 40 characters. */
function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
