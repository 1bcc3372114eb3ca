import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  COMPARISON_COUNT,
  COMPARISONS,
  Comparer,
} from '../../../../../pipelines/match/titles/compare/comparison.ts';
import { memberOf, PHRASE, phraseId } from '../../../../../pipelines/match/titles/compare/contrasts.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { lexiconOf, newTerms } from '../../../../../pipelines/match/titles/compare/lexicon.ts';
import { shadesFrom } from '../../../../../pipelines/match/titles/compare/shades.ts';
import { teachModel } from '../../../../../pipelines/match/titles/learn/teach_model.ts';
import { hashPair, hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import { SHADE_BITS } from '../../../../../pipelines/match/titles/read/reading.ts';
import type { Explanation } from '../../../../../pipelines/match/titles/score/explain.ts';
import { modelToJson } from '../../../../../pipelines/match/titles/score/model.ts';
import { openMatchModel } from '../../../../../pipelines/match/titles/score/model_file.ts';
import { heldBackAt } from '../../../../../pipelines/match/titles/score/open_world.ts';
import {
  explainInWords,
  explainLevels,
  explainListings,
  recordOf,
} from '../../../../../pipelines/match/titles/score/pair_explanation.ts';
import { partnerTerms } from '../../../../../pipelines/match/titles/score/partners.ts';
import { weighLevels } from '../../../../../pipelines/match/titles/score/weights.ts';
import { listing } from '../../../../warehouse/reads/listed_snapshot.ts';
import { listings, tableOf } from '../catalogue.ts';

const model = teachModel([{ left: listings(1, 0, 300), right: listings(2, 100, 400) }]);

const served = (seller: number, item: number) => {
  const [record] = listings(seller, item, item + 1);
  if (!record) throw new Error('no record');
  const { title, brand, price_minor } = record;
  return listing(`seller-${seller}`, String(item), {
    title,
    brand: brand ?? null,
    price_minor: price_minor ?? 0,
  });
};

const added = ({ prior_bits, steps }: Explanation) => steps.reduce((sum, { bits }) => sum + bits, prior_bits);

test.each([
  [150, 150],
  [150, 151],
  [150, 210],
])('the bits of items %i and %i add up to what the matcher weighs', (one, other) => {
  const [left, right] = [served(1, one), served(2, other)];
  const explanation = explainListings(model, left, right);
  const features = featuresOf([recordOf(model, left), recordOf(model, right)], model.vocabulary);
  const comparer = new Comparer(model.vocabulary);
  const levels = new Uint8Array(COMPARISON_COUNT);
  comparer.setLeft(features, 0);
  comparer.compare(features, 1, levels);
  expect(explanation.steps).toHaveLength(COMPARISON_COUNT);
  expect(added(explanation)).toBeCloseTo(explanation.total_bits, 9);
  expect(explanation.total_bits).toBeCloseTo(weighLevels(levels, 0, model.weights) / Math.LN2, 9);
  const odds = 2 ** explanation.total_bits;
  expect(explanation.probability_alone).toBeCloseTo(odds / (1 + odds), 9);
  expect(explanation.probability).toBe(explanation.probability_alone);
  const stored = explainLevels(model, Buffer.from(levels).toString('hex'), 0.25);
  expect(stored).toEqual({ ...explanation, probability: 0.25 });
});

test('the same item weighs more than another, and the strongest step comes first', () => {
  const same = explainListings(model, served(1, 150), served(2, 150));
  const other = explainListings(model, served(1, 150), served(2, 210));
  expect(same.total_bits).toBeGreaterThan(other.total_bits);
  const [strongest] = other.steps;
  expect(Math.abs(strongest?.bits ?? 0)).toBe(Math.max(...other.steps.map(({ bits }) => Math.abs(bits))));
});

const told = (left: string, right: string, prices = [1000, 1000], by = model) => {
  const [one, other] = [left, right].map((title, at) => {
    const price_minor = prices[at] ?? 0;
    return listing(`seller-${at}`, String(at), {
      title,
      brand: null,
      price_minor,
      changes: [{ from: 1, currency: 'USD', price_minor, landed_minor: null, availability: 'in_stock' }],
    });
  }) as [ReturnType<typeof listing>, ReturnType<typeof listing>];
  return explainInWords(by, one, other, explainListings(by, one, other));
};
const bitsIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /([\d.]+) bits\)$/.exec(line)?.[1] ?? []).map(Number);

test('a person reads which words agree, which only one says, and what is stated differently, by weight', () => {
  const lines = told('zorblex vantuno kettle 1.7 l black', 'zorblex vantuno kettle 1.5 l');
  expect(lines[0]).toBe('they differ in volume: 1.7 l and 1.5 l');
  expect(lines).toContainEqual(expect.stringMatching(/^both say "zorblex" \(for, [\d.]+ bits\)$/));
  expect(lines.at(-1)).toMatch(
    /^together [\d.]+ % likely to be one item by themselves, not weighed beside what else either could be$/,
  );
  const asked = [served(1, 150), served(2, 150)] as const;
  expect(explainInWords(model, ...asked, explainListings(model, ...asked, 0.25)).at(-1)).toMatch(
    /^together [\d.]+ % likely to be one item by themselves, 25.0 % beside all else that either could be$/,
  );
  const bits = bitsIn(lines);
  expect(bits.length).toBeGreaterThan(2);
  expect(bits).toEqual(bits.toSorted((a, b) => b - a));
  expect(Math.min(...bits)).toBeGreaterThanOrEqual(0.3);
});

test('a title that its feed cut off is told as such, for what it leaves out it may have said', () => {
  const { seller, feed } = listing('seller-0', '0', {});
  const cutting = { ...model, cut_titles: [{ seller, feed, characters: 24 }] };
  const cutIn = (left: string) =>
    told(left, 'zorblex vantuno kettle black', [1000, 1000], cutting).filter((line) =>
      line.includes('cut off'),
    );
  expect(cutIn('zorblex vantuno kettle b')).toEqual([
    'the left title is cut off, its feed has 24 characters for it',
  ]);
  expect(cutIn('zorblex vantuno kettle')).toEqual([]);
});

test('what only one title states is told by its side', () => {
  expect(told('zorblex phone (renewed)', 'zorblex phone')[0]).toBe(
    'only the left is said to be renewed (condition)',
  );
  expect(told('zorblex phone', 'zorblex phone (renewed)')[0]).toBe(
    'only the right is said to be renewed (condition)',
  );
});

test('forms of a word are told together', () => {
  expect(told('zorblex headphone stand', 'zorblex headphones stand')).toContainEqual(
    expect.stringMatching(/^"headphone" is taken for "headphones" \(for/),
  );
});

test('words that known matches write for each other are told with how many taught it, the shorter first', () => {
  const equivalents = tableOf([
    ['sfm', 'semi'],
    ['sfm', 'fat'],
    ['sfm', 'milk'],
  ]);
  const taught = { ...model, vocabulary: { ...model.vocabulary, equivalents } };
  for (const [left, right] of [
    ['zorblex sfm', 'zorblex semi fat milk'],
    ['zorblex semi fat milk', 'zorblex sfm'],
  ] as const) {
    const lines = told(left, right, undefined, taught);
    expect(lines).toContainEqual('"sfm" stands for "semi fat milk", learned from 41 pairs');
    // It says what is known of the words; it weighs nothing by itself.
    const others = told(left, right).filter(
      (line) => !/only the \w+ says "(?:sfm|semi|fat|milk)"/.test(line),
    );
    expect(bitsIn(lines)).toEqual(bitsIn(others));
    expect(told(left, right).join('\n')).not.toContain('stands for');
    // Then neither is told as a word that only one side has.
    expect(told(left, right).join('\n')).toMatch(/only the (?:left|right) says "sfm"/);
    expect(lines.join('\n')).not.toMatch(/only the (?:left|right) says "(?:sfm|semi|fat|milk)"/);
    expect(lines.join('\n')).toContain('"zorblex"');
  }
  const twice = told('zorblex sfm sfm', 'zorblex semi milk milk', undefined, taught);
  expect(twice).toContainEqual('"sfm" stands for "semi milk", learned from 41 pairs');
});

test('a colour that both have by different words is told once, and not as what one side alone says', () => {
  const lines = told('zorblex shelf black larch', 'zorblex shelf schwarz');
  expect(lines).toContain('both are black');
  expect(lines.join('\n')).not.toMatch(/only the (?:left|right) says "(?:black|schwarz)"/);
  expect(lines.join('\n')).toContain('only the left says "larch"');
  // One word for it says so itself, and what the other lacks is no colour of both.
  expect(told('zorblex shelf black', 'zorblex shelf black').join('\n')).not.toContain('both are');
  expect(told('zorblex shelf black', 'zorblex shelf').join('\n')).toContain('only the left says "black"');
  expect(told('zorblex shelf black white', 'zorblex shelf black weiss')).toContain('both are white');
});

test('what is held back is told to be no likelier than it may look', () => {
  const asked = [served(1, 150), served(2, 150)] as const;
  const last = (probability: number) =>
    explainInWords(model, ...asked, explainListings(model, ...asked, probability)).at(-1);
  const held = heldBackAt(model);
  expect(last(held)).toContain(
    `${(100 * held).toFixed(1)} % at most beside all else: nothing shows that 98 of 100 pairs like it are right`,
  );
  expect(last(held - 0.01)).toContain(
    `${(100 * (held - 0.01)).toFixed(1)} % beside all else that either could be`,
  );
});

test('words by which sellers tell siblings apart are told of each side, unless they are told as a conflict', () => {
  const pairOf = (one: string, other: string) => hashPair(hashText(one), hashText(other));
  const soft = phraseId(['soft', 'walnut'].map(hashText));
  const contrasts = Uint32Array.of(
    pairOf('larch', 'ivory'),
    pairOf('black', 'white'),
    hashPair(soft, hashText('ivory')),
    memberOf(soft),
    memberOf(PHRASE),
  ).sort();
  const taught = { ...model, vocabulary: { ...model.vocabulary, contrasts } };
  const apart = (left: string, right: string) =>
    told(left, right, undefined, taught).filter((line) => line.includes('apart'));
  const line = (one: string, other: string) =>
    `the left says "${one}" where the right says "${other}", words by which a seller tells its own listings apart`;
  expect(apart('zorblex shelf larch', 'zorblex ivory shelf')).toEqual([line('larch', 'ivory')]);
  expect(apart('zorblex ivory shelf', 'zorblex shelf larch')).toEqual([line('ivory', 'larch')]);
  expect(apart('zorblex shelf soft walnut', 'zorblex ivory shelf')).toEqual([line('soft walnut', 'ivory')]);
  // What both name, or only one, tells nothing apart.
  expect(apart('zorblex shelf larch', 'zorblex ivory shelf, larch')).toEqual([]);
  expect(apart('zorblex shelf larch', 'zorblex shelf')).toEqual([]);
  const colours = told('zorblex shelf black', 'zorblex shelf white', undefined, taught);
  expect(colours[0]).toBe('they differ in colour: black and white');
  expect(colours.join()).not.toContain('apart');
  expect(told('zorblex shelf larch', 'zorblex ivory shelf').join()).not.toContain('apart');
});

test('a person reads what one side comes with and the other without', () => {
  const lines = (left: string, right: string) =>
    told(left, right).filter((line) => line.includes('come without'));
  expect(lines('zorblex microphone with switch', 'zorblex microphone without switch')).toEqual([
    'the right is said to come without "switch", the left with it',
  ]);
  expect(lines('zorblex microphone without switch', 'zorblex microphone with switch')).toEqual([
    'the left is said to come without "switch", the right with it',
  ]);
  expect(lines('zorblex microphone with switch', 'zorblex microphone')).toEqual([]);
});

test('a person reads by which words for colours two listings differ', () => {
  const ids = ['chalk', 'oak'].map((word) => hashText(word) & SHADE_BITS);
  const shades = shadesFrom(ids.map((id) => [id, id] as const));
  const taught = { ...model, vocabulary: { ...model.vocabulary, shades } };
  const colors = (left: string, right: string) =>
    told(left, right, undefined, taught).filter((line) => line.includes('colours by'));
  expect(colors('zorblex shelf chalk', 'zorblex shelf, oak')).toEqual([
    'the left is called "chalk" where the right is called "oak", colours by the words of these sellers',
  ]);
  expect(colors('zorblex shelf black', 'zorblex shelf, oak')).toEqual([
    'the left is called "black" where the right is called "oak", colours by the words of these sellers',
  ]);
  expect(colors('zorblex shelf chalk', 'zorblex shelf')).toEqual([]);
});

test('where a listing without a code meets one, a person reads how often such have a partner', () => {
  const terms = newTerms();
  const [uncoded, coded] = [served(1, 150), { ...served(2, 150), method: 'gtin_exact' as const }];
  partnerTerms(featuresOf([recordOf(model, uncoded)], model.vocabulary), 0, terms);
  const partners = { terms: lexiconOf([[terms.keys[0] as number, -2]]), base: 0, share: 0.5 };
  const read = (left: typeof uncoded, right: typeof uncoded) =>
    explainInWords({ ...model, partners }, left, right, explainListings(model, left, right)).filter((line) =>
      line.startsWith('of what'),
    );
  const line = `of what ${uncoded.seller} lists like it 12 in 100 are found at another seller (against, 1.4 bits)`;
  expect(read(uncoded, coded)).toEqual([line]);
  expect(read(coded, uncoded)).toEqual([line]);
  expect([...read(coded, coded), ...read(uncoded, served(2, 150))]).toEqual([]);
});

test('lines that say nothing are left out', () => {
  const lines = told('zorblex vantuno kettle', 'zorblex vantuno kettle', [0, 0]);
  expect(lines.join('\n')).not.toMatch(/missing|one side only|^no /m);
});

test('the amounts that both state are told, as the left one writes them', () => {
  const stated = (left: string, right: string) =>
    told(left, right).filter((line) => line.startsWith('both state'));
  expect(stated('zorblex tv 55-inch 60 Hz', 'zorblex 55" tv')).toEqual(['both state 55-inch']);
  expect(stated('zorblex milk 6 x 1 l, 2 kg', 'zorblex milk 2000 g, 6x1l')).toEqual([
    'both state 6 x 1 l, 2 kg',
  ]);
  expect(stated('zorblex tv 55-inch', 'zorblex tv 50-inch')).toEqual([]);
});

test('amounts in the columns of a feed are told as those of titles are, and what one side alone states', () => {
  const listed = (title: string, quantity: string, unit: string) =>
    listing('seller', title, {
      title,
      attributes: { 'grocery.quantity': quantity, 'grocery.unit': unit, 'general.weight': '9 kg' },
    });
  const read = (...pair: [ReturnType<typeof listed>, ReturnType<typeof listed>]) =>
    explainInWords(model, ...pair, explainListings(model, ...pair)).filter((line) => line.includes('state'));
  const cut = listed('zorblex bath lotion cla', '700.00', 'ml');
  expect(read(cut, listed('zorblex bath lotion 0.7 l', '1', 'pcs'))).toEqual(['both state 700.00 ml']);
  expect(read(cut, listed('zorblex bath lotion', '290', 'g'))).toEqual([
    'only the left states 700.00 ml',
    'only the right states 290 g',
  ]);
  // What they differ in is told as that, once, and not as what both state where a column says it of a piece.
  expect(read(listed('zorblex juice 4x1 l', '1', 'l'), listed('zorblex juice 1 l', '1', 'l'))).toEqual([]);
  expect(read(cut, listed('zorblex bath lotion 2 pack', '700', 'ml'))).toEqual(['both state 700.00 ml']);
});

test('a word that both say is not told as one that only one says, however often one says it', () => {
  const lines = told('vantuno kettle', 'vantuno kettle vantuno black black');
  expect(lines.filter((line) => line.includes('only the right says "vantuno"'))).toEqual([]);
  expect(lines.filter((line) => line.includes('only the right says "black"')).length).toBeLessThanOrEqual(1);
});

const fitting = '00'.repeat(COMPARISON_COUNT);
test.each([
  '',
  fitting.slice(2),
  `${fitting}00`,
  `zz${fitting.slice(2)}`,
  `${COMPARISONS[0].levels.length.toString(16).padStart(2, '0')}${fitting.slice(2)}`,
])('levels of another version are refused: %j', (levels) => {
  expect(() => explainLevels(model, levels, 0.5)).toThrow('of another version');
});

test('a record has the colour, the size and the first price of its listing', () => {
  const base = listing('alpha', 'a1', {
    attributes: { 'general.color': 'red', 'general.size': 'XL', 'general.material': 'wool' },
    changes: [
      { from: 1, currency: 'USD', price_minor: 900, landed_minor: null, availability: 'in_stock' },
      { from: 2, currency: 'USD', price_minor: 100, landed_minor: null, availability: 'in_stock' },
    ],
  });
  expect(recordOf(model, base)).toMatchObject({
    seller: 'alpha',
    price_minor: 900,
    attributes: { color: 'red', size: 'XL' },
  });
  expect(recordOf(model, listing('alpha', 'a2')).attributes).toEqual({});
});

test('a model is read from its file once, and again after it could not be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-model-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'model.json');
  await expect(openMatchModel(path)).rejects.toThrow('ENOENT');
  writeFileSync(path, modelToJson(model));
  const opened = await openMatchModel(path);
  expect(opened).toEqual(model);
  expect(await openMatchModel(path)).toBe(opened);
});

test('what counts the other way than a person would read it is left to the waterfall', () => {
  const [one, other] = ['food', 'drink'].map((category, at) =>
    listing(`seller-${at}`, String(at), { title: 'zorblex vantuno kettle', brand: null, category }),
  ) as [ReturnType<typeof listing>, ReturnType<typeof listing>];
  const linesWhere = (comparison: string, found: string, bits: number) => {
    const explanation = explainListings(model, one, other);
    const steps = explanation.steps.map((step) =>
      step.comparison === comparison ? { comparison, found, bits } : step,
    );
    return explainInWords(model, one, other, { ...explanation, steps }).filter((line) =>
      line.startsWith(found),
    );
  };
  for (const [comparison, found, way] of [
    ['category', 'different areas', -1],
    ['category', 'the same area', 1],
    ['brand', 'the brand of one is not in the title of the other', -1],
    ['brand', 'the title begins with the brand of the other', 1],
    ['codes', 'model numbers alike but different', -1],
    ['codes', 'the same model number', 1],
  ] as const) {
    expect(linesWhere(comparison, found, way)).toHaveLength(1);
    expect(linesWhere(comparison, found, -way)).toEqual([]);
  }
});

test('an edition that is a mere sign is told with the number that it stands behind', () => {
  expect(told('zorblex v3+ thermostat', 'zorblex v3 thermostat')[0]).toBe(
    'only the left is said to be v3+ (edition)',
  );
});

test('colours that both have by other words are told once', () => {
  const equivalents = tableOf([['schwarz', 'black']]);
  const by = { ...model, vocabulary: { ...model.vocabulary, equivalents } };
  const lines = told('zorblex kettle schwarz', 'zorblex kettle black', [1000, 1000], by);
  expect(lines).toContain('both are black');
  expect(lines.filter((line) => line.includes('stands for'))).toEqual([]);
});
