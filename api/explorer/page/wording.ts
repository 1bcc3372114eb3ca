const currencyFormat = (currency: string) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency });

/** Minor units in one unit of a currency: 100 cents, 1 yen. */
export const minorPer = (currency: string): number =>
  10 ** (currencyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2);

/** Minor units as the browser's locale writes them. */
export const money = (minor: number, currency: string): string =>
  currencyFormat(currency).format(minor / minorPer(currency));

/** How marks so many minor units apart are written: with their fractions where the step has some. */
export function priceMarks(step: number, currency: string): Intl.NumberFormat {
  const digits = step % minorPer(currency) === 0 ? 0 : Math.round(Math.log10(minorPer(currency)));
  return new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export const percent = (share: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(share);

export const count = (number: number): string => new Intl.NumberFormat().format(number);

export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** `2026-08-31T06:00:00.000Z` as `2026-08-31 06:00` (UTC). */
export const moment = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** Minutes as the largest unit that fits: `45 min`, `3 h`, `12 days`. */
export function age(minutes: number): string {
  if (minutes < 90) return `${Math.round(minutes)} min`;
  if (minutes < 60 * 48) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 60 / 24)} days`;
}

/** `electronics.computers.game_consoles` as `Electronics › Computers › Game consoles`. */
export const categoryPath = (id: string): string => id.split('.').map(words).join(' › ');

/** `listing_view` as `Listing view`. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A remark of the API as a sentence of the page. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Ends of attribute keys that name a unit. */
const UNITS: Readonly<Record<string, string>> = { gb: 'GB', in: 'in', h: 'h', hz: 'Hz', kg: 'kg', l: 'l' };

/** `laptop.memory_gb` as `Memory (GB)`. */
export function attributeInWords(key: string): string {
  const name = key.split('.').at(-1) ?? key;
  const end = name.lastIndexOf('_');
  const unit = UNITS[name.slice(end + 1)];
  return end > 0 && unit ? `${words(name.slice(0, end))} (${unit})` : words(name);
}

/** Methods of matching, for people. */
const METHODS: Readonly<Record<string, string>> = {
  gtin_exact: 'same GTIN',
  brand_mpn: 'same brand and part number',
  title_fuzzy: 'titles alike',
  person: 'a person said so',
  none: 'nothing matched: it stands alone',
  reference: 'asked for by its id',
};

export const methodInWords = (method: string): string => METHODS[method] ?? words(method);

const CHANNELS: Readonly<Record<string, string>> = {
  direct_api: 'Direct API',
  listing_view: 'Feed',
  verified_agent: 'Verified agent',
};

export const channelInWords = (channel: string): string => CHANNELS[channel] ?? words(channel);

/** `capacity 512 GB, memory 16 GB`; '' where there is none. */
export const axesInWords = (
  axes: readonly { key: string; value: string | number; unit: string | null }[],
): string =>
  axes
    .map(
      ({ key, value, unit }) =>
        `${words(key.split('.').at(-1) ?? key).toLowerCase()} ${unit ? `${value} ${unit}` : value}`,
    )
    .join(', ');

/** How a price verdict is coloured. */
export const VERDICT_KINDS: Readonly<Record<string, string>> = {
  excellent: 'good',
  good: 'good',
  typical: 'plain',
  flat: 'plain',
  poor: 'bad',
};

const STATE_KINDS: Readonly<Record<string, string>> = {
  accepted: 'good',
  active: 'good',
  delivered: 'good',
  in_stock: 'good',
  held: 'warn',
  waiting: 'warn',
  late: 'warn',
  paused: 'warn',
  pending: 'warn',
  limited: 'warn',
  low_stock: 'warn',
  preorder: 'warn',
  backorder: 'warn',
  failed: 'bad',
  rejected: 'bad',
  retracted: 'bad',
  dead: 'bad',
  disabled: 'bad',
  out_of_stock: 'bad',
  gone: 'bad',
};

/** How a state is coloured. */
export const stateKind = (state: string): string => STATE_KINDS[state] ?? 'plain';

/** A run's state in words: `passed` by itself reads as if it had passed a check. */
export const runState = (state: string): string =>
  state === 'passed' ? 'Passed by a later run' : words(state);
