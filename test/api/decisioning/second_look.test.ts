import { afterAll, describe, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

/** What a seller lists without a category. */
const plain = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, { title, brand: 'Pronto', category: null, price_minor });

const goods = [
  plain('piano', 'Pronto P-145 Digital Piano, 88 weighted keys, white', 50_000),
  plain('piano2', 'Pronto P-100 Digital Piano, 88 weighted keys, black', 40_000),
  plain('bench', 'Pronto Piano Bench, black', 6_000),
  plain('hose', 'Pronto Garden Hose 100 ft, green', 7_000),
  plain('lamp', 'Pronto Headlamp with 3 AAA batteries', 3_000),
  plain('lamp2', 'Pronto Headlamp, Rechargeable', 5_000),
  plain('bottle', 'Pronto Insulated Water Bottle, 32 oz', 4_000),
  plain('chair', 'Pronto Aeron Mesh Office Chair', 90_000),
  plain('arm', 'Replacement Armrest Filter for Aeron', 2_000),
  plain('stove', 'Pronto Camping Stove Cooking System', 9_000),
  plain('mop', 'Pronto Spin Mop and Bucket', 3_500),
  plain('rug', 'Wool rug', 8_000),
];
const answer = (intent: string) => over(goods, intent);

describe('where a text is not understood whole, the thing that it names is recommended', () => {
  test.each([
    [
      'want a digital piano w/ weighted keys that wont look ugly in our parlour, everything in there is white',
      'Pronto P-145 Digital Piano, 88 weighted keys, white',
    ],
    [
      'the farthest tulips are way out from the spigot, what hose should i get',
      'Pronto Garden Hose 100 ft, green',
    ],
    // In other words than the record's: of those that say most of it one is chosen.
    ['need a headlamp that recharges', 'Pronto Headlamp, Rechargeable'],
    ['a water bottle that keeps ice all weekend', 'Pronto Insulated Water Bottle, 32 oz'],
    // A name is one where each word stands in a title, and not of what goes with it.
    ['i would love an aeron but my boss grumbles', 'Pronto Aeron Mesh Office Chair'],
    // A word for a whole behind the thing: `Cooking System`.
    ['first backpacking trip, need a stove that boils quickly', 'Pronto Camping Stove Cooking System'],
  ])('%s', async (intent, title) => {
    expect((await answer(intent)).recommendation?.title).toBe(title);
  });

  test('and the answer says what was left aside, and is less sure', async () => {
    const { recommendation, not_known } = await answer('a water bottle that keeps ice all weekend');
    const plainly = await answer('a water bottle');
    expect(recommendation?.why.join('\n')).toContain('left aside: “keeps ice all weekend”');
    expect(not_known.join('\n')).toContain('“keeps ice all weekend”');
    expect(recommendation?.confidence).toBeLessThan(plainly.recommendation?.confidence as number);
  });
});

describe('nothing is bought for a word that only tells what the thing is like', () => {
  const PHONES = 'electronics.audio.headphones';
  const some = [
    ...goods,
    listing('alpha', 'buds', {
      title: 'Tonefold Earbuds, true wireless',
      category: PHONES,
      price_minor: 3_000,
    }),
    plain('frother', 'Aeroccino electric milk frother', 9_000),
    plain('red', 'Knotty Corkscrew, red', 900),
    plain('balls', 'Fairway Golf Balls, red, dozen', 2_500),
    listing('alpha', 'tea', {
      title: 'Lennox Black Tea, 20 Tea Bags',
      category: 'food_beverages_tobacco.beverages.tea_infusions',
      price_minor: 400,
    }),
    plain('tap', 'Grohe Eurosmart basin tap', 9_000),
  ];
  test.each([
    // Of another kind of the thing what says all of it: these do not cancel noise.
    ['wireless headphones', 'Tonefold Earbuds, true wireless'],
    ['noise cancelling headphones', null],
    ['trottinette électrique', null],
    // `red ones` name no thing.
    ['Dad turns 70, he still golfs, so please red ones', null],
    // Black tea in bags is no black bag.
    ['a black bag', null],
    ['tea bags', 'Lennox Black Tea, 20 Tea Bags'],
    ['The Grohe Eurosmart drips. Which onderdeel do I need?', null],
  ])('%s', async (intent, title) => {
    expect((await over(some, intent)).recommendation?.title ?? null).toBe(title);
  });
});

test.each([
  // Goods that nothing here is called are what is wanted, not what the text names besides.
  ['we redo the bath and need a toilet, the lamp is fine'],
  ['a dishwasher. A rug is what I have'],
  // What is denied, though it was not understood: all that is left says it.
  ['a rug, not that ugly wool'],
  // Health is never left aside.
  ['a water bottle that zorbles, my son is coeliac'],
  // Nobody asks for what is somebody's, or for what another thing has.
  ['something zorbling for my headlamp'],
  ["don't want to buy a new mop, it zorbles"],
])('nothing is recommended: %s', async (intent) => {
  expect((await answer(intent)).recommendation).toBeNull();
});

test.each([
  // Within the budget, before what says more of a clause: nothing that recharges is.
  ['need a headlamp that recharges, under $40', 'Pronto Headlamp with 3 AAA batteries'],
  ['need a headlamp that recharges, $50 at most', 'Pronto Headlamp, Rechargeable'],
  ['need a headlamp that recharges, under $20', null],
])('what a clause says is not worth more than the budget: %s', async (intent, title) => {
  expect((await answer(intent)).recommendation?.title ?? null).toBe(title);
});

test('what neither a title nor its place calls so is not what a text begins with', async () => {
  const hub = plain('hub', 'Pronto Smart Hub in White, no noise', 2_000);
  const noise = plain('noise', 'Pronto White Noise Machine', 4_500);
  const { recommendation } = await over([...goods, hub, noise], 'white noise machine for the nursery');
  expect(recommendation?.title).toBe(noise.title);
});

test.each([
  // A name that has a word for goods, and is called something else.
  [
    'we are six and want an instant pot thats big enough, the 8 quart',
    ['Instant Pot Duo 7-in-1 Pressure Cooker, 8 Quart', 'Krona Flower Pot, 8 Quart'],
    'Instant Pot Duo 7-in-1 Pressure Cooker, 8 Quart',
  ],
  // What is used up names the machine that takes it.
  [
    'looking for decaf capsules',
    ['Krona Capsule Coffee Machine, red', 'Krona Coffee Capsules, decaf, 10 pieces'],
    'Krona Coffee Capsules, decaf, 10 pieces',
  ],
  ['looking for decaf capsules', ['Krona Capsule Coffee Machine, for decaf too'], null],
  // A word that nobody asks for is read as it is written: `boit` is no boot.
  ['mon bébé de 8 mois boit du lait', ['Krona Hiking Boots, black'], null],
  // Half of a name in another language is another thing.
  ['una silla de oficina ergonómica', ['Krona Desk 2410 Inkjet Printer'], null],
])('%s', async (intent, titles, expected) => {
  const sold = titles.map((title, at) => plain(`own${at}`, title, 3_000 + at));
  expect((await over(sold, intent)).recommendation?.title ?? null).toBe(expected);
});

test('nobody wants fifty machines: what is counted is what the machine uses up', async () => {
  const machine = plain('machine', 'Krona Domo Capsule Coffee Machine, red', 9_000);
  const capsules = plain('capsules', 'Krona Coffee Capsules for Domo, 50 capsules', 2_000);
  const others = plain('others', 'Krona Coffee Capsules for Trivo, 50 capsules', 1_500);
  const answered = await over([machine, capsules, others], 'domo machine, 50 capsules');
  expect(answered.recommendation?.title).toBe(capsules.title);
  expect(answered.recommendation?.offer.units).toBe(1);
});

test('`no more than` is a bound, not what ran out', async () => {
  const { understood } = await over(
    [plain('capsules', 'Krona Coffee Capsules for Domo, 50 capsules', 2_000)],
    'Domo coffee capsules, 50 pack, no more than 25 dollars',
  );
  expect(understood.budget_minor).toBe(2_500);
});

test.each([
  // Earbuds are headphones, and alone are worn in the ear.
  ['headphones, in-ear, white', 'Pronto In-Ear Earbuds, white'],
  ['headphones, on-ear', null],
])(
  'a kind of the thing that is called otherwise answers where the thing does not: %s',
  async (intent, title) => {
    const sold = [
      plain('over', 'Pronto Over-Ear Headphones, white', 3_000),
      plain('in', 'Pronto In-Ear Earbuds, white', 4_000),
    ];
    expect((await over(sold, intent)).recommendation?.title ?? null).toBe(title);
  },
);

test('a colour that was held is not told as left aside', async () => {
  const sold = [
    plain('over', 'Pronto Over-Ear Headphones, white', 3_000),
    plain('in', 'Pronto In-Ear Earbuds, white', 4_000),
  ];
  const { recommendation, not_known } = await over(sold, 'in-ear headphones in white');
  expect(recommendation?.title).toBe('Pronto In-Ear Earbuds, white');
  expect(not_known.join(' ')).not.toContain('white');
});

test('a thing is found by its name in another language where what it is called so does not fit', async () => {
  const sold = [
    plain('de', 'Pronto M7 Blutdruckmessgerät', 9_500),
    plain('nl', 'Bloeddrukmeter Pronto B28', 3_000),
  ];
  const { recommendation } = await over(sold, 'Blutdruckmessgerät bis 35 Dollar');
  expect(recommendation?.title).toBe('Bloeddrukmeter Pronto B28');
});

test('a code that is told apart from the thing and that nothing has is left aside', async () => {
  const sold = [plain('pack', 'Pronto Hiking Backpack', 9_000)];
  const walking = await over(sold, 'doing the GR20 in september, need a backpack');
  expect(walking.recommendation?.title).toBe('Pronto Hiking Backpack');
  expect(walking.not_known.join(' ')).toContain('GR20');
  // What a thing is for, or what it is called, is meant.
  expect((await over(sold, 'need a backpack GR20')).recommendation).toBeNull();
});

test('a name of two words in shops is found in other words, whoever makes it', async () => {
  const braces = [
    plain('s', 'Pronto Comfort Lift Knee Brace, size S', 1_900),
    plain('m', 'Pronto Comfort Lift Knee Support, size M', 1_800),
    plain('arm', 'Pronto Comfort Lift Arm Support, size M', 900),
  ];
  expect((await over(braces, 'knee brace pronto size M')).recommendation?.title).toBe(braces[1]?.title);
});

test('what a thing measures before its name is held to its text', async () => {
  const creams = [
    plain('told', 'Pronto Sunscreen for Kids', 1_200),
    plain('less', 'Pronto Sunscreen Sport', 800),
  ];
  const texts = { told: 'SPF 50.', less: 'SPF 30.' };
  const { recommendation } = await over(creams, 'SPF 50 sunscreen', {}, texts);
  expect(recommendation?.title).toBe('Pronto Sunscreen for Kids');
});

test('what is left aside is not what a title denies', async () => {
  const pans = [
    plain('not', 'Pronto Frying Pan 24 cm (not induction)', 1_500),
    plain('fit', 'Pronto Frying Pan 24 cm', 3_000),
  ];
  const text = 'a frying pan 24 cm that suits induction';
  expect((await over(pans, text)).recommendation?.title).toBe('Pronto Frying Pan 24 cm');
  expect((await over(pans.slice(0, 1), text)).recommendation).toBeNull();
});

test('what is used up is named by a number, which is never left aside', async () => {
  const inks = [
    plain('other', 'Pronto 305 Original Ink Cartridge Black', 3_000),
    plain('own', 'Pronto 963 Original Ink Cartridge Black', 6_000),
  ];
  expect((await over(inks, 'original Pronto 963 ink black')).recommendation?.title).toBe(inks[1]?.title);
  expect((await over(inks.slice(0, 1), 'original Pronto 963 ink black')).recommendation).toBeNull();
});

test('what a thing is held to be free of is not told as left aside', async () => {
  const wipes = [plain('wipes', 'Pronto Fragrance Free Baby Wipes', 600)];
  const { recommendation, not_known } = await over(wipes, 'fragrance free baby wipes, the kids love them');
  expect(recommendation?.title).toBe(wipes[0]?.title);
  expect(not_known.join(' ')).not.toContain('fragrance');
});

test('two sides that stand apart are held to, and no other size is bought', async () => {
  const towels = [plain('small', 'Pronto Bath Towel 50 x 100 cm, white', 1_000)];
  const large = plain('large', 'Pronto Bath Towel 67 x 140 cm, white', 2_000);
  expect((await over(towels, 'white bath towels, 67x140')).recommendation).toBeNull();
  expect((await over([...towels, large], 'white bath towels, 67x140')).recommendation?.title).toBe(
    'Pronto Bath Towel 67 x 140 cm, white',
  );
});

describe('what is left aside is never contradicted by what is bought', () => {
  const moka = (sku: string, title: string, price_minor: number) =>
    plain(sku, `Pronto Moka Pot, ${title}`, price_minor);
  const [three, six] = [moka('three', '3 cups', 2_000), moka('six', '6 cups', 3_000)] as const;
  /** One product that comes in two sizes. */
  const both = [three, six].map((one) => ({ ...one, product_id: three.product_id }));
  test.each([
    ['a moka pot that froths up for six cups each time', [three, six], six],
    ['a moka pot that froths up for six cups each time', [three], null],
    ['a moka pot that froths up for six cups each time', both, six],
    ['a moka pot that froths up each time', [three, six], three],
  ])('%s: %#', async (intent, shelf, wanted) => {
    expect((await over(shelf, intent)).recommendation?.title ?? null).toBe(wanted?.title ?? null);
  });
});

test('a word that only begins another does not stand for goods that the text names', async () => {
  const shelf = [
    plain('candles', 'Velas de cumpleaños Pronto, 24 unidades', 300),
    plain('plates', 'Pronto Paper Plates, 20 pieces', 900),
  ];
  const { recommendation } = await over(shelf, 'cumple en el parque, platos de usar y tirar');
  expect(recommendation?.title).toBe('Pronto Paper Plates, 20 pieces');
});
