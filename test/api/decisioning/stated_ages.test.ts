import { afterAll, describe, expect, test } from 'vitest';
import { mayBeForAges } from '../../../api/decisioning/stated_ages.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);
const sold = (title: string, price_minor = 2_000) =>
  listing('alpha', title.replaceAll(' ', ''), {
    title,
    brand: 'Brixo',
    category: 'toys.board_games',
    price_minor,
  });

describe('a title that says for what ages a thing is', () => {
  test.each([
    ['Brixo Card Game ages 8-12', 6, false],
    ['Brixo Card Game ages 8-12', 9, true],
    ['Brixo Card Game ages 8-12', 13, false],
    ['Brixo Kartenspiel ab 8 Jahren', 6, false],
    ['Brixo Kartenspiel ab 6 Jahren', 6, true],
    ['Brixo Card Game, 7+', 6, false],
    ['Brixo Card Game 4+ years', 6, true],
    ['Brixo Puzzle 3 - 5 years', 6, false],
    ['Brixo jeu dès 8 ans', 6, false],
    // What a number is of otherwise tells no age.
    ['Brixo Puzzle 1000 pieces', 6, true],
    ['Brixo Card Game 2.0', 1, true],
    ['Brixo Filter 4+ 250', 3, true],
  ])('%s, who is %i: %s', (title, years, isFor) => {
    expect(mayBeForAges({ listings: [sold(title)] } as never, [{ years }])).toBe(isFor);
  });
});

test('the age of a child is no number that a record must have, and rules out what is for others', async () => {
  const games = [sold('Brixo Card Game Grown, 12+', 1_000), sold('Brixo Card Game Classic')];
  const { recommendation, not_known } = await over(games, 'card game for kids from 6 years, less than 25');
  expect(recommendation?.title).toBe('Brixo Card Game Classic');
  expect(not_known.join('\n')).toContain('“from 6 years”: what says nothing of ages');
});
