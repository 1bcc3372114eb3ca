import { type Columns, readColumnFile } from './array_file.ts';

/** Files in memory while somebody uses them: two snapshots with the same texts share one copy. */
const open = new Map<string, WeakRef<Columns>>();

/** The columns of a text file. Files are immutable, so what is in memory still holds. */
export async function openTextFile(path: string): Promise<Columns> {
  const known = open.get(path)?.deref();
  if (known) return known;
  const columns = await readColumnFile(path);
  open.set(path, new WeakRef(columns));
  for (const [other, reference] of open) if (!reference.deref()) open.delete(other);
  return columns;
}
