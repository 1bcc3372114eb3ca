/** What the tests made of the mutants of one file. */
export interface Score {
  file: string;
  killed: number;
  /** What no test noticed, `line: was → became`. */
  survivors: readonly string[];
  /** Survivors that the README lists as equivalent: they count neither way. */
  equivalent: number;
}

/** Killed of those that could be told, in percent with one decimal; 100 where there is nothing to mutate. */
function percentKilled({ killed, survivors }: Pick<Score, 'killed' | 'survivors'>): number {
  const all = killed + survivors.length;
  return all === 0 ? 100 : Math.round((1000 * killed) / all) / 10;
}

/** The survivors of a file, each with its place. */
export function survivorsText({ file, survivors }: Score): string {
  return survivors.map((survivor) => `survived ${file}:${survivor}\n`).join('');
}

/** A table, one line for each file. */
export function scoreText(scores: readonly Score[]): string {
  const width = Math.max(...scores.map(({ file }) => file.length));
  const rows = scores.map((score) => {
    const counts = `${score.killed} of ${score.killed + score.survivors.length}`;
    const equivalent = score.equivalent > 0 ? ` and ${score.equivalent} equivalent` : '';
    return `${score.file.padEnd(width)}  ${percentKilled(score).toFixed(1).padStart(5)} %  ${counts.padStart(12)}${equivalent}`;
  });
  return rows.join('\n');
}
