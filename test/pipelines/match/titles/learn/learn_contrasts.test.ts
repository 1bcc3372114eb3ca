import { expect, test } from 'vitest';
import {
  LONGEST_PHRASE,
  memberOf,
  PHRASE,
  phraseId,
} from '../../../../../pipelines/match/titles/compare/contrasts.ts';
import { indexIn } from '../../../../../pipelines/match/titles/compare/vocabulary.ts';
import { ContrastTeacher } from '../../../../../pipelines/match/titles/learn/learn_contrasts.ts';
import { hashPair, hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import { readRecord } from '../../../../../pipelines/match/titles/read/reading.ts';

type Listed = [seller: string, title: string, more?: { brand?: string; cut_at?: number }];
const readingOf = ([seller, title, more]: Listed) => readRecord({ key: title, seller, title, ...more });

const taughtBy = (
  listed: readonly Listed[],
  same: readonly [string, string][] = [],
  teacher = new ContrastTeacher(),
) => {
  for (const one of listed) teacher.add(readingOf(one), one[0]);
  for (const [one, other] of same) teacher.veto(readingOf(['x', one]), readingOf(['y', other]));
  return teacher.finish();
};
const idOf = (phrase: string): number => phraseId(phrase.split(' ').map(hashText));

/** Whether listings teach that two words tell things apart; `same` are pairs of titles that are one item. */
function tellApart(...taught: Parameters<typeof taughtBy>) {
  const contrasts = taughtBy(...taught);
  return (one: string, other: string) => indexIn(contrasts, hashPair(idOf(one), idOf(other))) >= 0;
}
/** The same of small sellers, whose phrases teach too. */
const smallTellApart = (listed: readonly Listed[], same: readonly [string, string][] = []) =>
  tellApart(listed, same, new ContrastTeacher(LONGEST_PHRASE));

const SHELVES: Listed[] = [
  ['alpha', 'Nordheim Vista wall shelf larch hidden fixings'],
  ['alpha', 'Nordheim Vista wall shelf ivory hidden fixings'],
];

test('a word in the place of another, all else the same, tells a seller’s listings apart', () => {
  const apart = tellApart(SHELVES);
  expect(apart('larch', 'ivory')).toBe(true);
  expect(apart('ivory', 'larch')).toBe(true);
  expect(apart('larch', 'shelf')).toBe(false);
  const marked: Listed[] = [SHELVES[0] as Listed, ['alpha', 'Nordheim Vista wall shelf k200 hidden fixings']];
  expect(tellApart(marked)('larch', 'k200')).toBe(true);
  // In any script, and numbers too.
  expect(
    tellApart([
      ['alpha', 'טרנו חבל כביסה כחול חזק'],
      ['alpha', 'טרנו חבל כביסה ירוק חזק'],
    ])('כחול', 'ירוק'),
  ).toBe(true);
  expect(
    tellApart([
      ['alpha', 'Tarno nappies stage 4 dry night'],
      ['alpha', 'Tarno nappies stage 5 dry night'],
    ])('4', '5'),
  ).toBe(true);
});

test.each<[what: string, listed: Listed[]]>([
  [
    'two sellers may write one thing so',
    [SHELVES[0] as Listed, ['beta', 'Nordheim Vista wall shelf ivory hidden fixings']],
  ],
  [
    'two brands are two things anyway',
    [
      ['alpha', 'Vista wall shelf larch hidden', { brand: 'Nordheim' }],
      ['alpha', 'Vista wall shelf ivory hidden', { brand: 'Sudheim' }],
    ],
  ],
  [
    'more than one word differs',
    [SHELVES[0] as Listed, ['alpha', 'Nordheim Vista wall shelf ivory visible fixings']],
  ],
  [
    'an amount differs too',
    [
      ['alpha', 'Nordheim Vista wall shelf larch hidden 60 cm'],
      ['alpha', 'Nordheim Vista wall shelf ivory hidden 80 cm'],
    ],
  ],
  [
    'the words stand in other places',
    [SHELVES[0] as Listed, ['alpha', 'ivory Nordheim Vista wall shelf hidden fixings']],
  ],
  [
    'too little is the same',
    [
      ['alpha', 'Wall shelf larch'],
      ['alpha', 'Wall shelf ivory'],
    ],
  ],
  [
    'a title is cut off within the word',
    [
      ['alpha', 'Nordheim Vista wall shelf larch', { cut_at: 31 }],
      ['alpha', 'Nordheim Vista wall shelf ivory', { cut_at: 31 }],
    ],
  ],
])('nothing is learned where %s', (_, listed) => {
  expect(tellApart(listed)('larch', 'ivory')).toBe(false);
});

test('forms of one word tell nothing apart, nor do words in which titles of one item differ', () => {
  const forms: Listed[] = [
    ['alpha', 'Tarno oval peg for lines'],
    ['alpha', 'Tarno oval pegs for lines'],
  ];
  expect(tellApart(forms)('peg', 'pegs')).toBe(false);
  expect(tellApart(SHELVES, [['Vista shelf larch', 'Vista shelf ivory, Nordheim']])('larch', 'ivory')).toBe(
    false,
  );
  expect(tellApart(SHELVES, [['Vista shelf larch', 'Vista shelf larch, Nordheim']])('larch', 'ivory')).toBe(
    true,
  );
});

test('the maker’s name tells nothing apart, nor do two languages’ words for a colour', () => {
  const named: Listed[] = [
    ['alpha', 'New Galaxy Tab tablet with pen', { brand: 'Samsung' }],
    ['alpha', 'Samsung Galaxy Tab tablet with pen', { brand: 'Samsung' }],
  ];
  expect(tellApart(named)('new', 'samsung')).toBe(false);
  // Letters of the name are none of it.
  const sized = ['s', 'm'].map(
    (size): Listed => ['alpha', `Galaxy rain jacket ${size} blue`, { brand: 'Samsung' }],
  );
  expect(tellApart(sized)('s', 'm')).toBe(true);
  const colored = (one: string, other: string): Listed[] =>
    [one, other].map((color) => ['alpha', `Apple iPad tablet in space ${color}`]);
  expect(tellApart(colored('grau', 'gray'))('grau', 'gray')).toBe(false);
  expect(tellApart(colored('grau', 'silver'))('grau', 'silver')).toBe(true);
});

test('amounts that are the same, however they are written, keep nothing from being learned', () => {
  const shelves: Listed[] = [
    ['alpha', 'Nordheim Vista wall shelf larch hidden 60 cm'],
    ['alpha', 'Nordheim Vista wall shelf ivory hidden 0.6 m'],
  ];
  expect(tellApart(shelves)('larch', 'ivory')).toBe(true);
});

test('what stands in the place of a known colour is told, numbers and colours are not', () => {
  const teacher = new ContrastTeacher();
  for (const word of ['white', 'walnut', 'black', '7'])
    teacher.add(readingOf(['alpha', `Nordheim Vista wall shelf ${word} hidden`]), 'alpha');
  for (const word of ['soft', 'firm'])
    teacher.add(readingOf(['alpha', `Nordheim Alto latex pillow ${word} side`]), 'alpha');
  expect(new Set(teacher.besideColors())).toEqual(new Set([hashText('walnut')]));
});

const TABLETS: Listed[] = [
  ['alpha', 'Pira tablet 9th edition wifi space gray'],
  ['alpha', 'Pira tablet 9th edition wifi silver'],
];

test('of small sellers up to three words in each other’s place tell listings apart', () => {
  expect(smallTellApart(TABLETS)('space gray', 'silver')).toBe(true);
  expect(smallTellApart(TABLETS)('gray', 'silver')).toBe(false);
  expect(tellApart(TABLETS)('space gray', 'silver')).toBe(false);
  const finishes = ['brushed stainless steel', 'black truffle', 'soft sea foam green'].map(
    (finish): Listed => ['alpha', `Pira Bambin compact kettle ${finish}`],
  );
  expect(smallTellApart(finishes)('brushed stainless steel', 'black truffle')).toBe(true);
  expect(smallTellApart(finishes)('soft sea foam green', 'black truffle')).toBe(false);
  const sizes = ['122/128', '134/140'].map(
    (size): Listed => ['alpha', `Pira Turaco kids jacket ${size} blue`],
  );
  expect(smallTellApart(sizes)('122 128', '134 140')).toBe(true);
});

test.each<[what: string, one: string, other: string, words: [string, string]]>([
  ['a word of both', 'stone gray', 'space gray', ['stone gray', 'space gray']],
  ['a form of a word of the other', 'gray stripe', 'silver stripes', ['gray stripe', 'silver stripes']],
  ['a digit beside words', 'ghost 16', 'neutral', ['ghost 16', 'neutral']],
  ['numbers beside words', '12 13', 'space gray', ['12 13', 'space gray']],
  ['more numbers than the other', '12 13', '14', ['12 13', '14']],
  ['a condition', 'renewed grade', 'silver', ['renewed grade', 'silver']],
])('phrases with %s tell nothing apart', (_, one, other, [left, right]) => {
  const listed = [one, other].map((words): Listed => ['alpha', `Pira tablet wifi edition ${words}`]);
  expect(smallTellApart(listed)(left, right)).toBe(false);
});

test('phrases in which titles of one item differ tell nothing apart, unless the item’s titles share a word of them', () => {
  const known = (left: string, right: string) =>
    smallTellApart(TABLETS, [[left, right]])('space gray', 'silver');
  expect(known('Pira tablet space gray', 'silver Pira tablet')).toBe(false);
  expect(known('Pira tablet space gray', 'silver Pira tablet, space')).toBe(true);
});

test('phrases are marked, so that titles without any are not searched for them', () => {
  const contrasts = taughtBy(TABLETS, [], new ContrastTeacher(LONGEST_PHRASE));
  for (const id of [PHRASE, idOf('space gray')])
    expect(indexIn(contrasts, memberOf(id))).toBeGreaterThanOrEqual(0);
  expect(indexIn(contrasts, memberOf(idOf('silver')))).toBe(-1);
  expect(taughtBy(SHELVES, [], new ContrastTeacher(LONGEST_PHRASE))).toHaveLength(1);
});
