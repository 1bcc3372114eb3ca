import { describe, expect, test } from 'vitest';
import {
  claimsOf,
  isDenied,
  mayState,
  saysFree,
  states,
  wantedOf,
} from '../../../pipelines/domain/claims.ts';

describe('what a text says of a phrase', () => {
  test.each([
    ['Active noise-cancelling headphones', 'noise cancelling', 'has'],
    ['Noise Cancelling Headphones', 'noise-cancelling', 'has'],
    ['USB C hub', 'usb-c', 'has'],
    ['USB-A hub', 'usb-c', 'silent'],
    ['Sugar-free gum', 'sugar', 'denies'],
    ['Gum, no added sugar', 'sugar', 'denies'],
    ['Cola zero sugar', 'sugar', 'denies'],
    ['Sugar free returns', 'sugar', 'has'],
    ['Chocolate free of nuts', 'nuts', 'denies'],
    ['Glutenfrei: ohne Gluten', 'gluten', 'denies'],
    ['חלב ללא לקטוז', 'לקטוז', 'denies'],
    ['Decaf coffee capsules', 'caffeine', 'denies'],
    ['Sleeveless dress', 'sleeves', 'denies'],
    ['Sleeveless dress', 'dress', 'has'],
    ['Useless less', 'milk', 'silent'],
    ['Sugar-free gum', 'sugar-free', 'has'],
    ['Brown sugar', 'sugar-free', 'silent'],
    ['Headset without microphone', 'microphone', 'denies'],
    ['Headset with microphones', 'a microphone', 'has'],
    ['Leather bag, no logo', 'leather', 'has'],
    ['Milk, no sugar', 'leather', 'silent'],
    // It may be the milk that is meant: neither sure enough to promise it nor to rule it out.
    ['No sugar milk', 'milk', 'doubtful'],
    ['Dog food, no grain - salmon, 2 kg', 'salmon', 'has'],
    ['Dog food – no grain – salmon', 'grain', 'denies'],
    ['Drill without battery and charger', 'charger', 'doubtful'],
    ['Bohrer ohne Akku und Ladegerät', 'Ladegerät', 'doubtful'],
    ['Drill with case and charger', 'charger', 'has'],
    ['Drill, battery & charger sold separately', 'battery', 'doubtful'],
    ['Drill, battery not included', 'battery', 'denies'],
    ['Drill, battery and charger not included', 'battery', 'doubtful'],
    ['Bohrer, Akku nicht enthalten', 'Akku', 'denies'],
    ['Casserole non compatible induction', 'induction', 'denies'],
    ['Topf, nicht geeignet Induktion', 'Induktion', 'denies'],
    ['Olla compatible inducción', 'inducción', 'has'],
    ['Drill, battery included', 'battery', 'has'],
  ])('%s of %s: %s', (text, phrase, says) => {
    const claims = claimsOf(text);
    const wanted = wantedOf(phrase);
    expect({ states: states(claims, wanted), mayState: mayState([claims], wanted) }).toEqual({
      states: says === 'has',
      mayState: says === 'has' || says === 'doubtful',
    });
    expect(isDenied(claims, wanted)).toBe(says === 'denies' || (phrase === 'sugar-free' && says === 'has'));
  });

  test('words alike count, for a promise and for a refusal', () => {
    const wanted = wantedOf('television', (word) => (word === 'television' ? ['tv'] : []));
    expect(states(claimsOf('Smart TV 55"'), wanted)).toBe(true);
    expect(mayState([claimsOf('Smart TV 55"')], wanted)).toBe(true);
  });

  test('another phrase may say as much', () => {
    const wanted = { ...wantedOf('milk frother'), or: [wantedOf('frother')] };
    expect(states(claimsOf('Coffee machine with frother'), wanted)).toBe(true);
    expect(states(claimsOf('Coffee machine without frother'), wanted)).toBe(false);
    expect(states(claimsOf('Milk for coffee'), wanted)).toBe(false);
  });

  test('a refused phrase may be spread over texts, a promised one stands in one', () => {
    const wanted = wantedOf('black leather');
    expect(mayState([claimsOf('black'), claimsOf('leather sofa')], wanted)).toBe(true);
    expect(states(claimsOf('leather sofa'), wanted)).toBe(false);
  });

  test('a phrase of no words is never met', () => {
    expect(states(claimsOf('x'), wantedOf('!'))).toBe(false);
    expect(mayState([claimsOf('x')], wantedOf('!'))).toBe(false);
  });

  test.each([
    ['Clifton 8 shoes size 8', true],
    ['Shoes, sz UK 7 / EU 8', true],
    ['Clifton 8 shoes, size 7', false],
    ['Clifton 8 sz 7', false],
    ['Clifton 8 shoes', false],
  ])('where it names what it says: %s', (text, isStated) => {
    const wanted = {
      ...wantedOf('size 8', (word) => (word === 'size' ? ['sz'] : [])),
      isNamed: true as const,
    };
    expect(states(claimsOf(text), wanted)).toBe(isStated);
  });

  test('letters may stand right before the name', () => {
    const wanted = { ...wantedOf('size xl'), isNamed: true as const };
    expect(states(claimsOf('Shirt, XL size'), wanted)).toBe(true);
    expect(states(claimsOf('XL shirt, size M'), wanted)).toBe(false);
  });

  test.each([
    ['Aeron Chair, Size A', true],
    ['Aeron Chair A size', false],
    ['Aeron Chair, Size B, with a tilt', false],
    ['A chair, size B', false],
  ])('a letter that is no size of clothes stands right behind it: %s', (text, isStated) => {
    expect(states(claimsOf(text), { ...wantedOf('size a'), isNamed: true as const })).toBe(isStated);
  });
});

test.each([
  ['Lactose-Free UHT Milk 1l', ['lactose', 'milk'], true],
  ['Free from nuts', ['nuts'], true],
  ['Leche sin lactosa', ['lactosa'], true],
  ['Galletas libres de gluten; pasta libre de gluten', ['gluten'], true],
  ['Laktosefreie Milch', ['laktose'], true],
  ['Notenvrije reep', ['noten'], true],
  ['Biscuits, no palm oil', ['palm oil'], true],
  ['Palm oil free spread', ['palm oil'], true],
  ['Coconut oil free spread', ['palm oil'], false],
  ['Decaf capsules', ['caffeine'], true],
  // What says nothing of it, however near a denial stands.
  ['Juice, no added sugar', ['sugar'], false],
  ['Not sugar free', ['sugar'], false],
  ['No sugar free sweets', ['sugar'], false],
  ['Not free of nuts', ['nuts'], false],
  ['Sugar Free Returns', ['sugar'], false],
  ['Free Returns! Pasta with gluten', ['gluten'], false],
  ['Lactose-free milk', ['milk protein'], false],
  ['Lactose-free, may contain nuts', ['nuts'], false],
  ['Almond bar', ['peanut'], false],
  ['', ['peanut'], false],
])('%s says that it is free of %s: %s', (text, names, expected) => {
  expect(saysFree(claimsOf(text), names)).toBe(expected);
});
