import type { DiscountRhythm } from '../../pipelines/domain/discount_rhythm.ts';
import type { NoForecast, Outlook, PeerOutlook } from '../../pipelines/domain/forecast.ts';

/** A share in percent, without its sign, one decimal. */
const percent = (share: number): number => Math.round(Math.abs(share) * 1000) / 10;

/** Why there is no signal, in plain words. */
export const REASONS: Record<NoForecast, string> = {
  insufficient_history: 'too few days of prices are known to forecast this one',
  flat_history: 'the price has never moved while it was seen',
  not_for_sale: 'it cannot be bought now, so there is no price to wait from',
};

const daysAgo = (days: number | null): string =>
  days === 0 ? 'today' : days === 1 ? 'a day ago' : `${days} days ago`;

/** The offer's own rhythm in plain words; `known` of the last `days` days are. */
export function rhythmWords(
  { cuts, returned, ...rhythm }: DiscountRhythm,
  days: number,
  known: number,
): string[] {
  const span =
    known < days ? `the ${known} days that are known of the last ${days}` : `the last ${days} days`;
  if (cuts === 0) return [`the price has not fallen by 3 % or more in ${span}`];
  if (cuts === 1)
    return [
      `the price fell by 3 % or more once in ${span}, by ${rhythm.typical_depth_pct} %, ${daysAgo(rhythm.days_since_cut)}; ${returned === 1 ? 'it has gone up again' : 'it has not gone up again'}`,
    ];
  return [
    `the price fell by 3 % or more ${cuts === 2 ? 'twice' : `${cuts} times`} in ${span}, by ${rhythm.typical_depth_pct} % in the middle; of these cuts ${returned === 0 ? 'none' : returned} ${returned < 2 ? 'has' : 'have'} ended`,
    `cuts came ${rhythm.typical_interval_days} days apart in the middle; the last was ${daysAgo(rhythm.days_since_cut)}`,
  ];
}

const PEERS: Record<NoForecast, string> = {
  insufficient_history: 'other prices of this seller, of its category and brand as far as these tell',
  flat_history: 'other prices that had stood as long',
  not_for_sale: 'other prices',
};

/** What became of other prices, in plain words. */
export const peerWords = (reason: NoForecast, { days, fall }: PeerOutlook): string =>
  `by ${PEERS[reason]}, a fall of 3 % within ${days} days has a chance of ${percent(fall)} %`;

/** What is expected in plain words, and why it is advised where that does not follow from the chance alone. */
export function outlookWords({ days, fall, saving, dearer, wait }: Outlook): string[] {
  const mean = saving < 0 ? `costs ${percent(saving)} % more` : `saves ${percent(saving)} %`;
  return [
    `within ${days} days a fall of 3 % has a chance of ${percent(fall)} %; waiting for it ${mean} in the mean and ends dearer in ${percent(dearer)} of 100 such cases`,
    // who reads that waiting saves and is told to buy now wants to know why
    ...(!wait && saving > 0 && percent(saving) > 0
      ? ['waiting is not advised because it ends dearer too often']
      : []),
  ];
}
