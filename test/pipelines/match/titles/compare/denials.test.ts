import { expect, test } from 'vitest';
import { isDenied } from '../../../../../pipelines/match/titles/compare/denials.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { vocabularyOf } from '../catalogue.ts';

/** Whether the one of two records is said to come with what the other comes without, each known by its titles. */
function denied(left: readonly string[], right: readonly string[]): boolean {
  const records = [...left, ...right].map((title, at) => ({ key: String(at), seller: 's', title }));
  const features = featuresOf(records, vocabularyOf(records));
  const places = [...records.keys()];
  const [one, other] = [places.slice(0, left.length), places.slice(left.length)];
  const found = isDenied([features, one], [features, other]);
  expect(isDenied([features, other], [features, one])).toBe(found);
  return found;
}

test.each<[left: string[], right: string[], denied: boolean]>([
  [['Sura microphone with switch'], ['Sura microphone without switch'], true],
  [['Sura Mikrofon mit Schalter'], ['Sura Mikrofon ohne Schalter'], true],
  [['Sura micro sans interrupteur'], ['Sura micro avec interrupteur noir'], true],
  [['Sura microphone with switch'], ['Sura microphone'], false],
  [['Sura microphone switch'], ['Sura microphone without switch'], false],
  [['Sura microphone with clip'], ['Sura microphone without switch'], false],
  [['Sura microphone without switch'], ['Sura microphone, no switch'], false],
  // With a clip, without a cable: both say both.
  [['Sura with clip, without cable'], ['Sura without cable, with clip'], false],
  // What is said to come either way tells nothing.
  [['Sura with switch', 'Sura without switch'], ['Sura without switch'], false],
  [['Sura with switch', 'Sura without switch'], ['Sura with switch'], false],
  [['Sura microphone', 'Sura without switch'], ['Sura', 'Sura with switch'], true],
])('%j and %j: %j', (left, right, found) => {
  expect(denied(left, right)).toBe(found);
});
