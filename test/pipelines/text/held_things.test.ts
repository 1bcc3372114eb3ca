import { describe, expect, test } from 'vitest';
import { HOLDING_WORDS, isCounting } from '../../../pipelines/text/held_things.ts';
import { readText, titleWords } from '../../../pipelines/text/reading.ts';
import { heldValue } from '../../../pipelines/text/statement.ts';
import { statementsOf } from '../../../pipelines/text/statements.ts';

const THINGS = [
  'person',
  'setting',
  'burner',
  'door',
  'drawer',
  'slice',
  'slot',
  'cup',
  'player',
  'key',
  'port',
];

/** `person 4` of all that a text says that a thing holds, with the words for it. */
function heldIn(text: string): string[] {
  return statementsOf(text)
    .filter(({ kind }) => kind === 'holds')
    .map(({ value, text: said }) => {
      const thing = THINGS.find((one) => value >= heldValue(one, 0) && value < heldValue(one, 1000));
      return `${thing} ${value - heldValue(thing as string, 0)}: ${said}`;
    });
}

describe('how many a thing holds', () => {
  test.each([
    ['Tent, 2 Person', ['person 2: 2 person']],
    ['3-Personen-Zelt', ['person 3: 3 personen']],
    ['tente 4 places', ['person 4: 4 places']],
    ['tenda da 4 posti', ['person 4: 4 posti']],
    ['tienda de 6 plazas', ['person 6: 6 plazas']],
    ['2-zits bank', ['person 2: 2 zits']],
    ['sofa two seater', ['person 2: two seater']],
    ['Zweisitzer Sofa', ['person 2: zweisitzer']],
    ['tweepersoons tent', ['person 2: tweepersoons']],
    ['Einsitzer', ['person 1: einsitzer']],
    ['dishwasher 14 place settings', ['setting 14: 14 place settings']],
    ['88-Key Digital Piano', ['key 88: 88 key']],
    ['104 keys', ['key 104: 104 keys']],
    ['hob with four burners', ['burner 4: four burners']],
    ['Schrank 3-türig mit 2 Schubladen', ['door 3: 3 turig', 'drawer 2: 2 schubladen']],
    ['toaster 2 slice 1 slot', ['slice 2: 2 slice', 'slot 1: 1 slot']],
    ['12-Cup Coffee Maker', ['cup 12: 12 cup']],
    // Italian has one word for both.
    ['4 porte', ['door 4: 4 porte', 'port 4: 4 porte']],
    // Each from the first to the last.
    [
      'Tisch 4-6 Personen',
      ['person 4: 4 personen', 'person 5: 5 personen', 'person 6: 6 personen'].map((one) =>
        one.replace(/: \d/, ': 6'),
      ),
    ],
    ['2/3 players', ['player 2: 3 players', 'player 3: 3 players']],
    ['dinner set 2 - 40 person', ['person 40: 40 person']],
    // Written together.
    ['Tent 2P', ['person 2: 2p']],
    ['Zelt 4pers', ['person 4: 4pers']],
    ['Tent 12P', ['person 12: 12p']],
    ['Hut 20p', ['person 20: 20p']],
    // Of people, before the number too.
    ['Hut sleeps 20', ['person 20: sleeps 20']],
    ['car seats 4 doors', ['door 4: 4 doors']],
    ['seats 4', ['person 4: seats 4']],
    ['Tent, sleeps 4', ['person 4: sleeps 4']],
    ['Table seats 4, 6 chairs', ['person 4: seats 4']],
    ['Picnic set for two', ['person 2: for two']],
    ['Picnic set 6 for two', ['person 2: for two']],
    ['Picknickset für vier', ['person 4: fur vier']],
  ])('%j says %j', (text, expected) => {
    expect(heldIn(text)).toEqual(expected);
  });

  test.each([
    'Persona 5 Royal',
    'cups and keys',
    '1500 person',
    '2.5 person',
    '1080p',
    '120p lens',
    'Camera 4K 60p',
    'Camera 21p',
    'code 2p3',
    'person',
    'place settings',
    'sleeps 21',
    '44" Plaza ceiling fan',
    'for 3 oz cups',

    'ein Port',
    'un tiroir',
    'Picnic set for 6',
    'Toner for two printers',
    'table seats 25',
    'sleeps well',
    '4x4 in',
  ])('%j says nothing of it', (text) => {
    expect(heldIn(text)).toEqual([]);
  });

  test('a number before what is not counted by it says so once', () => {
    expect(heldIn('6 seats 4 doors')).toEqual(['person 6: 6 seats', 'door 4: 4 doors']);
  });
});

test('a number that counts such a thing is told from others', () => {
  const words = titleWords(readText('Fjell 3 tent 2 person, 14 place settings, 5.5 doors'));
  expect(words.flatMap(({ text }, at) => (isCounting(words, at) ? [text] : []))).toEqual(['2', '14']);
});

test('of a wide range its first numbers', () => {
  const counts = (text: string) => heldIn(text).map((one) => Number(/\d+/.exec(one)?.[0]));
  expect(counts('game for 2-40 players')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(counts('game 12-2 players')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(counts('game 3-3 players')).toEqual([3]);
  expect(counts('X-4 players')).toEqual([4]);
});

test('the words that are looked at are single ones', () => {
  expect(['person', 'place', 'seats', 'for', 'zweisitzer'].map((word) => HOLDING_WORDS.has(word))).toEqual(
    Array(5).fill(true),
  );
  expect([...HOLDING_WORDS].filter((word) => word.includes('_'))).toEqual([]);
});
