import { codesOf } from './codes.ts';
import { isCounting } from './held_things.ts';
import { GENERATION_WORDS, SIZE_NAME_WORDS, TIER_WORDS, VERSION_WORDS } from './languages.ts';
import { NUMBER, type ReadWord, type TextReading, WORD } from './reading.ts';
import {
  type Add,
  besideValue,
  modelValue,
  NO_WORD,
  type Statement,
  TITLE_END,
  wordId,
} from './statement.ts';
import { DIGITS, LATIN } from './tokens.ts';

/** A year, as goods are named for it. */
export const YEAR = /^(?:19[89]|20[0-3])\d$/;
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|e|a)$/;
/** `v2`, and `Mk2` of a second make. */
const VERSION = /^(?:v|mk)(\d{1,2})$/;
const NUMERALS: readonly (readonly [string, number])[] = [
  ['ii', 2],
  ['iii', 3],
  ['iv', 4],
  ['vi', 6],
  ['vii', 7],
  ['viii', 8],
  ['ix', 9],
];
export const ROMAN: ReadonlyMap<string, number> = new Map(
  NUMERALS.flatMap(([text, value]) => [[text, value] as const, [`mk${text}`, value] as const]),
);
const contextId = (word: ReadWord | undefined): number =>
  word?.kind === WORD && word.text.length > 1 ? wordId(word.text) : NO_WORD;

/**
 * A number that measures and counts nothing: a size behind a word for sizes, a year, the number of a version or generation,
 * or, with the words around it, which of a series a thing is.
 */
export function addNumber(words: readonly ReadWord[], at: number, stated: Statement[]): void {
  const { text, joined } = words[at] as ReadWord;
  const behind = words[at + 1];
  // Behind a hyphen it belongs to a name or a model number; those are compared whole.
  if ((joined !== null && joined !== '/') || behind?.joined === '') return;
  if (SIZE_NAME_WORDS.has(words[at - 1]?.text ?? '')) {
    stated.push({ kind: 'size', value: wordId(text), text });
    return;
  }
  const value = Math.fround(Number(text.replace(',', '.')));
  const kind = YEAR.test(text) ? 'year' : rankKind(words, at);
  if (kind === 'number' && isCounting(words, at)) return;
  stated.push({ kind, value, text });
  if (kind !== 'number') return;
  const beside = besideValue(contextId(words[at - 1]), behind ? contextId(behind) : TITLE_END);
  stated.push({ kind: 'number_beside', value: beside, text });
}

/** `2nd` of `2nd gen`, `v2`. */
export function addJoined(words: readonly ReadWord[], at: number, add: Add): void {
  const { text } = words[at] as ReadWord;
  const version = VERSION.exec(text)?.[1];
  if (version !== undefined) add('version', Number(version), text);
  const ordinal = ORDINAL.exec(text)?.[1];
  if (ordinal !== undefined && GENERATION_WORDS.has(words[at + 1]?.text ?? ''))
    add('generation', Number(ordinal), text);
}

/** `III`: of a generation where one is named beside it, else a version. */
export function addRoman(words: readonly ReadWord[], at: number, add: Add): void {
  const { text } = words[at] as ReadWord;
  const roman = ROMAN.get(text);
  if (roman === undefined) return;
  const kind = rankKind(words, at);
  add(kind === 'number' ? 'version' : kind, roman, text);
  add('figure', roman, text);
}

function rankKind(words: readonly ReadWord[], at: number): 'version' | 'generation' | 'number' {
  const [before, behind] = [words[at - 1]?.text ?? '', words[at + 1]?.text ?? ''];
  if (VERSION_WORDS.has(before)) return 'version';
  // The 14 of `14 Gen 6` is none.
  const isNamedBehind = GENERATION_WORDS.has(behind) && words[at + 2]?.kind !== NUMBER;
  return GENERATION_WORDS.has(before) || isNamedBehind ? 'generation' : 'number';
}

/** Every run of digits, so that `14pro` and `14` do not contradict each other. */
export function addFigures(text: string, as: 'figure' | 'measured_figure', add: Add): void {
  if (WHOLE.test(text)) {
    add(as, Math.fround(Number(text)), text);
    return;
  }
  for (const [digits] of text.replaceAll(',', '.').matchAll(/\d+(?:\.\d+)?/g))
    add(as, Math.fround(Number(digits)), digits);
}

const WHOLE = /^\d+$/;

/** Behind these, `ultra` says how much: `ultra slim`. */
const SPEC_WORDS: ReadonlySet<string> = new Set(
  'slim short portable thin light wide hd compact fine high low speed soft certified'.split(' '),
);

/** `Pro`, and that it is one of a number (`15 Pro`, `15pro`, `15 Pro Max`, `S9+`), where it must be said. */
export function addTiers({ tokens }: TextReading, add: Add): void {
  let behindFigure = false;
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text, start, end } = tokens[at] as (typeof tokens)[number];
    const before = tokens[at - 1];
    const isPlus = text === '+' && behindFigure && before?.end === start && tokens[at + 1]?.start !== end;
    const named = tokens[at - 2];
    const isNamed = isPlus && named?.kind === LATIN && named.end === before?.start;
    const tier = isNamed ? 'plus' : text;
    if (isNamed || (kind === LATIN && TIER_WORDS.has(text))) {
      const said = isNamed ? `${named.text}${before?.text}+` : text;
      add('tier', wordId(tier), said);
      if (behindFigure && !SPEC_WORDS.has(tokens[at + 1]?.text ?? '') && tokens[at + 1]?.text !== '-')
        add('tier_of', wordId(tier), said);
    } else behindFigure = kind === DIGITS && !(before?.text === '.' && before.end === start);
  }
}

/** Model numbers. */
export function addModels(words: readonly ReadWord[], add: Add): void {
  for (const code of modelsOf(words)) {
    const { kind, value, text } = modelOf(code);
    add(kind, value, text);
  }
}

/** Model numbers of letters and digits, and the short ones that are no model number by themselves: `S9`, `i5`. */
function modelsOf(words: readonly ReadWord[]): string[] {
  const short = words.filter(({ text, joined }) => SHORT_MODEL.test(text) && joined === null);
  return [...codesOf(words).filter((code) => /[a-z]/.test(code)), ...short.map(({ text }) => text)];
}
/** `v8` is a version. */
const SHORT_MODEL = /^[a-uw-z]\d{1,2}$/;

/** A model number in its series: itself with each digit as 0, of a short one (`S9`, `S10`) its letter. */
function modelOf(code: string): Statement {
  const isShort = SHORT_MODEL.test(code);
  const series = isShort ? (code[0] as string) : code.replace(/\d/g, '0');
  return {
    kind: 'model',
    value: modelValue(series, isShort ? code.replace(/0(?=\d)/, '') : code),
    text: code,
  };
}
