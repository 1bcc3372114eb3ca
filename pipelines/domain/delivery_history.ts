import type { RestCalendar } from './business_days.ts';
import {
  begunLater,
  bestWindow,
  type Chances,
  type Counts,
  coverage,
  delayed,
  drawn,
  type Lag,
  type LagWindow,
  narrowestWindow,
  promisedChances,
} from './lag.ts';
import type { TransitBand, TransitDays } from './transit.ts';

/** Ends of the ranges in which lanes are alike, kilometres; the last has none. */
const LANE_KM = [300, 1000, 2000, 3500] as const;
/** A lane whose length is not known. */
export const UNKNOWN_LANE = -1;

/** Carriers that state fewer ranges of distance than this are counted by ours. */
const LEAST_BANDS = 3;

/** The ranges of distance by which a carrier's parcels are counted, their ends in kilometres: its own where it states some. */
export function laneEnds(transit: readonly TransitBand[]): readonly number[] {
  const own = transit.flatMap(({ up_to_km }) => up_to_km ?? []).sort((a, b) => a - b);
  return own.length < LEAST_BANDS ? LANE_KM : own.slice(0, -1);
}

/** Number of the range that a distance is in. */
export function laneOf(distance_km: number | null, ends: readonly number[] = LANE_KM): number {
  if (distance_km === null) return UNKNOWN_LANE;
  const at = ends.findIndex((most) => distance_km <= most);
  return at < 0 ? ends.length : at;
}

/** Days before and after dispatch in which a public holiday makes carriers slow. */
const BEFORE = 2;
const AFTER = 7;

/** Whether a public holiday of either end is near the day of dispatch. */
export function isNearHoliday(day: number, calendars: readonly RestCalendar[]): boolean {
  for (let at = day - BEFORE; at <= day + AFTER; at++)
    if (calendars.some((calendar) => calendar.holidayOn(at) !== null)) return true;
  return false;
}

/** Letters of a postal code that tell districts apart, the wide ones first: `7` and `70` of 70173. */
const DISTRICT_LETTERS = [1, 2] as const;

/** The districts that a place is in, widest first: its country, then the begins of its postal code. */
export function districtsOf({
  country,
  postal_code,
}: {
  country: string;
  postal_code?: string | null;
}): string[] {
  const code = (postal_code ?? '').replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  const lengths = DISTRICT_LETTERS.filter((length) => length <= code.length);
  return [country, ...lengths.map((length) => `${country} ${code.slice(0, length)}`)];
}

/** Where and when a parcel goes, as far as histories tell parcels apart. */
export interface Leg {
  /** Of `laneOf`. */
  lane: number;
  nearHoliday: boolean;
  /** Of `districtsOf`. */
  districts: readonly string[];
}

/** Windows of late against what came, each counted by its age as of `at_ms` (epoch milliseconds, the newest order). */
export interface MissedWindows {
  /** Of windows that held, what their confidence was short of 1; of others, less all of it. */
  sum: number;
  weight: number;
  at_ms: number;
}

const WEEK_MS = 7 * 86_400_000;
/** Windows as much as which none counts: those of which .03 is as much error as chance. */
const ERROR_WEIGHT = 100;

/** What something of an age counts where the windows of a service are judged: half as much a week later. */
export const countedAfter = (age_ms: number): number => 0.5 ** (Math.max(0, age_ms) / WEEK_MS);

/** How much more often windows hold now than they say, -1 to 1; towards 0 where few were judged, or long ago. */
export function expectedError(missed: MissedWindows | null, order_ms: number): number {
  if (!missed) return 0;
  const counted = countedAfter(order_ms - missed.at_ms);
  return (missed.sum * counted) / (missed.weight * counted + ERROR_WEIGHT);
}

/** Deliveries of one tier of one seller, by how long they took. */
export class DeliveryHistory {
  readonly #all = new Map<Lag, number>();
  readonly #lanes = new Map<string, Map<Lag, number>>();
  readonly #districts = new Map<string, Map<Lag, number>>();
  readonly #seen = new Map<number, number>();
  /** What its windows were beside what came; null where that was not looked at. */
  missed: MissedWindows | null = null;

  /** Takes in one delivery, which counts as `weight` of one: what is long ago tells less. */
  add({ lane, nearHoliday, districts }: Leg, lag: Lag, weight = 1): void {
    const within = districts.map((district) => this.#within(lane, district, nearHoliday));
    for (const counts of [this.#all, this.#of(lane), this.#of(lane, nearHoliday), ...within])
      counts.set(lag, (counts.get(lag) ?? 0) + weight);
    this.#seen.set(lane, (this.#seen.get(lane) ?? 0) + 1);
  }

  /** How many were taken in on lanes of this length. */
  seenOn(lane: number): number {
    return this.#seen.get(lane) ?? 0;
  }

  get all(): Counts {
    return this.#all;
  }

  /** Deliveries on lanes of this length; with `nearHoliday` those that were, or were not, near a holiday. */
  on(lane: number, nearHoliday?: boolean): Counts {
    return this.#of(lane, nearHoliday);
  }

  /** Deliveries on lanes of this length to a district that were, or were not, near a holiday. */
  within(lane: number, district: string, nearHoliday: boolean): Counts {
    return this.#within(lane, district, nearHoliday);
  }

  #within(lane: number, district: string, nearHoliday: boolean): Map<Lag, number> {
    const key = `${lane} ${district} ${nearHoliday}`;
    const counts = this.#districts.get(key) ?? new Map<Lag, number>();
    this.#districts.set(key, counts);
    return counts;
  }

  #of(lane: number, nearHoliday?: boolean): Map<Lag, number> {
    const key = `${lane} ${nearHoliday ?? ''}`;
    const counts = this.#lanes.get(key) ?? new Map<Lag, number>();
    this.#lanes.set(key, counts);
    return counts;
  }
}

/** Days after which a delivery tells half as much of how a service works now: seasons turn and carriers change. */
const HALF_LIVES_DAYS = [30, 60, 120, 240] as const;
/** What the deliveries of a service must count together for a half-life to be enough. */
const ENOUGH = 300;

/**
 * What a delivery of an age in days counts, given the ages of all of its service: by the shortest half-life that leaves
 * enough of them; each as one where none does.
 */
export function weightByAge(ages: readonly number[]): (age: number) => number {
  const half = HALF_LIVES_DAYS.find(
    (days) => ages.reduce((sum, age) => sum + 0.5 ** (age / days), 0) >= ENOUGH,
  );
  return half === undefined ? () => 1 : (age) => 0.5 ** (age / half);
}

/** Deliveries seen that weigh as much as what was expected of them. */
const WEIGHT = 20;
/** Near a holiday, until more is known, this share takes a workday longer. */
const HOLIDAY_DELAYED = 0.2;
/** What a window holds on the seller's shortest lanes on plain days; its width there is its width everywhere. */
const WANTED = 0.9;
/** A window that holds less than this is widened. */
const LEAST = 0.75;
/** Workdays a window may be wider than the carrier's own. */
const WIDER = 2;

/** A window, and what it rests on. */
export interface ExpectedWindow extends LagWindow {
  /** Where in it the first deliveries come that are worth a word, at `least` or later. */
  first: Lag;
  /** Deliveries seen on lanes like this one. */
  seen: number;
}

/** What is asked of a tier's history. */
export interface LaneQuestion {
  distance_km: number | null;
  nearHoliday: boolean;
  /** Of `districtsOf` the destination. */
  districts?: readonly string[];
  /** What the carrier says of a lane of a length (kilometres, null unknown); null where it says nothing. */
  promise: (distance_km: number | null) => TransitDays | null;
  /** Of `laneEnds`, by which the history was counted. */
  ends?: readonly number[];
  /** Of `expectedError`: windows say so much more, less where it is below 0. */
  error?: number;
}

/**
 * When an order arrives, in workdays after its dispatch. Chances are those of deliveries seen: of the tier, of its
 * lanes of this length, of these near holidays or not, each drawn towards the one before, the first towards the
 * carrier's own words. A tier has one width of window, so on lanes and days that are less certain it is the confidence
 * that falls; below three in four the window is widened. Null where the carrier says nothing and nothing was seen.
 */
export function expectedWindow(history: DeliveryHistory, question: LaneQuestion): ExpectedWindow | null {
  const { distance_km, promise, nearHoliday, ends = LANE_KM, error = 0 } = question;
  const lane = laneOf(distance_km, ends);
  const chances = chancesOf(history, question);
  if (!chances) return null;
  const seen = history.seenOn(lane);
  const promised = promise(distance_km);
  if (promised && total(history.all) === 0) {
    const { least_days: least, most_days: most } = promised;
    return { least, most, first: 2 * least, confidence: coverage(chances, least, most), seen: 0 };
  }
  const most = (promised ? promised.most_days - promised.least_days : 1) + WIDER;
  const shortest = chancesOf(history, { ...shortestLane(history, question), promise, ends }) ?? chances;
  const { least, most: last } = narrowestWindow(shortest, WANTED, most);
  const plain = bestWindow(chances, last - least);
  const wanted = LEAST - error;
  const window =
    plain.confidence >= wanted
      ? plain
      : narrowestWindow(chances, wanted, most + (nearHoliday ? 1 : 0), last - least);
  const { first, confidence } = begunLater(chances, window);
  const held = nearHoliday ? Math.min(confidence, plainDays(history, question, window) ?? 1) : confidence;
  return { ...window, first, confidence: Math.min(1, Math.max(0, held + error)), seen };
}

/** What the best window of the same width holds on plain days: some quiet holidays do not make the next one surer. */
function plainDays(
  history: DeliveryHistory,
  question: LaneQuestion,
  { least, most }: LagWindow,
): number | null {
  const chances = chancesOf(history, { ...question, nearHoliday: false });
  return chances && bestWindow(chances, most - least).confidence;
}

const total = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** The shortest lanes of the tier that anything was seen on, on plain days. */
function shortestLane(
  history: DeliveryHistory,
  { distance_km, ends = LANE_KM }: LaneQuestion,
): Omit<LaneQuestion, 'promise'> {
  const lane = ends.findIndex((_, at) => total(history.on(at)) >= WEIGHT);
  return { distance_km: lane < 0 ? distance_km : (ends[lane] as number), nearHoliday: false };
}

function chancesOf(
  history: DeliveryHistory,
  { distance_km, nearHoliday, promise, districts = [], ends = LANE_KM }: LaneQuestion,
): Chances | null {
  const lane = laneOf(distance_km, ends);
  const promised = promise(distance_km);
  const expected = promised ? promisedChances(promised, distance_km) : null;
  if (!expected && total(history.all) === 0) return null;
  const ofTier = expected ? drawn(expected, history.all, WEIGHT) : drawn(new Map(), history.all, 0);
  const ofLane = drawn(ofTier, history.on(lane), WEIGHT);
  const then = nearHoliday
    ? drawn(delayed(ofLane, HOLIDAY_DELAYED), history.on(lane, true), WEIGHT)
    : drawn(ofLane, history.on(lane, false), WEIGHT);
  return districts.reduce<Chances>(
    (wider, district) => drawn(wider, history.within(lane, district, nearHoliday), WEIGHT),
    then,
  );
}
