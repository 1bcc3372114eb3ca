import { FeedError } from './error.ts';

/** The column that a feed's `as_of: column:NAME` names, or null. */
export function asOfColumn(setting: string | undefined): string | null {
  return setting?.startsWith('column:') ? setting.slice('column:'.length) : null;
}

const PARTS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  DD: '(?<day>\\d{2})',
  HH: '(?<hour>\\d{2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
};

/**
 * The observation time in a file's name, ISO 8601 UTC. The pattern holds one group in braces, for example
 * `prices_{YYYY-MM-DD}` or `{YYYY-MM-DDTHH-MM}`; a second `MM` after `HH` means minutes. The rest must occur
 * in the name as it stands. Throws `as_of_invalid` when the name does not fit.
 */
export function asOfFromName(name: string, pattern: string): string {
  const match = expression(pattern).exec(name);
  const parts = match?.groups;
  const iso = parts
    ? `${parts['year']}-${parts['month'] ?? '01'}-${parts['day'] ?? '01'}T${parts['hour'] ?? '00'}:${parts['minute'] ?? '00'}:${parts['second'] ?? '00'}.000Z`
    : '';
  const time = new Date(iso);
  // The date parser rolls 31 February over; only a time that reads back the same was meant.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== iso) {
    throw new FeedError(
      'as_of_invalid',
      `the file name ${JSON.stringify(name)} does not fit as_of ${JSON.stringify(pattern)}; rename the file or change the pattern`,
    );
  }
  return iso;
}

function expression(pattern: string): RegExp {
  const braces = /^([^{}]*)\{([^{}]+)\}([^{}]*)$/.exec(pattern);
  if (!braces?.[2]?.includes('YYYY')) {
    throw new FeedError(
      'as_of_invalid',
      `as_of ${JSON.stringify(pattern)} is neither column:NAME nor a name with {YYYY-MM-DD}`,
    );
  }
  let hours = false;
  const time = braces[2].replaceAll(/YYYY|MM|DD|HH|mm|ss|[^A-Za-z]+|[A-Za-z]/g, (token) => {
    if (token === 'MM' && hours) return PARTS['mm'] ?? '';
    if (token === 'HH') hours = true;
    return PARTS[token] ?? escape(token);
  });
  return new RegExp(`${escape(braces[1] ?? '')}${time}${escape(braces[3] ?? '')}`);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
