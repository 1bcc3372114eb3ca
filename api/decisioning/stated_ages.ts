import type { Age } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { foldText } from '../../pipelines/text/fold.ts';

const YEARS = '(?:years?|yrs?|y|jahren?|j|ans?|anos?|anni|anno|jaar)(?!\\p{L})';
const NUMBER = '(?<![\\d.,])(?<least>\\d{1,2})(?![\\d.,]?\\d)';
const TO = '\\s*(?:-|–|to|bis|a|tot)\\s*(?<most>\\d{1,2})';

/** How titles say for what ages a thing is, folded; a range goes before a beginning. */
const STATEMENTS: readonly RegExp[] = [
  new RegExp(`(?<!\\p{L})ages?\\s*${NUMBER}(?:${TO})?`, 'u'),
  new RegExp(`${NUMBER}${TO}\\s*${YEARS}`, 'u'),
  new RegExp(`(?<!\\p{L})(?:ab|from|des|desde|dai|da|vanaf)\\s${NUMBER}\\s*${YEARS}`, 'u'),
  new RegExp(`${NUMBER}\\s*\\+(?:\\s*${YEARS}|\\s*$|\\s*[,;)|–-])`, 'u'),
];

/**
 * Whether no title of a product says that it is for others than a child of each age: `ages 8-12` and `8+` are for nobody who
 * is six. What says nothing of ages may be for anybody.
 */
export const mayBeForAges = ({ listings }: Product, ages: readonly Pick<Age, 'years'>[]): boolean =>
  ages.length === 0 ||
  listings.every(({ title }) => {
    const folded = foldText(title);
    const stated = STATEMENTS.map((statement) => statement.exec(folded)?.groups).find(Boolean);
    if (!stated) return true;
    const [least, most] = [Number(stated['least']), Number(stated['most'] ?? Number.POSITIVE_INFINITY)];
    return ages.every(({ years }) => years >= least && years <= most);
  });
