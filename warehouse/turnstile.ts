/** At most `width` pieces of work at a time; the others wait their turn. */
export function turnstile(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = width;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}
