import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aspectMentions } from '../../../../pipelines/domain/product_reviews/aspect_sentiment.ts';
import { aspectsOf } from '../../../../pipelines/domain/product_reviews/lexicon.ts';
import { polarityOf } from '../../../../pipelines/domain/product_reviews/polarity.ts';

const LAPTOP = 'electronics.computers.laptops';
const labelled = readFileSync(
  new URL('../../../../fixtures/product_reviews/aspects.tsv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [category: string, text: string, labels: string]);

/** `laptop.screen+ laptop.battery-`, by the sum of what a text says of each. */
function signsOf(text: string, category: string): string[] {
  const mentions = Map.groupBy(aspectMentions(text, category), ({ attribute }) => attribute);
  return [...mentions].map(
    ([attribute, own]) =>
      `${attribute}${own.reduce((sum, { polarity }) => sum + polarity, 0) > 0 ? '+' : '-'}`,
  );
}

describe('what sentences say of aspects', () => {
  test.each(labelled)('%s: %s', (category, text, labels) => {
    expect(signsOf(text, category)).toEqual(expect.arrayContaining(labels.split(' ')));
  });

  test('and nothing else in 97 of 100', () => {
    const said = labelled.flatMap(([category, text]) => signsOf(text, category)).length;
    const expected = labelled.flatMap(([, , labels]) => labels.split(' ')).length;
    expect(expected / said).toBeGreaterThan(0.97);
  });

  test.each([
    ['I bought it for my daughter in March.', []],
    ['The laptop has a battery and a screen.', []],
    ['', []],
    ['Great!', []],
  ])('nothing in %j', (text, expected) => expect(signsOf(text, LAPTOP)).toEqual(expected));

  test('of the category alone, and of a group that is closer before one that is wider', () => {
    expect(signsOf('The crema is wonderful.', LAPTOP)).toEqual([]);
    const names = aspectsOf('food_beverages_tobacco.beverages.coffee_capsules').map(
      ({ attribute }) => attribute,
    );
    expect(names).toContain('coffee.taste');
    expect(names).not.toContain('grocery.taste');
    expect(aspectsOf(null).every(({ attribute }) => attribute.startsWith('general.'))).toBe(true);
  });

  test('is turned by a negation', () => {
    for (const [good, bad] of [
      ['the screen is good', 'the screen is not good'],
      ['the keyboard feels great', 'the keyboard never feels great'],
      ['i think the battery is excellent', "i don't think the battery is excellent"],
      ['the fan is quiet', 'the fan is not quiet'],
    ]) {
      expect(signsOf(good as string, LAPTOP)[0]).toMatch(/\+$/);
      expect(signsOf(bad as string, LAPTOP)[0]).toMatch(/-$/);
    }
  });
});

describe('turns of phrase that a list of words reads wrongly', () => {
  test.each([
    ['The fan sounds like a tractor.', []],
    ['The trackpad hardly ever fails.', ['laptop.trackpad+']],
    ['The webcam is too dark.', ['laptop.webcam-']],
    ['The keyboard is less mushy than the old one.', ['laptop.keyboard+']],
    ['The speakers are fine, without a rattle.', ['laptop.speakers+']],
    ["I couldn't care less about the webcam.", []],
    ['The screen is a mirror and customer support keeps asking for photos.', ['laptop.screen-']],
  ])('%s', (text, expected) => {
    expect(signsOf(text, LAPTOP)).toEqual(expected);
  });

  test('a clause that says nothing borrows none from what is said of another aspect', () => {
    expect(signsOf('I use the keyboard at work, but the screen is terrible.', LAPTOP)).toEqual([
      'laptop.screen-',
    ]);
    expect(signsOf('The sound? I use it at work, and, wonderful.', LAPTOP)).toEqual([]);
  });

  test('`like` that means pleasure still does', () => {
    expect(polarityOf('i really like the screen')).toBeGreaterThan(0);
    expect(polarityOf('it looks like a brick')).toBe(0);
  });
});

test('a clause that says nothing is 0', () => {
  expect(polarityOf('it has a lid')).toBe(0);
  expect(polarityOf('i do not think it is good')).toBeLessThan(0);
});

test('lies between -1 and 1, is never 0 where it is told, and is the same in capitals and however often it is spaced', () => {
  const good = fc.constantFrom('The battery lasts long', 'The screen is great', 'Excellent sound');
  const bad = fc.constantFrom('The battery dies fast', 'The screen is terrible', 'The keyboard feels cheap');
  fc.assert(
    fc.property(fc.array(fc.oneof(good, bad), { minLength: 1, maxLength: 5 }), (sentences) => {
      const told = aspectMentions(sentences.join('. '), LAPTOP);
      for (const { polarity } of told) {
        expect(Math.abs(polarity)).toBeLessThanOrEqual(1);
        expect(polarity).not.toBe(0);
      }
      expect(aspectMentions(sentences.join('.   '), LAPTOP)).toEqual(told);
      // A sentence says the same whatever stands beside it.
      const apart = sentences.flatMap((sentence) => aspectMentions(sentence, LAPTOP));
      expect(told).toEqual(apart);
    }),
  );
});

describe('what is wished, feared or asked', () => {
  test.each([
    'The screen would be great with more brightness',
    'I wish the keyboard was as good as on the old one',
    'I was hoping for a great battery',
    'The speakers should have been better',
    'I would love a brighter display',
    'The battery is supposed to be excellent',
    'I was worried that the fan would be noisy',
    'Is the keyboard any good?',
    'Does the battery die fast?',
  ])('says nothing: %s', (text) => expect(signsOf(text, LAPTOP)).toEqual([]));

  test.each([
    ['The screen is better than I expected', 'laptop.screen+'],
    ['The keyboard could not be better', 'laptop.keyboard+'],
    ['The wifi keeps disconnecting, I hoped for more', 'laptop.connection-'],
    ['The screen? Great screen.', 'laptop.screen+'],
    ['Is it good? The keyboard is terrible.', 'laptop.keyboard-'],
  ])('what is, is read beside it: %s', (text, sign) => expect(signsOf(text, LAPTOP)).toEqual([sign]));
});
