/** What one case says, weighed, and whether the answer is yes. */
export interface LogisticCase {
  evidence: Readonly<Record<string, number>>;
  is_yes: boolean;
  weight: number;
}

export interface LogisticWeights {
  base: number;
  weights: Record<string, number>;
}

/** Evidence that is nearly always the same is scaled as if it varied so much, lest few cases weigh much. */
const LEAST_DEVIATION = 0.25;
const ROUNDS = 30;
const SETTLED = 1e-6;

/**
 * Logistic regression by Newton's method, each weight drawn towards none (`ridge` is the precision of its prior, of
 * evidence scaled by how much it varies). The mean of evidence is left to the base, which nothing draws, so that most of
 * it is none and costs nothing.
 */
export function learnLogistic(cases: readonly LogisticCase[], ridge: number): LogisticWeights {
  const said = cases.map(({ evidence }) => saidBy(evidence));
  const names = [...new Set([...new Set(said.map(({ asked }) => asked))].flat())].toSorted();
  const own = names.map(numberOf);
  const placeOf = new Int32Array(numbers.size);
  for (const [at, number] of own.entries()) placeOf[number] = at;
  const places = said.map(({ numbered }) => numbered.map((number) => placeOf[number] as number));
  const scales = scalesOf(said, places, names.length);
  const rows = cases.map(({ is_yes, weight }, at): Row => {
    const [held, values] = [places[at] as Int32Array, (said[at] as Said).values];
    const row = {
      places: new Int32Array(held.length + 1),
      values: new Float64Array(held.length + 1),
      is_yes,
      weight,
    };
    row.values[0] = 1;
    for (let nth = 0; nth < held.length; nth++) {
      const place = held[nth] as number;
      row.places[nth + 1] = place + 1;
      row.values[nth + 1] = (values[nth] as number) / (scales[place] as number);
    }
    return row;
  });
  const [base = 0, ...found] = newton(rows, names.length + 1, ridge);
  const weights = found.map((weight, at) => weight / (scales[at] as number));
  return { base, weights: Object.fromEntries(names.map((name, at) => [name, weights[at] as number])) };
}

/** What evidence says: the names of what is not none, in order, with its values, and all names; those of one form are one list. */
interface Said {
  /** By their numbers, since each trade that is left out looks them up anew. */
  numbered: Int32Array;
  values: readonly number[];
  asked: readonly string[];
}

/** Of evidence that several trades learn from. */
const known = new WeakMap<LogisticCase['evidence'], Said>();
const forms = new Map<string, readonly string[]>();
/** A number for each name of evidence. */
const numbers = new Map<string, number>();

function numberOf(name: string): number {
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  return number;
}

function saidBy(evidence: LogisticCase['evidence']): Said {
  const before = known.get(evidence);
  if (before) return before;
  const entries = Object.entries(evidence);
  const form = entries.map(([name]) => name).join(' ');
  const asked = forms.get(form) ?? entries.map(([name]) => name);
  forms.set(form, asked);
  const names = entries.flatMap(([name, value]) => (value === 0 ? [] : [name])).toSorted();
  const numbered = Int32Array.from(names, numberOf);
  const said = { numbered, values: names.map((name) => evidence[name] as number), asked };
  known.set(evidence, said);
  return said;
}

/** By place of a name how much its values vary. */
function scalesOf(said: readonly Said[], places: readonly Int32Array[], width: number): Float64Array {
  const [sums, squares] = [new Float64Array(width), new Float64Array(width)];
  for (const [at, { values }] of said.entries())
    for (const [nth, place] of (places[at] as Int32Array).entries()) {
      const value = values[nth] as number;
      (sums[place] as number) += value;
      (squares[place] as number) += value * value;
    }
  return sums.map((sum, place) => {
    const mean = sum / said.length;
    const variance = Math.max(0, (squares[place] as number) / said.length - mean * mean);
    return Math.max(LEAST_DEVIATION, Math.sqrt(variance));
  });
}

/** What a case says, without what is none: places in order, of which the first is the base, and scaled values. */
interface Row {
  places: Int32Array;
  values: Float64Array;
  is_yes: boolean;
  weight: number;
}

function newton(rows: readonly Row[], width: number, ridge: number): Float64Array {
  const found = new Float64Array(width);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = found.map((weight, at) => (at === 0 ? 0 : -ridge * weight));
    const bend = Array.from({ length: width }, (_, at) => {
      const line = new Float64Array(width);
      line[at] = at > 0 ? ridge : 0;
      return line;
    });
    for (const row of rows) bendBy(row, found, slope, bend);
    const step = solved(bend, slope);
    for (let at = 0; at < width; at++) (found[at] as number) += step[at] as number;
    if (Math.max(...step.map(Math.abs)) < SETTLED) break;
  }
  return found;
}

/** Adds what a row says of the slope, and of the lower half of how that bends, which is the same as the upper one. */
function bendBy(
  { places, values, is_yes, weight }: Row,
  found: Float64Array,
  slope: Float64Array,
  bend: readonly Float64Array[],
): void {
  let sum = 0;
  for (let at = 0; at < places.length; at++)
    sum += (values[at] as number) * (found[places[at] as number] as number);
  const chance = 1 / (1 + Math.exp(-sum));
  const [error, curve] = [weight * ((is_yes ? 1 : 0) - chance), weight * chance * (1 - chance)];
  for (let one = 0; one < places.length; one++) {
    const [place, value] = [places[one] as number, values[one] as number];
    (slope[place] as number) += error * value;
    const line = bend[place] as Float64Array;
    for (let other = 0; other <= one; other++)
      (line[places[other] as number] as number) += curve * value * (values[other] as number);
  }
}

/** Solves a positive definite system, of which the lower half is given, by elimination. */
function solved(lower: readonly Float64Array[], right: Float64Array): number[] {
  const lines = lower.map((_, at) =>
    Float64Array.of(
      ...lower.map((line, to) => (to <= at ? (lower[at] as Float64Array)[to] : line[at]) as number),
      right[at] as number,
    ),
  );
  const size = lines.length;
  for (let at = 0; at < size; at++) {
    const own = lines[at] as Float64Array;
    for (let other = at + 1; other < size; other++) {
      const line = lines[other] as Float64Array;
      const times = (line[at] as number) / (own[at] as number);
      for (let place = at; place <= size; place++) (line[place] as number) -= times * (own[place] as number);
    }
  }
  const found = Array.from({ length: size }, () => 0);
  for (let at = size - 1; at >= 0; at--) {
    const line = lines[at] as Float64Array;
    let rest = line[size] as number;
    for (let place = at + 1; place < size; place++)
      rest -= (line[place] as number) * (found[place] as number);
    found[at] = rest / (line[at] as number);
  }
  return found;
}
