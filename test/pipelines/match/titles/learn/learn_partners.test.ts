import { expect, test } from 'vitest';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { VocabularyCounter } from '../../../../../pipelines/match/titles/compare/vocabulary.ts';
import {
  learnPartnerTerms,
  type PartnerChoice,
  weighPartners,
} from '../../../../../pipelines/match/titles/learn/learn_partners.ts';
import { partnerNats, partnerWeight } from '../../../../../pipelines/match/titles/score/partners.ts';
import { randomOf } from '../../../../bench/other_seller.ts';

const vocabulary = new VocabularyCounter().freeze();
const featuresFrom = (listings: readonly { seller: string; brand: string; title: string }[]) =>
  featuresOf(
    listings.map((one, at) => ({ key: String(at), ...one })),
    vocabulary,
  );

test('an own label has no partner, whoever else sells what is called the same', () => {
  const random = randomOf(3);
  const kinds = ['rice', 'beans', 'flour', 'sugar', 'salt'];
  const listings = Array.from({ length: 1_500 }, (_, at) => {
    const seller = random() < 0.5 ? 'alpha' : 'beta';
    const isOwn = random() < 0.4;
    return {
      seller,
      brand: isOwn ? `own ${seller}` : 'Ardentis',
      title: kinds[at % kinds.length] as string,
      isOwn,
    };
  });
  const terms = learnPartnerTerms(
    featuresFrom(listings),
    listings.map(({ isOwn }) => (isOwn || random() < 0.1 ? 0 : 1)),
  );
  const share = (seller: string, brand: string) =>
    1 / (1 + Math.exp(-partnerNats(terms, featuresFrom([{ seller, brand, title: 'rice' }]), 0)));
  expect(share('alpha', 'own alpha')).toBeLessThan(0.05);
  expect(share('alpha', 'Ardentis')).toBeGreaterThan(0.85);
  // A brand nobody has seen is as often shared as the rest of what its seller lists.
  expect(share('beta', 'Nordlicht')).toBeGreaterThan(0.2);
  expect(share('beta', 'Nordlicht')).toBeLessThan(0.9);
});

test('two listings of a brand tell little', () => {
  const listings = Array.from({ length: 400 }, (_, at) => ({
    seller: 'alpha',
    brand: at < 2 ? 'Nordlicht' : 'Ardentis',
    title: 'rice',
  }));
  const terms = learnPartnerTerms(
    featuresFrom(listings),
    listings.map((_, at) => (at < 2 || at % 2 === 0 ? 1 : 0)),
  );
  const share = (brand: string) =>
    1 / (1 + Math.exp(-partnerNats(terms, featuresFrom([{ seller: 'alpha', brand, title: 'rice' }]), 0)));
  expect(share('Ardentis')).toBeCloseTo(0.5, 1);
  expect(share('Nordlicht')).toBeGreaterThan(0.5);
  expect(share('Nordlicht')).toBeLessThan(0.75);
});

test('what is learned is the likeliest, with one observation against it', () => {
  const random = randomOf(11);
  const choices = Array.from({ length: 300 }, (): PartnerChoice => {
    const [nats, weight] = [3 * random() - 1, 2 * random() - 0.5];
    const found = random() < 1 / (1 + Math.exp(-weight - nats / 2 + 1));
    return { nats, weight, found, count: random() < 0.5 ? 1 : 3 };
  });
  const worth = ({ base, share }: { base: number; share: number }) =>
    choices.reduce(
      (sum, { nats, weight, found, count }) =>
        sum -
        count * Math.log(1 + Math.exp((found ? -1 : 1) * (weight + partnerWeight({ base, share }, nats)))),
      -(base ** 2 + share ** 2) / 2,
    );
  const learned = weighPartners(choices);
  if (!learned) throw new Error('nothing was learned');
  for (const [base, share] of [
    [0.01, 0],
    [-0.01, 0],
    [0, 0.01],
    [0, -0.01],
  ] as const)
    expect(worth(learned)).toBeGreaterThan(
      worth({ base: learned.base + base, share: learned.share + share }),
    );
});

test('what is known of partners counts as far as it tells right candidates from wrong ones', () => {
  const choices = (tells: boolean): PartnerChoice[] =>
    Array.from({ length: 600 }, (_, at) => {
      const nats = at % 2 === 0 ? 2 : -2;
      // One in five is otherwise than it looks.
      const found = (tells ? nats > 0 : at % 4 < 2) !== (at % 5 === 0);
      return { nats, weight: 0, found, count: 1 };
    });
  const told = weighPartners(choices(true));
  const not = weighPartners(choices(false));
  if (!told || !not) throw new Error('nothing was learned');
  expect(1 / (1 + Math.exp(-partnerWeight(told, 2)))).toBeCloseTo(0.8, 2);
  expect(1 / (1 + Math.exp(-partnerWeight(told, -2)))).toBeCloseTo(0.2, 2);
  expect(Math.abs(not.share)).toBeLessThan(0.05);
  expect(weighPartners(choices(true).slice(0, 299))).toBeNull();
});
