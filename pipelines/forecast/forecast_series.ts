import {
  type Backtest,
  FORECAST_HORIZONS,
  type NoForecast,
  type Outlook,
  type PriceForecast,
} from '../domain/forecast.ts';
import { FEATURES, type Subject, WINDOW_DAYS, writeFeatures } from './features.ts';
import { type ForecastModel, isWorthWaiting } from './forecaster.ts';
import { chanceOf, type RawOutlook } from './outlook_trees.ts';
import { outlookOf } from './outlooks.ts';

/** Days that must be known before anything is said of a series. */
const LEAST_KNOWN_DAYS = 56;
/** Windows of its own past that a series is judged by. */
const MOST_WINDOWS = 8;
const WINDOWS_APART_DAYS = 7;
/** How far the chances of a feed's prices are moved to the share that fell in its past. */
const LEVEL_TRUST = 0.75;

/** Why nothing can be said of a series on its last day, or null. */
export function refusal({ series }: Pick<Subject, 'series'>): NoForecast | null {
  const last = series.prices.length - 1;
  if (series.prices[last] === 0) return 'not_for_sale';
  if ((series.known[last] as number) < LEAST_KNOWN_DAYS) return 'insufficient_history';
  return series.steps.every((step) => step === 1) ? 'flat_history' : null;
}

/** The forecasts of a feed's series on their last days, in their order; of some why there is none. */
export function forecastSeries(
  model: ForecastModel,
  subjects: readonly Subject[],
): (PriceForecast | NoForecast)[] {
  const row = new Float64Array(FEATURES.length);
  const raw = subjects.map((subject) => {
    const refused = refusal(subject);
    if (refused) return refused;
    return FORECAST_HORIZONS.map((horizon) => {
      if (horizon === FORECAST_HORIZONS[0])
        writeFeatures(row, subject, subject.series.prices.length - 1, horizon);
      row[0] = horizon;
      return outlookOf(model.outlooks, row);
    });
  });
  const level = levelOf(subjects, raw);
  return subjects.map((subject, index) => {
    const own = raw[index] as RawOutlook[] | NoForecast;
    if (typeof own === 'string') return own;
    const { first, prices } = subject.series;
    return {
      day: first + prices.length - 1,
      price_minor: prices.at(-1) as number,
      outlooks: settled(own, model, level),
      backtest: backtest(model, subject),
    };
  });
}

/**
 * What is added to the log odds of a fall, so that their mean chance comes near the share of all windows of the feed's
 * past that fell: how many prices of a shop fall in the next weeks changes from month to month, and a few months do not
 * teach how. Which ones fall is another question, and the trees'.
 */
function levelOf(subjects: readonly Subject[], raw: readonly (RawOutlook[] | NoForecast)[]): number {
  const middle = FORECAST_HORIZONS.indexOf(WINDOW_DAYS);
  const odds = raw.flatMap((own) => (typeof own === 'string' ? [] : [(own[middle] as RawOutlook).fall_odds]));
  let [known, fell] = [0, 0];
  for (const [index, { waited }] of subjects.entries()) {
    if (typeof raw[index] === 'string') continue;
    for (let day = 0; day < waited.isKnown.length; day++) {
      known += waited.isKnown[day] as number;
      fell += waited.fell[day] as number;
    }
  }
  if (odds.length === 0 || fell === 0) return 0;
  let [low, high] = [-5, 5];
  for (let step = 0; step < 30; step++) {
    const shift = (low + high) / 2;
    const mean = odds.reduce((sum, own) => sum + chanceOf(own + shift), 0) / odds.length;
    if (mean < fell / known) low = shift;
    else high = shift;
  }
  return LEVEL_TRUST * low;
}

/** The outlooks with the level of the feed and intervals as wide as the past asked for; chances never fall with time. */
function settled(raw: readonly RawOutlook[], model: ForecastModel, level: number): Outlook[] {
  let [fall, low, high] = [0, 1, 1];
  return raw.map((own, index) => {
    fall = Math.max(fall, chanceOf(own.fall_odds + level));
    low = Math.min(low, own.low - model.widening);
    high = Math.max(high, own.high + model.widening);
    return {
      days: FORECAST_HORIZONS[index] as number,
      fall,
      saving: own.saving,
      dearer: own.dearer,
      low,
      middle: own.middle,
      high,
      wait: isWorthWaiting(own, model.wait_ratio),
    };
  });
}

/** How the trees that had not seen the series' last months would have done in them; null where no window is whole. */
function backtest(model: ForecastModel, { series, ...rest }: Subject): Backtest | null {
  const row = new Float64Array(FEATURES.length);
  let [windows, held, error, naive] = [0, 0, 0, 0];
  for (
    let at = series.prices.length - 1 - WINDOW_DAYS;
    windows < MOST_WINDOWS && at >= WINDOW_DAYS - 1 && series.first + at >= model.judged_from;
    at -= WINDOWS_APART_DAYS
  ) {
    const [then, end] = [series.prices[at] as number, series.prices[at + WINDOW_DAYS] as number];
    if (then === 0 || end === 0) continue;
    writeFeatures(row, { series, ...rest }, at, WINDOW_DAYS);
    const { low, middle, high } = outlookOf(model.earlier, row);
    const ratio = end / then;
    windows++;
    if (ratio >= low - model.widening - 1e-9 && ratio <= high + model.widening + 1e-9) held++;
    error += Math.abs(ratio - middle);
    naive += Math.abs(ratio - 1);
  }
  if (windows === 0) return null;
  return { mase: naive === 0 ? null : error / naive, coverage: held / windows, windows };
}
