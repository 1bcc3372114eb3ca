import {
  type Backtest,
  FORECAST_HORIZONS,
  type NoForecast,
  type NoSignal,
  type Outlook,
  type PeerOutlook,
  type PriceForecast,
} from '../domain/forecast.ts';
import { FEATURES, type Subject, WINDOW_DAYS, writeFeatures, writePooled } from './features.ts';
import { type ForecastModel, isWorthWaiting, shiftTo } from './forecaster.ts';
import { tableOutlook } from './outcome_table.ts';
import { chanceOf, type RawOutlook } from './outlook_trees.ts';
import { outlookOf } from './outlooks.ts';
import { evidenceAt } from './peers.ts';

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
): (PriceForecast | NoSignal)[] {
  const row = new Float64Array(FEATURES.length);
  const read = subjects.map((subject): Read => {
    const reason = refusal(subject);
    if (reason !== null && reason !== 'flat_history') return { reason, raw: [] };
    writeKnown(row, model, subject, subject.series.prices.length - 1);
    const raw = FORECAST_HORIZONS.map((horizon) => {
      row[0] = horizon;
      return outlookOf(model.outlooks, row);
    });
    return { reason, raw };
  });
  const level = levelOf(subjects, read);
  return subjects.map((subject, index) => {
    const { reason, raw } = read[index] as Read;
    if (reason === 'not_for_sale') return { reason, peers: [] };
    if (reason === 'insufficient_history') return { reason, peers: peerOutlooks(model, subject) };
    const outlooks = settled(raw, model, level);
    if (reason)
      return {
        reason,
        peers: outlooks.map(({ days, fall, saving, dearer }) => ({ days, fall, saving, dearer })),
      };
    const { first, prices } = subject.series;
    return {
      day: first + prices.length - 1,
      price_minor: prices.at(-1) as number,
      outlooks,
      backtest: backtest(model, subject),
    };
  });
}

/** What was learned says of a series at each horizon, and why nothing is advised. */
interface Read {
  reason: NoForecast | null;
  raw: RawOutlook[];
}

/** All that is known on day `at`, over four weeks. */
function writeKnown(row: Float64Array, model: ForecastModel, subject: Subject, at: number): void {
  writeFeatures(row, subject, at, WINDOW_DAYS);
  writePooled(row, evidenceAt(subject, subject.peers, at), model.pooling);
}

/** Fewer windows of a feed tell nothing of a price that is new in it. */
const LEAST_PEERS = 30;

/** What became of prices whose own past and whose peers' had fallen as often; chances never fall with time. */
function peerOutlooks(model: ForecastModel, subject: Subject): PeerOutlook[] {
  const evidence = evidenceAt(subject, subject.peers, subject.series.prices.length - 1);
  if (evidence.feed.known < LEAST_PEERS) return [];
  const row = new Float64Array(FEATURES.length).fill(NaN);
  writePooled(row, evidence, model.pooling);
  let least = 0;
  return FORECAST_HORIZONS.map((days) => {
    row[0] = days;
    const { fall_odds, saving, dearer } = tableOutlook(model.pooled, row);
    least = Math.max(least, chanceOf(fall_odds));
    return { days, fall: least, saving, dearer };
  });
}

/**
 * What is added to the log odds of a fall, so that their mean chance comes near the share of all windows of the feed's
 * past that fell: how many prices of a shop fall in the next weeks changes from month to month, and a few months do not
 * teach how. Which ones fall is another question, and the trees'. What never moved is no part of that past, but moved as
 * the others are.
 */
function levelOf(subjects: readonly Subject[], read: readonly Read[]): number {
  const middle = FORECAST_HORIZONS.indexOf(WINDOW_DAYS);
  const moving = read.filter(({ reason }) => reason === null);
  let [known, fell] = [0, 0];
  for (const [index, { waited }] of subjects.entries()) {
    if (read[index]?.reason !== null) continue;
    for (let day = 0; day < waited.isKnown.length; day++) {
      known += waited.isKnown[day] as number;
      fell += waited.fell[day] as number;
    }
  }
  if (moving.length === 0 || fell === 0) return 0;
  const odds = moving.map(({ raw }) => (raw[middle] as RawOutlook).fall_odds);
  return LEVEL_TRUST * shiftTo(odds, fell / known);
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
function backtest(model: ForecastModel, subject: Subject): Backtest | null {
  const { series } = subject;
  const row = new Float64Array(FEATURES.length);
  let [windows, held, error, naive] = [0, 0, 0, 0];
  for (
    let at = series.prices.length - 1 - WINDOW_DAYS;
    windows < MOST_WINDOWS && at >= WINDOW_DAYS - 1 && series.first + at >= model.judged_from;
    at -= WINDOWS_APART_DAYS
  ) {
    const [then, end] = [series.prices[at] as number, series.prices[at + WINDOW_DAYS] as number];
    if (then === 0 || end === 0) continue;
    writeKnown(row, model, subject, at);
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
