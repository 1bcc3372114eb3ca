import { stemOf } from '../../../../pipelines/match/titles/candidates/keys.ts';
import { type Equivalents, equivalentsFrom } from '../../../../pipelines/match/titles/compare/equivalents.ts';
import { featuresOf } from '../../../../pipelines/match/titles/compare/features.ts';
import { type Vocabulary, VocabularyCounter } from '../../../../pipelines/match/titles/compare/vocabulary.ts';
import { idsOf } from '../../../../pipelines/match/titles/learn/teach_model.ts';
import { hashText } from '../../../../pipelines/match/titles/read/hash.ts';
import { charactersOf, readRecord } from '../../../../pipelines/match/titles/read/reading.ts';
import type { MatchRecord } from '../../../../pipelines/match/titles/read/record.ts';
import { listingOf } from '../../../bench/match_catalogue.ts';

export function vocabularyOf(records: Iterable<MatchRecord>): Vocabulary {
  const counter = new VocabularyCounter();
  for (const record of records) {
    const reading = readRecord(record);
    counter.add(idsOf(reading), charactersOf(reading.words));
  }
  return counter.freeze();
}

export const listings = (seller: number, from: number, to: number): MatchRecord[] =>
  Array.from({ length: to - from }, (_, at) => listingOf(from + at, seller));

/** A vocabulary in which the words of small tests are neither known nor rare beyond measure. */
export const background = vocabularyOf([...listings(1, 0, 500), ...listings(2, 0, 500)]);

export const features = (...records: MatchRecord[]) => featuresOf(records, background);

/** A table of words that stand for each other, and the stem of a word that candidates are also looked for by. */
export function tableOf(
  pairs: readonly (readonly [one: string, other: string])[],
  stems: readonly (readonly [word: string, of: string])[] = [],
): Equivalents {
  const sought = stems
    .map(([word, of]) => [hashText(word), stemOf(of)] as const)
    .sort(([one], [other]) => one - other);
  return equivalentsFrom({
    left: Uint32Array.from(pairs, ([one]) => hashText(one)),
    right: Uint32Array.from(pairs, ([, other]) => hashText(other)),
    taught: Uint16Array.from(pairs, (_, at) => 41 + at),
    words: Uint32Array.from(sought, ([word]) => word),
    stems: Uint32Array.from(sought, ([, stem]) => stem),
  });
}
