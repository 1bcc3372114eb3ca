import { expect, test } from 'vitest';
import { indexIn } from '../../../../../pipelines/match/titles/compare/vocabulary.ts';
import { ContrastTeacher } from '../../../../../pipelines/match/titles/learn/learn_contrasts.ts';
import { hashPair, hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import { readRecord } from '../../../../../pipelines/match/titles/read/reading.ts';

type Listed = [seller: string, title: string, more?: { brand?: string; cut_at?: number }];
const readingOf = ([seller, title, more]: Listed) => readRecord({ key: title, seller, title, ...more });

/** Whether listings teach that two words tell things apart; `same` are pairs of titles that are one item. */
function tellApart(listed: readonly Listed[], same: readonly [string, string][] = []) {
  const teacher = new ContrastTeacher();
  for (const one of listed) teacher.add(readingOf(one), one[0]);
  for (const [one, other] of same) teacher.veto(readingOf(['x', one]), readingOf(['y', other]));
  const contrasts = teacher.finish();
  return (one: string, other: string) => indexIn(contrasts, hashPair(hashText(one), hashText(other))) >= 0;
}

const SHELVES: Listed[] = [
  ['alpha', 'Nordheim Vista wall shelf larch hidden fixings'],
  ['alpha', 'Nordheim Vista wall shelf ivory hidden fixings'],
];

test('a word in the place of another, all else the same, tells a seller’s listings apart', () => {
  const apart = tellApart(SHELVES);
  expect(apart('larch', 'ivory')).toBe(true);
  expect(apart('ivory', 'larch')).toBe(true);
  expect(apart('larch', 'shelf')).toBe(false);
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
