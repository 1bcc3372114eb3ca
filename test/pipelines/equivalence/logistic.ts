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
 * evidence scaled by how much it varies).
 */
export function learnLogistic(cases: readonly LogisticCase[], ridge: number): LogisticWeights {
  const names = [...new Set(cases.flatMap(({ evidence }) => Object.keys(evidence)))].toSorted();
  const scales = names.map((name) => scaleOf(cases.map(({ evidence }) => evidence[name] ?? 0)));
  const rows = cases.map(({ evidence }) => [
    1,
    ...names.map((name, at) => {
      const { mean, deviation } = scales[at] as Scale;
      return ((evidence[name] ?? 0) - mean) / deviation;
    }),
  ]);
  const found = newton(rows, cases, ridge);
  const weights = names.map((_, at) => (found[at + 1] as number) / (scales[at] as Scale).deviation);
  const shift = weights.reduce((sum, weight, at) => sum + weight * (scales[at] as Scale).mean, 0);
  return {
    base: (found[0] as number) - shift,
    weights: Object.fromEntries(names.map((name, at) => [name, weights[at] as number])),
  };
}

interface Scale {
  mean: number;
  deviation: number;
}

function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.max(LEAST_DEVIATION, Math.sqrt(variance)) };
}

function newton(rows: readonly number[][], cases: readonly LogisticCase[], ridge: number): number[] {
  const width = rows[0]?.length ?? 1;
  let found = Array.from({ length: width }, () => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = found.map((weight, at) => (at === 0 ? 0 : -ridge * weight));
    const bend = Array.from({ length: width }, (_, at) =>
      Array.from({ length: width }, (__, to) => (at === to && at > 0 ? ridge : 0)),
    );
    rows.forEach((row, at) => {
      const { is_yes, weight } = cases[at] as LogisticCase;
      const chance =
        1 / (1 + Math.exp(-row.reduce((sum, value, place) => sum + value * (found[place] as number), 0)));
      const [error, curve] = [weight * ((is_yes ? 1 : 0) - chance), weight * chance * (1 - chance)];
      for (let one = 0; one < width; one++) {
        const value = row[one] as number;
        if (value === 0) continue;
        (slope[one] as number) += error * value;
        const line = bend[one] as number[];
        for (let other = 0; other < width; other++)
          (line[other] as number) += curve * value * (row[other] as number);
      }
    });
    const step = solved(bend, slope);
    found = found.map((weight, at) => weight + (step[at] as number));
    if (Math.max(...step.map(Math.abs)) < SETTLED) break;
  }
  return found;
}

/** Solves a positive definite system by elimination. */
function solved(matrix: number[][], right: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, right[at] as number]);
  const size = lines.length;
  for (let at = 0; at < size; at++) {
    const own = lines[at] as number[];
    for (let other = at + 1; other < size; other++) {
      const line = lines[other] as number[];
      const times = (line[at] as number) / (own[at] as number);
      for (let place = at; place <= size; place++) (line[place] as number) -= times * (own[place] as number);
    }
  }
  const found = Array.from({ length: size }, () => 0);
  for (let at = size - 1; at >= 0; at--) {
    const line = lines[at] as number[];
    let rest = line[size] as number;
    for (let place = at + 1; place < size; place++)
      rest -= (line[place] as number) * (found[place] as number);
    found[at] = rest / (line[at] as number);
  }
  return found;
}
