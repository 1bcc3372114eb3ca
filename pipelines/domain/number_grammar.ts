/** Which mark parts the decimals of written numbers, and what a column of them tells of it. */

/** The columns of a feed that hold amounts of money. */
export const MONEY_COLUMNS = ['price', 'sale_price', 'list_price', 'delivery'] as const;
export type MoneyColumn = (typeof MONEY_COLUMNS)[number];

export type DecimalMark = 'point' | 'comma';

/** How the numbers of a column are to be read: by one mark, or each by itself where it reads in one way only. */
export type NumberReading = DecimalMark | 'undecided';

/** The decimal mark of each column that tells one. */
export type NumberGrammar = Partial<Record<MoneyColumn, DecimalMark>>;

/**
 * What one number tells, by place in the list. `point` and `comma`: its decimals stand behind that mark, or the other
 * mark parts its thousands. `…_groups`: three digits behind one mark that can only be thousands, because the currency
 * has no such decimals. `…_either`: three digits behind one mark that can be both.
 */
export const NUMBER_FORMS = [
  'silent',
  'point',
  'comma',
  'point_groups',
  'comma_groups',
  'point_either',
  'comma_either',
  'short_whole',
  'long_whole',
] as const;
export type NumberForm = (typeof NUMBER_FORMS)[number];
export type FormCounts = Record<NumberForm, number>;

/** Three digits behind a lone mark, before it one to three that do not begin with 0. */
const LONE_THOUSAND = /^[1-9]\d{0,2}([.,])(\d{3})$/;

/** True of a number that only its column can tell the meaning of: `12.500`. */
export function isEither(number: string): boolean {
  return LONE_THOUSAND.test(number);
}

/** What a number of digits and marks tells in a currency of so many decimals. */
export function numberForm(number: string, exponent: number): NumberForm {
  if (/^\d+$/.test(number)) return number.length <= 3 ? 'short_whole' : 'long_whole';
  const thousand = LONE_THOUSAND.exec(number);
  if (thousand) {
    const mark = thousand[1] === '.' ? 'point' : 'comma';
    const isImpossible = /[1-9]/.test((thousand[2] ?? '').slice(exponent));
    return isImpossible ? `${mark}_groups` : `${mark}_either`;
  }
  const marks = number.replaceAll(/[^.,]/g, '');
  if (marks === '') return 'silent';
  const last = marks.at(-1) === '.' ? 'point' : 'comma';
  // A mark that stands twice parts thousands.
  if (marks.length > 1 && new Set(marks).size === 1) return last === 'point' ? 'comma' : 'point';
  return last;
}

export function noForms(): FormCounts {
  return Object.fromEntries(NUMBER_FORMS.map((form) => [form, 0])) as FormCounts;
}

/** Numbers of a column that tell, before which it borrows what the file's other columns tell. */
const ENOUGH = 20;

/** So many times as many numbers must tell one mark as tell the other. */
const CLEARLY = 19;

/**
 * The decimal mark that a column's numbers tell: nineteen of twenty that are written in one way only must agree, and
 * be more than those that would have decimals which their currency has not. Where there are none, the latter part
 * thousands. Where there are none of these either, three digits behind a mark are thousands if whole numbers stand
 * beside that need no mark, because who writes three decimals writes them always; of currencies with three decimals
 * (`exponent`) that cannot be said.
 */
export function decimalMark(counts: FormCounts, exponent: number): NumberReading {
  const { point, comma, point_groups, comma_groups } = counts;
  if (point + comma > 0) {
    const mark = clearly(point, comma);
    const against = mark === 'point' ? point_groups : comma_groups;
    return against > Math.max(point, comma) ? 'undecided' : mark;
  }
  if (point_groups + comma_groups > 0) return clearly(comma_groups, point_groups);
  const isGrouped = exponent < 3 && counts.short_whole > 0 && counts.long_whole === 0;
  if (isGrouped && counts.point_either > 0 && counts.comma_either === 0) return 'comma';
  if (isGrouped && counts.comma_either > 0 && counts.point_either === 0) return 'point';
  return 'undecided';
}

function clearly(point: number, comma: number): NumberReading {
  if (point >= CLEARLY * comma) return 'point';
  return comma >= CLEARLY * point ? 'comma' : 'undecided';
}

/** The marks that a file's columns tell. A column in which few numbers tell any goes by all columns together. */
export function grammarOf(columns: Record<MoneyColumn, FormCounts>, exponent: number): NumberGrammar {
  const all = noForms();
  for (const column of MONEY_COLUMNS) for (const form of NUMBER_FORMS) all[form] += columns[column][form];
  const grammar: NumberGrammar = {};
  for (const column of MONEY_COLUMNS) {
    const counts = columns[column];
    const { point, comma, point_groups, comma_groups } = counts;
    const isTelling = point + comma + point_groups + comma_groups >= ENOUGH;
    const mark = decimalMark(isTelling ? counts : all, exponent);
    if (mark !== 'undecided' && hasMarks(counts)) grammar[column] = mark;
  }
  return grammar;
}

/** True of a column with a number that has a mark in it. */
export function hasMarks(counts: FormCounts): boolean {
  return needsMark(counts) || counts.point + counts.comma > 0;
}

/** True of a column with numbers that are read by its mark. */
export function needsMark(counts: FormCounts): boolean {
  const { point_groups, comma_groups, point_either, comma_either } = counts;
  return point_groups + comma_groups + point_either + comma_either > 0;
}

/** Why a file's grammar contradicts what its feed used so far, or null. */
export function contradiction(before: NumberGrammar, now: NumberGrammar): string | null {
  const spelled = { point: 'a decimal point (12.50)', comma: 'a decimal comma (12,50)' };
  for (const column of MONEY_COLUMNS) {
    const [was, is] = [before[column], now[column]];
    if (was && is && was !== is)
      return `the numbers of ${column} are written with ${spelled[is]}, so far with ${spelled[was]}`;
  }
  return null;
}
