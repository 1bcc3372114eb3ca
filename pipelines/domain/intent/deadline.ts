import type { Reading } from './amount.ts';
import { behind, behindAll, isAtRest } from './phrase_list.ts';
import { feastDay, type StatedDay } from './stated_day.ts';

/** A deadline read from a text; `next` is the token behind it. */
export interface ReadDeadline {
  day: StatedDay;
  /** The day itself is too late: `before Friday`. */
  before: boolean;
  next: number;
}

interface DayAt {
  day: StatedDay;
  next: number;
}

/** A time that is longer is what a thing is for: `learn Spanish in 30 days`; behind a sure word a longer one is meant. */
const MOST_DAYS = { in_days: 14, within: 90 } as const;

/**
 * The day by which a thing must be there that a text names from a token on, or null where none surely is: a day behind a
 * word such as `by`, a time behind one such as `within`, or a day by itself (`tomorrow`), with nothing behind it that it
 * may belong to (`by Sunday Riley`).
 */
export function readDeadline(reading: Reading, at: number): ReadDeadline | null {
  if (reading.tokens[at]?.kind === 'number') return shipped(reading, at);
  if (reading.tokens[at]?.kind !== 'word') return null;
  return cued(reading, at) ?? during(reading, at) ?? alone(reading, at) ?? shipped(reading, at);
}

function cued(reading: Reading, at: number): ReadDeadline | null {
  const [by, before, loose] = (['deadline', 'deadline_before', 'deadline_for'] as const).map(
    (list) => behind(reading, list, at) ?? -1,
  ) as [number, number, number];
  const ends = [...new Set([by, before, loose])].filter((end) => end > 0).sort((a, b) => b - a);
  for (const end of ends) {
    const isLoose = end !== by && end !== before;
    const found = dayAt(reading, end, { isLoose, isLong: end > at + 1 });
    const isSure = at === 0 || (!isLoose && end > at + 1);
    // `bis Samstag ein Schloss`: an article begins what the day is not part of
    const isApart = found !== null && reading.lexicon.articles.has(reading.tokens[found.next]?.folded ?? '');
    if (found && (isSure || isApart || isDone(reading, found.next)))
      return { ...found, before: end === before && end !== by };
  }
  return null;
}

function during(reading: Reading, at: number): ReadDeadline | null {
  for (const list of ['within', 'in_days'] as const) {
    const from = behind(reading, list, at);
    const found = from === null ? null : timeAt(reading, from);
    const isSure = list === 'within' && from !== null && from > at + 1;
    if (found && found.day.days <= MOST_DAYS[list] && (isSure || isDone(reading, found.next)))
      return { ...found, before: false };
  }
  return null;
}

/** `2 day shipping`, `Friday delivery`. */
function shipped(reading: Reading, at: number): ReadDeadline | null {
  const found = timeAt(reading, at) ?? weekdayAt(reading, at);
  const next = found && behind(reading, 'delivery', found.next);
  return found && next !== null ? { day: found.day, next, before: false } : null;
}

/** `tomorrow`, `next week`, `this Friday`; `today` by itself is a name as often. */
function alone(reading: Reading, at: number): ReadDeadline | null {
  const { lexicon, tokens } = reading;
  const named = lexicon.dayNamed.at(tokens, at);
  const period = lexicon.period.at(tokens, at);
  const isWeekday = behind(reading, 'next_day', at) !== null && at > 0;
  const found =
    (isWeekday ? weekdayAt(reading, at) : null) ??
    (named && (named.value > 0 || named.next > at + 1)
      ? { day: { kind: 'in_days', days: named.value } as const, next: named.next }
      : period && /^(?:this|next)_week$/.test(period.value)
        ? { day: { kind: 'period', period: period.value } as const, next: period.next }
        : null);
  const next = found && behindAll(reading, 'day_tail', found.next);
  return found && next !== null && isDone(reading, next) ? { ...found, next, before: false } : null;
}

/** The text ends, pauses or turns to something else. */
const isDone = (reading: Reading, at: number): boolean =>
  isAtRest(reading, at, /^[.,;:!?)(–—-]$/, ['between', 'seller_cue']);

/** A day: `Friday`, `next Friday`, `tomorrow`, `the weekend`, `24 December`, `2026-12-24`, `Christmas`. */
function dayAt(
  reading: Reading,
  at: number,
  { isLoose, isLong }: { isLoose: boolean; isLong: boolean },
): DayAt | null {
  const { lexicon, tokens } = reading;
  const article = behind(reading, 'skipped', at) ?? at;
  for (const from of new Set([at, article])) {
    const named = lexicon.dayNamed.at(tokens, from);
    if (named) return tailed(reading, { kind: 'in_days', days: named.value }, named.next);
    const period = lexicon.period.at(tokens, from);
    // What is for the weekend need not be there by then.
    if (period && !(isLoose && period.value === 'weekend'))
      return tailed(reading, { kind: 'period', period: period.value }, period.next);
    const feast = isLoose ? null : lexicon.feast.at(tokens, from);
    if (feast) return tailed(reading, feastDay(feast.value), feast.next);
    const date =
      weekdayAt(reading, from) ?? dateAt(reading, from) ?? dayOfMonth(reading, from, isLong || article > at);
    if (date) return tailed(reading, date.day, date.next);
  }
  return null;
}

const tailed = (reading: Reading, day: StatedDay, next: number): DayAt => ({
  day,
  next: behindAll(reading, 'day_tail', next),
});

function weekdayAt(reading: Reading, at: number): DayAt | null {
  const { lexicon, tokens } = reading;
  const from = behind(reading, 'next_day', at) ?? at;
  const found = lexicon.weekday.at(tokens, from);
  if (!found) return null;
  const comma = tokens[found.next]?.folded === ',' ? found.next + 1 : found.next;
  // `Friday, 24 December`
  return (
    dateAt(reading, behind(reading, 'skipped', comma) ?? comma) ?? {
      day: { kind: 'weekday', weekday: found.value },
      next: found.next,
    }
  );
}

const ORDINAL = /^(?:st|nd|rd|th|er|o|a|e|º|ª)$/;

function dateAt(reading: Reading, at: number): DayAt | null {
  return inDigits(reading, at) ?? dayFirst(reading, at) ?? monthFirst(reading, at);
}

function dayNumberAt({ tokens }: Reading, at: number): { day: number; next: number } | null {
  const token = tokens[at];
  if (token?.kind !== 'number' || !/^(?:[1-9]|[12]\d|3[01])$/.test(token.folded)) return null;
  const suffix = tokens[at + 1];
  const isOrdinal = suffix?.glued === true && (ORDINAL.test(suffix.folded) || suffix.folded === '.');
  return { day: Number(token.folded), next: isOrdinal ? at + 2 : at + 1 };
}

/** `the 15th`, `bis zum 15.`, `para el 15`: of this month or the next; a number by itself needs an article before it. */
function dayOfMonth(reading: Reading, at: number, isDay: boolean): DayAt | null {
  const own = dayNumberAt(reading, at);
  if (!own || !isDone(reading, own.next)) return null;
  const isOrdinal = own.next === at + 2 && !/^\.$/.test(reading.tokens[at + 1]?.folded ?? '');
  return isOrdinal || isDay ? { day: { kind: 'day_of_month', day: own.day }, next: own.next } : null;
}

/** `24 December`, `24. Dezember`, `24 de diciembre`. */
function dayFirst(reading: Reading, at: number): DayAt | null {
  const own = dayNumberAt(reading, at);
  if (!own) return null;
  const linked = reading.tokens[own.next]?.folded;
  const next = linked === 'de' || linked === 'of' ? own.next + 1 : own.next;
  const month = reading.lexicon.month.at(reading.tokens, next);
  return month && withYear(reading, month.value, own.day, month.next);
}

/** `December 24th`. */
function monthFirst(reading: Reading, at: number): DayAt | null {
  const month = reading.lexicon.month.at(reading.tokens, at);
  if (!month) return null;
  const dot = reading.tokens[month.next];
  const own = dayNumberAt(reading, dot?.folded === '.' && dot.glued ? month.next + 1 : month.next);
  return own && withYear(reading, month.value, own.day, own.next);
}

function withYear({ tokens }: Reading, month: number, day: number, at: number): DayAt {
  const from = tokens[at]?.folded === ',' ? at + 1 : at;
  const year = /^20\d\d$/.test(tokens[from]?.folded ?? '') ? Number(tokens[from]?.folded) : null;
  return { day: { kind: 'date', year, month, day }, next: year === null ? at : from + 1 };
}

const DIGITS = /^(?:(20\d\d)-(\d{1,2})-(\d{1,2})|(\d{1,2})([./-])(\d{1,2})(?:\5(20\d\d|\d\d))?)(?![\d/])/;

/** `2026-12-24`, `24.12.`, `12/24`: the day first, but where the market writes the month first, or only that can be. */
function inDigits({ tokens, text, isMonthFirst }: Reading, at: number): DayAt | null {
  const start = tokens[at]?.start;
  const found = start === undefined ? null : DIGITS.exec(text.slice(start, start + LONGEST_DATE));
  if (start === undefined || !found) return null;
  const [whole, iso, isoMonth, isoDay, first, , second, ending] = found;
  const end = start + whole.length;
  let next = at;
  while (next < tokens.length && (tokens[next]?.end ?? 0) <= end) next++;
  if ((tokens[next]?.start ?? end) < end) return null;
  if (tokens[next]?.folded === '.' && tokens[next]?.glued) next++;
  if (iso !== undefined) return dateOf(Number(iso), Number(isoMonth), Number(isoDay), next);
  const [one, other] = [Number(first), Number(second)];
  const year = ending === undefined ? null : ending.length === 2 ? 2000 + Number(ending) : Number(ending);
  const monthLeads = other > MONTHS || (isMonthFirst && one <= MONTHS);
  return monthLeads ? dateOf(year, one, other, next) : dateOf(year, other, one, next);
}
const LONGEST_DATE = 12;
const MONTHS = 12;

function dateOf(year: number | null, month: number, day: number, next: number): DayAt | null {
  if (month < 1 || month > MONTHS || day < 1 || day > 31) return null;
  return { day: { kind: 'date', year, month, day }, next };
}

/** `3 days`, `two weeks`, `48 hours`. */
function timeAt(
  { lexicon, tokens, amounts }: Reading,
  at: number,
): { day: Extract<StatedDay, { kind: 'in_days' }>; next: number } | null {
  const read = amounts.get(at);
  if (read?.amount.dimension === 'time') {
    const days = read.amount.amount / HOURS;
    return days >= 1 && Number.isInteger(days) ? { day: { kind: 'in_days', days }, next: read.next } : null;
  }
  const worded = lexicon.number.at(tokens, at);
  const digits = digitsAt(tokens, at);
  const number = worded?.value ?? digits?.most ?? null;
  const from = worded?.next ?? digits?.next ?? at;
  const hyphen = tokens[from]?.folded === '-' && tokens[from]?.glued ? from + 1 : from;
  const unit = number === null ? null : lexicon.dayUnit.at(tokens, hyphen);
  return unit && number !== null
    ? { day: { kind: 'in_days', days: number * unit.value }, next: unit.next }
    : null;
}
const HOURS = 24;

/** `3`, and of `2-3` the longer one. */
function digitsAt(tokens: Reading['tokens'], at: number): { most: number; next: number } | null {
  const numberOf = (token: number) => {
    const text = tokens[token]?.folded ?? '';
    return /^[1-9]\d?$/.test(text) ? Number(text) : null;
  };
  const [first, other] = [numberOf(at), numberOf(at + 2)];
  if (first === null) return null;
  const isRange = /^[-–]$/.test(tokens[at + 1]?.folded ?? '') && other !== null && other > first;
  return isRange ? { most: other, next: at + 3 } : { most: first, next: at + 1 };
}
