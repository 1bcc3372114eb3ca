import type { Schemas } from '../../client/client.ts';
import { badge, facts, h, note } from './element.ts';
import { isWebAddress } from './offer_table.ts';
import { productHref } from './route.ts';
import { markedTitle } from './title_difference.ts';
import {
  attributeInWords,
  categoryPath,
  methodInWords,
  money,
  percent,
  stateKind,
  words,
} from './wording.ts';

export type ReviewDetail = Schemas['GetReviewAnswer'];
type Listing = Schemas['ReviewedListing'];

const REASONS: Readonly<Record<string, string>> = {
  below_threshold: 'Likely, but not sure enough to be joined without a person.',
};

/** Two listings beside one another, with what agrees and what differs. */
export function reviewPair(review: ReviewDetail): HTMLElement {
  const { left, right, probability, reason, explanation, rival, in_the_way, decision, joined } = review;
  return h(
    'div',
    { class: 'pair' },
    note(
      probability === null
        ? 'Not in the queue. '
        : `One item with a probability of ${percent(probability)}. `,
      reason && (REASONS[reason] ?? `${words(reason)}.`),
      joined ? ' They are in one variant now.' : ' They are apart now.',
    ),
    decision &&
      note(
        badge(decision.verdict, decision.verdict === 'same' ? 'good' : 'bad'),
        ` said ${decision.decided_by}`,
        decision.note && `: ${decision.note}`,
        decision.holds ? '.' : '; void, because a listing changed since.',
      ),
    note(
      h('span', { class: 'agrees' }, 'Words'),
      ' that both say, ',
      h('mark', { class: 'differs' }, 'words'),
      ' that only one says.',
    ),
    h('div', { class: 'sides' }, side(left, right), side(right, left)),
    explanation && why(explanation),
    rival && note('It may also be: ', beside(rival)),
    in_the_way && note('What keeps the two apart: ', beside(in_the_way)),
  );
}

const beside = ({ seller, sku, title }: Schemas['NamedListing']) => [
  h('code', {}, `${seller}:${sku}`),
  ` ${title}`,
];

function side(own: Listing, other: Listing) {
  const fact = (name: 'brand' | 'gtin' | 'mpn' | 'category') => {
    const value = own[name];
    if (value === null) return null;
    const shown = name === 'category' ? categoryPath(value) : value;
    const both = other[name] !== null;
    return both && other[name] !== value ? h('mark', { class: 'differs' }, shown) : shown;
  };
  return h(
    'article',
    { class: 'card', 'aria-label': `${own.seller}:${own.sku}` },
    h(
      'p',
      { class: 'note' },
      h('code', {}, `${own.seller}:${own.sku}`),
      ' ',
      badge(words(own.availability), stateKind(own.availability)),
    ),
    h(
      'p',
      {},
      h('a', { href: productHref(own.product_id, own.variant_id) }, markedTitle(own.title, other.title)),
    ),
    facts([
      ['Price', money(own.price_minor, own.currency)],
      ['Brand', fact('brand')],
      ['GTIN', fact('gtin')],
      ['Part number', fact('mpn')],
      ['Category', fact('category')],
      ['Condition', own.condition === 'new' ? null : own.condition],
      ...Object.entries(own.attributes).map(([key, value]): [string, HTMLElement | string] => {
        const theirs = other.attributes[key];
        const shown = value.replace(/;(?=\S)/g, '; ');
        return [
          attributeInWords(key),
          theirs !== undefined && theirs !== value ? h('mark', { class: 'differs' }, shown) : shown,
        ];
      }),
      [
        'Now matched by',
        own.match.method === 'none'
          ? methodInWords('none')
          : `${methodInWords(own.match.method)}, ${percent(own.match.confidence)}`,
      ],
    ]),
    isWebAddress(own.url) &&
      h(
        'p',
        {},
        h('a', { href: own.url, rel: 'noopener noreferrer', target: '_blank' }, `Page at ${own.seller}`),
      ),
  );
}

function why({ words: told, steps, prior_bits, total_bits, probability }: Schemas['Explanation']) {
  return [
    h(
      'ul',
      {},
      told.map((line) => h('li', {}, line)),
    ),
    h(
      'details',
      {},
      h('summary', {}, 'How the probability came about'),
      facts([
        ['Any two candidates', bits(prior_bits)],
        ...steps.map(({ comparison, found, bits: weight }): [string, string] => [
          words(comparison),
          `${words(found)}: ${bits(weight)}`,
        ]),
        ['Together', `${bits(total_bits)}, among its rivals ${percent(probability)}`],
      ]),
    ),
  ];
}

/** A weight of evidence: doublings of the odds. */
const bits = (weight: number): string => `${weight > 0 ? '+' : ''}${weight.toFixed(1)} bits`;
