import type { SqlParameters } from '../../warehouse/database.ts';
import { CURRENCY_EXPONENTS } from '../domain/money.ts';
import {
  type FormCounts,
  grammarOf,
  hasMarks,
  MONEY_COLUMNS,
  type MoneyColumn,
  NUMBER_FORMS,
  type NumberGrammar,
  type NumberReading,
  needsMark,
  noForms,
} from '../domain/number_grammar.ts';

/** How each column's numbers are read. */
export type Readings = Record<MoneyColumn, NumberReading>;

/** What decides the reading of numbers besides the file's own. */
export interface NumberSettings {
  currency: string;
  /** The columns whose numbers are no texts: typed ones, and those that the program wrote itself. */
  typed: ReadonlySet<MoneyColumn>;
  /** Of the settings. */
  mark: NumberReading | undefined;
  /** What the feed used so far. */
  kept: NumberGrammar;
}

/** What the numbers of a file told. */
export interface NumbersFound {
  /** Of the columns that told. */
  grammar: NumberGrammar;
  readings: Readings;
  /** True where a number was read as the feed's earlier files are, since this one does not tell. */
  by_feed: boolean;
  /** True where a number could not be read because nothing told. */
  undecided: boolean;
}

/** A row of sql/number_forms.sql. */
export interface FormRow {
  number_forms: number;
  rows: number;
}

/** The readings before the file has been looked at. */
export function firstReadings({ typed, mark, kept }: NumberSettings): Readings {
  return readingsOf((column) => (typed.has(column) ? 'point' : (mark ?? keptMark(kept, column))));
}

/** The readings that a file's own numbers tell, and where they tell nothing what its feed used so far. */
export function judgeNumbers(rows: readonly FormRow[], settings: NumberSettings): NumbersFound {
  const { typed, mark, kept, currency } = settings;
  const counts = countsOf(rows);
  const told = grammarOf(counts, CURRENCY_EXPONENTS.get(currency) ?? 2);
  const grammar: NumberGrammar = { ...told };
  for (const column of typed) if (hasMarks(counts[column])) grammar[column] = 'point';
  const own = (column: MoneyColumn) => (typed.has(column) ? 'point' : (mark ?? told[column]));
  const open = MONEY_COLUMNS.filter((column) => needsMark(counts[column]) && own(column) === undefined);
  return {
    grammar,
    readings: readingsOf((column) => own(column) ?? keptMark(kept, column)),
    by_feed: open.some((column) => keptMark(kept, column) !== undefined),
    undecided: open.some((column) => keptMark(kept, column) === undefined),
  };
}

/** True where other readings than the file was read by would change what was read. */
export function readOtherwise(rows: readonly FormRow[], before: Readings, after: Readings): boolean {
  const counts = countsOf(rows);
  return MONEY_COLUMNS.some((column) => needsMark(counts[column]) && before[column] !== after[column]);
}

/** The parameters of sql/stage.sql that say how numbers are read. */
export function readingParameters(readings: Readings): SqlParameters {
  return Object.fromEntries(MONEY_COLUMNS.map((column) => [`${column}_reading`, readings[column]]));
}

/** A column that is new in a feed is taken to be written as its prices are. */
function keptMark(kept: NumberGrammar, column: MoneyColumn): NumberReading | undefined {
  return kept[column] ?? kept.price;
}

function readingsOf(reading: (column: MoneyColumn) => NumberReading | undefined): Readings {
  const pairs = MONEY_COLUMNS.map((column) => [column, reading(column) ?? 'undecided'] as const);
  return Object.fromEntries(pairs) as Readings;
}

/** The forms of each column, of four bits each. */
function countsOf(rows: readonly FormRow[]): Record<MoneyColumn, FormCounts> {
  const counts = Object.fromEntries(MONEY_COLUMNS.map((column) => [column, noForms()])) as Record<
    MoneyColumn,
    FormCounts
  >;
  for (const { number_forms, rows: many } of rows) {
    for (const [place, column] of MONEY_COLUMNS.entries()) {
      const form = NUMBER_FORMS[(number_forms >> (4 * place)) & 15] ?? 'silent';
      counts[column][form] += many;
    }
  }
  return counts;
}
