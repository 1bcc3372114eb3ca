/** The name among those known that a mistyped one most likely means, or null where none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const folded = fold(name);
  const near = known
    .map((one) => ({ one, distance: distance(folded, fold(one)) }))
    .filter(({ one, distance: far }) => far <= Math.max(1, Math.floor(Math.max(one.length, name.length) / 3)))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.one ?? null;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

/** Damerau-Levenshtein distance where neighbours may change places (optimal string alignment). */
function distance(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_column, column) =>
      row === 0 ? column : column === 0 ? row : 0,
    ),
  );
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= left.length; row++)
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
      );
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1] && row > 1 && column > 1)
        least = Math.min(least, at(row - 2, column - 2) + 1);
      (rows[row] as number[])[column] = least;
    }
  return at(left.length, right.length);
}
