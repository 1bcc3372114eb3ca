import { storedForecast, storedNoSignal } from '../domain/forecast.ts';
import { type FeedSeries, subjectsOf } from './feed_series.ts';
import { forecastSeries } from './forecast_series.ts';
import { type ForecastModel, learnForecasts } from './forecaster.ts';

/** Learns a model, or forecasts the series of a feed. */
export type ForecastTask =
  | { kind: 'learn'; feeds: FeedSeries[] }
  | { kind: 'forecast'; model: ForecastModel; feed: FeedSeries };

/** A model as JSON, or null; or lines of `listing_no TAB forecast as JSON`. */
export type ForecastAnswer = string | null;

export function doForecastTask(task: ForecastTask): ForecastAnswer {
  if (task.kind === 'learn') {
    const model = learnForecasts(
      task.feeds.flatMap(subjectsOf),
      task.feeds.reduce((latest, { until }) => Math.max(latest, until), 0),
    );
    return model && JSON.stringify(model);
  }
  const { model, feed } = task;
  const forecasts = forecastSeries(model, subjectsOf(feed));
  return forecasts
    .map((forecast, index) => {
      const stored = 'reason' in forecast ? storedNoSignal(forecast) : storedForecast(forecast);
      return `${feed.listing_nos[index]}\t${JSON.stringify(stored)}\n`;
    })
    .join('');
}
