import { Arena } from './arena.ts';
import { type Columns, readColumnFile } from './array_file.ts';

/** The columns of a text file, and the arena that their postings lie in or may be copied to. */
export interface Texts {
  columns: Columns;
  arena: Arena;
}

/** Files in memory while somebody uses them: two snapshots with the same texts share one copy. */
const open = new Map<string, WeakRef<Texts>>();

/** A text file in memory. Files are immutable, so what is there still holds. */
export async function openTextFile(path: string): Promise<Texts> {
  const known = open.get(path)?.deref();
  if (known) return known;
  const arena = new Arena();
  const columns = await readColumnFile(
    path,
    () => true,
    (type, length) => arena.allocate(type, length),
  );
  const texts = { columns, arena };
  open.set(path, new WeakRef(texts));
  for (const [other, reference] of open) if (!reference.deref()) open.delete(other);
  return texts;
}
