import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ingredientNamed } from '../../../pipelines/domain/ingredient.ts';
import { INTENT_LANGUAGES } from '../../../pipelines/domain/intent/lexicon.ts';
import {
  dayMeant,
  type Intent,
  intentReader,
  type Quantity,
  type Span,
} from '../../../pipelines/domain/intent.ts';
import { foldText } from '../../../pipelines/text/fold.ts';

interface Case {
  text: string;
  words: string;
  budget?: [number | null, number | null, string];
  about?: number;
  measures?: (string | number | null)[][];
  must_have?: string[];
  avoid?: string[];
  free_of?: string[];
  sellers?: string[];
  conditions?: string[];
  deadline?: string;
  quantity?: string;
  parts?: string;
  priorities?: string[];
  in_stock?: string;
  /** Folded names of kinds of things that the market has. */
  kinds?: string[];
}
interface Market {
  market: { currency: string; languages: string[]; locale?: string; sellers?: Record<string, string> };
  cases: Case[];
}

const file = new URL('../../../fixtures/intent/cases.yaml', import.meta.url);
const markets = parse(readFileSync(file, 'utf8')) as Market[];
const readerOf = (market: Market['market'], kinds: string[] = []) => {
  const key = JSON.stringify([market, kinds]);
  const made = readers.get(key) ?? newReader(market, kinds);
  readers.set(key, made);
  return made;
};
const readers = new Map<string, ReturnType<typeof intentReader>>();
const newReader = ({ currency, languages, locale, sellers = {} }: Market['market'], kinds: string[]) =>
  intentReader({
    currency,
    languages,
    isKind: (word) => kinds.includes(word),
    ...(locale && { locale }),
    sellers: Object.entries(sellers).map(([id, name]) => ({ id, name })),
  });

/** The day on which the cases are read, a Wednesday. */
const TODAY = '2026-09-02';

const counted = ({ pieces, isPack, of }: Quantity) => `${pieces} ${isPack ? 'as a pack' : of}`;

function told(text: string, intent: Intent) {
  const { budget, deadline, quantity } = intent;
  const signed = (avoid: boolean, value: string) => (avoid ? `-${value}` : value);
  const found = {
    measures: intent.measures.map(({ dimension, min, max, of }) => [
      dimension,
      min,
      max,
      ...(of ? [of] : []),
    ]),
    must_have: intent.must_have.map((phrase) => phrase.text),
    avoid: intent.avoid.map((phrase) => phrase.text),
    free_of: intent.free_of.map((phrase) => phrase.text),
    sellers: intent.sellers.map(({ seller, avoid }) => signed(avoid, seller)),
    conditions: intent.conditions.map(({ condition, avoid }) => signed(avoid, condition)),
    priorities: intent.priorities.map(({ criterion, text: own }) => `${criterion} ${own}`),
  };
  return {
    text,
    words: intent.words.map((word) => word.text).join(' '),
    ...(deadline && { deadline: `${deadline.before ? '<' : ''}${dayMeant(deadline.day, TODAY)}` }),
    ...(quantity && { quantity: counted(quantity) }),
    ...(intent.parts && { parts: counted(intent.parts) }),
    ...(intent.in_stock && { in_stock: intent.in_stock.text }),
    ...(budget ? { budget: [budget.min_minor, budget.max_minor, budget.currency] } : {}),
    ...(budget?.about_minor != null && { about: budget.about_minor }),
    ...Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0)),
  };
}

for (const { market, cases } of markets) {
  test.each(cases)(`${market.languages.join('+')} ${market.currency}: $text`, ({ kinds, ...expected }) => {
    const read = readerOf(market, kinds);
    expect(told(expected.text, read(expected.text))).toEqual(expected);
  });
}

/** What the author of a text means by it; a deadline as in the cases. */
interface Meant {
  id: string;
  lang: string;
  text: string;
  budget?: {
    max_minor: number | null;
    min_minor: number | null;
    currency: string | null;
    approximate: boolean;
  };
  quantity?: number;
  deadline?: string;
  refuses?: string[];
  must?: string[];
}
const shoppersFile = new URL('../../../fixtures/intent/shoppers.json', import.meta.url);
const shoppers = JSON.parse(readFileSync(shoppersFile, 'utf8')) as Meant[];

const stems = (text: string) =>
  foldText(text)
    .replaceAll(/\(.*\)/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !['', 'a', 'an', 'the', 'ones', 'de', 'la', 'el'].includes(word))
    .map((word) => word.replace(/(?:e?s|en|n)$/, ''));
/** The same refusal: all words of the one are in the other, of which `/` parts ways to say it. */
const isSame = (meant: string, read: string) =>
  meant.split(/\s*\/\s*/).some((way) => {
    const [one, other] = [new Set(stems(way)), new Set(stems(read))];
    return one.isSubsetOf(other) || other.isSubsetOf(one);
  });

/** What of a text is not read as it is meant. `vegan, grain free` is a refusal of grain, a `box of 12` twelve. */
function misread({ lang, text, must = [], refuses = [], ...meant }: Meant): string[] {
  const languages = [...new Set([lang, 'en'])];
  const intent = readerOf({ currency: 'EUR', languages, locale: lang === 'en' ? 'en-GB' : lang })(text);
  const { budget, deadline, quantity } = told(text, intent) as Partial<Case>;
  const about = intent.budget?.about_minor ?? null;
  const own = meant.budget;
  const isBudget = own
    ? budget?.[2] === (own.currency ?? 'EUR') &&
      budget[0] === own.min_minor &&
      (own.approximate ? about : budget[1]) === own.max_minor
    : budget === undefined;
  const packed = intent.quantity?.isPack && must.some((one) => one.includes(intent.quantity?.text ?? ' '));
  const isQuantity = packed || Number(quantity?.split(' ')[0] ?? 1) === (meant.quantity ?? 1);
  const freed = intent.free_of.filter(
    ({ text: of }) => !must.some((one) => isSame(of, one) && /free/.test(one)),
  );
  // `soy intolerante a la lactosa` is, as a must, `lactose free`
  const isOfMust = (of: string) => {
    const name = intent.health.some((one) => one.text === of) ? ingredientNamed(of)?.name : undefined;
    return name !== undefined && must.some((one) => one.includes(`${name} free`));
  };
  // `original not compatible ones`
  const others = intent.genuine === null ? [] : [{ text: 'compatible' }];
  const read = [...intent.avoid, ...others, ...freed]
    .map((phrase) => phrase.text)
    .filter((one) => !isOfMust(one));
  const isRefused =
    refuses.every((one) => read.some((other) => isSame(one, other))) &&
    read.every((other) => refuses.some((one) => isSame(one, other)));
  return [
    ...(isBudget ? [] : ['budget']),
    ...(isQuantity ? [] : ['quantity']),
    ...(deadline === meant.deadline ? [] : ['deadline']),
    ...(isRefused ? [] : ['refuses']),
  ];
}

test('texts of other authors are read as they are meant, but for these', () => {
  const otherwise = shoppers.flatMap((one) => {
    const kinds = misread(one);
    return kinds.length === 0 ? [] : [`${one.id} ${kinds.join(' ')}`];
  });
  expect(otherwise).toEqual([
    'i007 refuses',
    'i017 refuses',
    'i030 refuses',
    'i031 deadline',
    'i032 refuses',
    'i033 budget',
    'i036 quantity',
    'i041 refuses',
    'i043 deadline',
    'i046 quantity',
    'i056 refuses',
    'i067 budget',
    'i068 refuses',
    'i080 budget',
    'i109 refuses',
  ]);
});

const sentences = readerOf({ currency: 'USD', languages: ['en'] }, ['laptop', 'printer', 'washer']);
test.each([
  [
    'need a laptop for my daughter shes starting college, under 900',
    ['for my daughter shes starting college'],
    [],
  ],
  ['My back is shot and I cannot crouch. A washer please', ['My back is shot and I cannot crouch'], []],
  ['washer because we are seven at home', ['because we are seven at home'], []],
  ['a small present for my aunt: printer under $90', ['a small present for my aunt'], []],
  ['laptop that I can edit videos on, 32 GB', ['that I can edit videos on'], []],
  ['we could use a washer', [], []],
  ['a gift for my dog', [], []],
  ['laptop for my iPhone 12', [], []],
  ['laptop for 12 hour flights', ['for 12 hour flights'], []],
  [
    'printer for my wife, she cannot eat crust',
    ['for my wife', 'she cannot eat crust'],
    ['cannot eat crust'],
  ],
  ['printer for my wife, she cannot eat soy', ['for my wife', 'she'], []],
  ['printer, my son is coeliac', ['my son is'], []],
  ['printer, my son is allergic', ['my son is'], ['allergic']],
  ['printer for seventy two rooms', [], ['seventy two']],
  ['printer with wifi, seventy', [], ['seventy']],
  ['printer, two trays or more', [], []],
  ['printer, 500 sheets or more', [], []],
  ['printer, 500 or more in one tray', [], ['500 or more']],
  ['printer, tray of at least 250', [], ['at least 250']],
  ['chocolate, at least 70 %', [], []],
  ['a printer sharper than full hd', [], ['sharper than full hd']],
  ['printer, as many as you have', [], ['as many as']],
  // The relative of a question is of no thing before it.
  ['printer. Which washer takes those?', [], []],
  ['laptop, nothing older than gen 7', [], ['older than gen 7']],
  ['a printer and a laptop, one each', [], ['one each']],
  ['printer, it has to arrive when we do', ['when we do'], ['arrive']],
] as const)(
  'what tells of people and occasions, and what nobody may leave aside: %s',
  (text, asides, unread) => {
    const intent = sentences(text);
    expect(intent.asides.map((one) => one.text)).toEqual(asides);
    expect(intent.unread.map((one) => one.text)).toEqual(unread);
  },
);

test('a number in words that counts something is as one in digits', () => {
  const { numbers } = sentences('surge strip, thirty-six sockets or more');
  expect(numbers.map(({ text, says }) => [text, says])).toEqual([['thirty-six', '36']]);
});

test.each([
  ['Waschpulver, die Großpackung', []],
  ['Waschpulver, die gut riecht', ['gut riecht']],
] as const)('German articles open no clause: %s', (text, clauses) => {
  const german = readerOf({ currency: 'EUR', languages: ['de'] });
  expect(german(text).clauses.map((one) => one.text)).toEqual(clauses);
});

test('how long it must last is told, and what a clause says of the thing', () => {
  const intent = sentences('a laptop for a twelve hour flight, that stays cool, in red if possible');
  expect(intent.lasting.map(({ dimension, min }) => [dimension, min])).toEqual([['time', 12]]);
  expect(intent.clauses.map(({ text }) => text)).toEqual(['stays cool']);
  expect(intent.wishes.map(({ text }) => text).join(' ')).toBe('in red');
});

const everyLanguage = readerOf({
  currency: 'USD',
  languages: Object.keys(INTENT_LANGUAGES),
  sellers: { a: 'Volt City' },
});
const triggers = Object.values(INTENT_LANGUAGES).flatMap((words) =>
  Object.values(words).flatMap((list) => (Array.isArray(list) ? (list as string[]) : [])),
);
const piece = fc.oneof(
  fc.constantFrom(
    ...triggers,
    'Volt City',
    'leather',
    'laptop',
    'Friday',
    'December',
    '24',
    'batteries',
    '13"',
    '200',
    '$1,000',
    '2.5',
    'GB',
    'inch',
    ',',
    '-',
    '€',
    '"',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const shopperText = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', '')), { maxLength: 40 })
  .map((pieces) => pieces.flat().join(''));

/** Everything that carries a place, with its text where it has one. */
const placed = (intent: Intent): (Span & { text?: string })[] => [
  ...(intent.budget?.spans ?? []),
  ...(intent.deadline ? [intent.deadline] : []),
  ...(intent.quantity && !intent.quantity.isPack ? [intent.quantity] : []),
  ...intent.measures,
  ...intent.must_have,
  ...intent.avoid,
  ...intent.sellers,
  ...intent.conditions,
  ...intent.words,
];

test.each([
  ['coffee machine that froths milk', 'milk frother'],
  ['printer, prints on both sides', 'duplex'],
  ['printer that scans and copies', 'all-in-one'],
  ['headphones that shut out noise', 'noise cancelling'],
  ['headphones, over the ear', 'over-ear'],
  ['high capacity toner', 'high yield'],
  ['shoes mens 9 and a half', 'size 9.5'],
  ['shoes size nine 1/2', 'size 9.5'],
])('%s: by the name that records have for it, %s', (text, says) => {
  expect(intentReader({ currency: 'USD' })(text).must_have.map((own) => own.says)).toEqual([says]);
});

test.each([
  'chaussures pointure 42',
  'scarpe misura 42',
  'Laufschuhe Schuhgröße 42',
  'Kleid Konfektionsgröße 42',
  'schoenen schoenmaat 42',
  'zapatos talle 42',
])('%s: a size is a must by whatever a language calls it', (text) => {
  expect(everyLanguage(text).must_have.map((own) => own.text)).toEqual([text.slice(text.indexOf(' ') + 1)]);
});

test('any string is read; every part is a slice of it, and words are never part of a constraint', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), shopperText), (text) => {
      const intent = everyLanguage(text);
      for (const part of placed(intent)) {
        expect(part.start).toBeLessThan(part.end);
        expect(part.start >= 0 && part.end <= text.length).toBe(true);
        if (part.text !== undefined) expect(part.text).toBe(text.slice(part.start, part.end));
      }
      const taken = placed({ ...intent, words: [] });
      for (const word of intent.words)
        expect(taken.filter((part) => part.start < word.end && word.start < part.end)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

const numbersInWords = Object.values(INTENT_LANGUAGES).flatMap(({ number }) => Object.values(number).flat());
/** Texts that name a number in words. */
const numberWords = {
  has: (text: string) => numbersInWords.some((word) => foldText(text).includes(foldText(word))),
};

test('a budget is made of numbers of the text, and its ends are in order', () => {
  fc.assert(
    fc.property(shopperText, (text) => {
      const { budget, measures } = everyLanguage(text);
      for (const { min, max } of [
        ...measures,
        { min: budget?.min_minor ?? null, max: budget?.max_minor ?? null },
      ])
        if (min !== null && max !== null) expect(min).toBeLessThanOrEqual(max);
      for (const { start, end } of budget?.spans ?? [])
        expect(/\d/.test(text.slice(start, end)) || numberWords.has(text.slice(start, end))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['tv under $200', true],
  ['tv less than 200', true],
  ['tv up to $200', false],
  ['tv $200 or less', false],
  ['tv under $200, at most 150', false],
  ['tv at most 250, under $200', true],
  ['tv under $200, at most 250', true],
  ['tv over $100', false],
])('%s: the bound itself is left out: %s', (text, isBelow) => {
  expect(readerOf({ currency: 'USD', languages: ['en'] })(text).budget).toMatchObject({ isBelow });
});

test('a budget put into words is read back', () => {
  const read = readerOf({ currency: 'USD', languages: ['en'] });
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 99_999_999 }), (minor) => {
      const major = (minor / 100).toFixed(2);
      const grouped = (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
      for (const text of [
        `tv under $${major}`,
        `tv under ${grouped}`,
        `tv max ${grouped} dollars`,
        `tv $${grouped} or less`,
      ])
        expect(read(text).budget).toMatchObject({ min_minor: null, max_minor: minor, currency: 'USD' });
    }),
  );
});

/** Counted without a spy, which keeps every call. */
function lookupsOf(work: () => void): number {
  const get = Reflect.get(Map.prototype, 'get') as (this: unknown, key: unknown) => unknown;
  let calls = 0;
  Reflect.set(Map.prototype, 'get', function (this: Map<unknown, unknown>, key: unknown) {
    calls += 1;
    return get.call(this, key);
  });
  try {
    work();
  } finally {
    Reflect.set(Map.prototype, 'get', get);
  }
  return calls;
}

/** Work is counted in look-ups of phrases, not in time. */
test('hostile texts do not make the work grow faster than the text', () => {
  const hostile = [
    'no a, ',
    'with a and ',
    '1 000 ',
    'not ',
    'between 1 and ',
    '"',
    '1.',
    'under ',
    "a'",
    'no a or ',
    'need 2 ',
    'x5 ',
    'max 1 ',
    'around ',
    '50ish ',
    'a hundred max ',
    'nut, ',
    'about 50, ',
    'allergic to egg and ',
  ];
  const read = intentReader({ currency: 'USD', sellers: [{ id: 'x', name: 'zzz' }] });
  for (const unit of hostile) {
    const cost = (length: number) =>
      lookupsOf(() => read(unit.repeat(Math.ceil(length / unit.length)).slice(0, length)));
    expect([unit, cost(4000) / cost(2000) < 2.2]).toEqual([unit, true]);
  }
});

test('an unknown language is refused by name', () => {
  expect(() => intentReader({ currency: 'USD', languages: ['xx'] })).toThrow(/xx.*en/);
});
