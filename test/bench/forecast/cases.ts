/** What was said of a price on a day, and what came within 28 days. Ratios and shares are of the day's price. */
export interface Case {
  origin: number;
  fell: boolean;
  /** What waiting saved. */
  saving: number;
  /** What the lowest price of these days would have saved. */
  oracle: number;
  /** Of a fall; null where nothing was said. */
  chance: number | null;
  /** No signal was told. */
  isRefused: boolean;
  waits: boolean;
  intervals: { days: number; low: number; high: number; ratio: number }[];
}

const LEVEL = 0.8;
const mean = <T>(all: readonly T[], value: (one: T) => number): number =>
  all.reduce((sum, one) => sum + value(one), 0) / all.length;

/** Prints what decisions saved, how good chances were, and how well intervals held. */
export function tellCases(cases: readonly Case[]): void {
  const oracle = mean(cases, (one) => one.oracle);
  const saved = mean(cases, ({ waits, saving }) => (waits ? saving : 0));
  console.log(
    `  saved ${(saved / oracle).toFixed(3)} of the oracle's ${(100 * oracle).toFixed(2)} %; dearer ${(100 * mean(cases, ({ waits, saving }) => (waits && saving < 0 ? 1 : 0))).toFixed(2)} % (bar ≤ 1); waits ${(100 * mean(cases, ({ waits }) => Number(waits))).toFixed(0)} %; always waiting saves ${(100 * mean(cases, ({ saving }) => saving)).toFixed(2)} %`,
  );
  tellChances(cases);
  for (const [index, days] of [7, 14, 28].entries()) tellIntervals(cases, index, days);
}

function tellChances(cases: readonly Case[]): void {
  const share = mean(cases, ({ fell }) => Number(fell));
  // Nothing said of a price is that it stays.
  const chanceOf = ({ chance }: Case) => chance ?? 0;
  const brier = mean(cases, (one) => (chanceOf(one) - Number(one.fell)) ** 2);
  const bins = Map.groupBy(cases, (one) => Math.min(9, Math.floor(chanceOf(one) * 10)));
  const off = [...bins.values()].reduce(
    (sum, own) => sum + own.length * Math.abs(mean(own, chanceOf) - mean(own, ({ fell }) => Number(fell))),
    0,
  );
  console.log(
    `  Brier ${brier.toFixed(4)} against ${(share * (1 - share)).toFixed(4)} of the base rate: ${(100 * (1 - brier / (share * (1 - share)))).toFixed(1)} % below (bar ≥ 15); calibration error ${(off / cases.length).toFixed(3)} (bar ≤ 0.030); said ${mean(cases, chanceOf).toFixed(3)}, fell ${share.toFixed(3)}`,
  );
  const silent = cases.map((one) => ({ ...one, chance: one.isRefused ? 0 : chanceOf(one) }));
  const silentBrier = mean(silent, ({ chance, fell }) => (chance - Number(fell)) ** 2);
  console.log(
    `  of ${cases.filter(({ isRefused }) => isRefused).length} without a signal ${mean(
      cases.filter(({ isRefused }) => isRefused),
      ({ fell }) => Number(fell),
    ).toFixed(3)} fell, said ${mean(
      cases.filter(({ isRefused }) => isRefused),
      chanceOf,
    ).toFixed(
      3,
    )}; with 0 for them Brier ${(100 * (1 - silentBrier / (share * (1 - share)))).toFixed(1)} % below`,
  );
  const byOrigin = [...Map.groupBy(cases, ({ origin }) => origin)].map(
    ([origin, own]) =>
      `${new Date(origin * 86_400_000).toISOString().slice(5, 10)} ${mean(own, chanceOf).toFixed(2)}/${mean(own, ({ fell }) => Number(fell)).toFixed(2)}`,
  );
  console.log(`  said/fell by day: ${byOrigin.join(' ')}`);
}

/** Mean interval score (Gneiting and Raftery, 2007): width, and what lies outside times 2 / (1 - level). */
function tellIntervals(cases: readonly Case[], index: number, days: number): void {
  const all = cases.map(({ intervals }) => intervals[index] as Case['intervals'][number]);
  const sorted = all.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(share * sorted.length)] as number;
  const score = (low: number, high: number, ratio: number) =>
    high - low + (2 / (1 - LEVEL)) * (Math.max(low - ratio, 0) + Math.max(ratio - high, 0));
  const ours = mean(all, ({ low, high, ratio }) => score(low, high, ratio));
  const [low, high] = [quantile((1 - LEVEL) / 2), quantile((1 + LEVEL) / 2)];
  const plain = mean(all, ({ ratio }) => score(low, high, ratio));
  const held = mean(all, (one) => Number(one.ratio >= one.low - 1e-9 && one.ratio <= one.high + 1e-9));
  console.log(
    `  ${days} days: intervals hold ${held.toFixed(3)} (bar ≥ 0.80), score ${ours.toFixed(4)} against ${plain.toFixed(4)} of today's price with its residuals: ${(100 * (1 - ours / plain)).toFixed(1)} % below (bar ≥ 15); stood still ${mean(all, ({ ratio }) => Number(ratio === 1)).toFixed(2)}`,
  );
}
