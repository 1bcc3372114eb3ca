/**
 * What is expected of one offer's price: chances and ratios at a few horizons, as the pipeline stores them, and how an
 * answer reads them at any horizon between.
 */

/** Horizons that forecasts are made at, days. */
export const FORECAST_HORIZONS = [3, 7, 14, 21, 28, 35, 42] as const;
/** The longest horizon that can be asked for. */
export const LONGEST_HORIZON = 42;

/** Share of outcomes that an interval is meant to hold. */
export const INTERVAL_LEVEL = 0.8;

/** What is expected within some days. Ratios are of today's price. */
export interface Outlook {
  /** Days ahead. */
  days: number;
  /** Probability that the price falls by 3 % or more at some time until then. */
  fall: number;
  /** What waiting for such a fall saves in the mean, as a share of today's price; what is paid in vain counts against it. */
  saving: number;
  /** Probability that waiting ends dearer. */
  dearer: number;
  /** The price on that day over today's: the middle one, and the bounds of an interval of `INTERVAL_LEVEL`. */
  low: number;
  middle: number;
  high: number;
  /** Waiting is worth it. */
  wait: boolean;
}

/** How the forecasts of this one series would have done, at windows of its own past. */
export interface Backtest {
  /** Mean absolute error of the middle price over that of the last value; null where that never erred. */
  mase: number | null;
  /** Share of the windows whose price lay in the interval. */
  coverage: number;
  windows: number;
}

/** Why there is nothing to say. */
export type NoForecast = 'insufficient_history' | 'flat_history' | 'not_for_sale';

/** Nothing is advised, and why. */
export interface NoSignal {
  reason: NoForecast;
  /**
   * What prices like it let expect: those that stood as long where it never moved, else those of its category and brand
   * at its seller. Empty where nothing is known.
   */
  peers: PeerOutlook[];
}

/** What became of other prices. */
export type PeerOutlook = Pick<Outlook, 'days' | 'fall' | 'saving' | 'dearer'>;

export interface PriceForecast {
  /** Day, counted since 1970-01-01 UTC, until which prices were known; horizons begin there. */
  day: number;
  price_minor: number;
  outlooks: Outlook[];
  backtest: Backtest | null;
}

/** As it is stored: numbers in the order of `Outlook`, ratios and probabilities in four decimals, at `FORECAST_HORIZONS`. */
export interface StoredForecast {
  d: number;
  p: number;
  o: number[][];
  b: [mase: number | null, coverage: number, windows: number] | null;
}

/** As it is stored where nothing is advised: numbers in the order of `PeerOutlook`, at `FORECAST_HORIZONS`. */
export interface StoredNoSignal {
  r: NoForecast;
  /** Not there in what was stored before peers were looked at. */
  h?: number[][];
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export const storedNoSignal = ({ reason, peers }: NoSignal): StoredNoSignal => ({
  r: reason,
  h: peers.map(({ fall, saving, dearer }) => [fall, saving, dearer].map(rounded)),
});

export const noSignalOf = ({ r, h = [] }: StoredNoSignal): NoSignal => ({
  reason: r,
  peers: h.map(([fall = 0, saving = 0, dearer = 0], index) => ({
    days: FORECAST_HORIZONS[index] as number,
    fall,
    saving,
    dearer,
  })),
});

export function storedForecast({ day, price_minor, outlooks, backtest }: PriceForecast): StoredForecast {
  return {
    d: day,
    p: price_minor,
    o: outlooks.map(({ fall, saving, dearer, low, middle, high, wait }) => [
      ...[fall, saving, dearer, low, middle, high].map(rounded),
      wait ? 1 : 0,
    ]),
    b: backtest && [
      backtest.mase === null ? null : rounded(backtest.mase),
      rounded(backtest.coverage),
      backtest.windows,
    ],
  };
}

export function forecastOf({ d, p, o, b }: StoredForecast): PriceForecast {
  return {
    day: d,
    price_minor: p,
    outlooks: o.map(([fall = 0, saving = 0, dearer = 0, low = 1, middle = 1, high = 1, wait = 0], index) => ({
      days: FORECAST_HORIZONS[index] as number,
      fall,
      saving,
      dearer,
      low,
      middle,
      high,
      wait: wait === 1,
    })),
    backtest: b && { mase: b[0], coverage: b[1], windows: b[2] },
  };
}

/** Nothing has happened yet. */
const TODAY: Omit<Outlook, 'wait'> = { days: 0, fall: 0, saving: 0, dearer: 0, low: 1, middle: 1, high: 1 };

/** `outlookAt` of what peers let expect. */
export function peerOutlookAt(peers: readonly PeerOutlook[], days: number): PeerOutlook | null {
  if (peers.length === 0) return null;
  const whole = peers.map((own) => ({ ...own, low: 1, middle: 1, high: 1, wait: false }));
  const { fall, saving, dearer } = outlookAt({ outlooks: whole }, days);
  return { days, fall, saving, dearer };
}

/**
 * The outlook at any horizon from 0 to `LONGEST_HORIZON`: between two that are stored, in proportion; whether to wait as
 * the nearer one says, the shorter of two as near.
 */
export function outlookAt({ outlooks }: Pick<PriceForecast, 'outlooks'>, days: number): Outlook {
  const after = outlooks.find((outlook) => outlook.days >= days) ?? outlooks.at(-1);
  if (!after) throw new RangeError('a forecast has an outlook at every horizon');
  const before = outlooks.findLast((outlook) => outlook.days < days) ?? { ...TODAY, wait: after.wait };
  const share = Math.min(1, (days - before.days) / (after.days - before.days || 1));
  const between = (field: keyof typeof TODAY) => before[field] + share * (after[field] - before[field]);
  return {
    days,
    fall: between('fall'),
    saving: between('saving'),
    dearer: between('dearer'),
    low: between('low'),
    middle: between('middle'),
    high: between('high'),
    wait: share > 0.5 ? after.wait : before.wait,
  };
}
