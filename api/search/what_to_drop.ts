import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { besideAsked, hasWords, needsRecords, type ReadRequest, readProducts } from './read_search.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';

/** Constraints that are never relaxed, each with the constraints that are left without it. */
function hardOnes(constraints: ShopperConstraints): { name: string; rest: ShopperConstraints }[] {
  const { budget_minor, min_minor, sellers, avoid_sellers, avoid, conditions, avoid_conditions, deliver_by } =
    constraints;
  const quoted = (texts: readonly string[]) => [...new Set(texts)].map((text) => `“${text}”`).join(', ');
  const named: [boolean, string, Partial<ShopperConstraints>][] = [
    [
      budget_minor !== null || min_minor !== null,
      'the price',
      { budget_minor: null, about_minor: null, min_minor: null },
    ],
    [deliver_by !== null, `by ${deliver_by}`, { deliver_by: null }],
    [constraints.in_stock !== null, `“${constraints.in_stock}”`, { in_stock: null }],
    [sellers !== null, `the seller ${quoted(sellers ?? [])}`, { sellers: null }],
    [avoid_sellers.length > 0, `not from ${quoted(avoid_sellers)}`, { avoid_sellers: [] }],
    [avoid.length > 0, `without ${quoted(avoid.map(({ text }) => text))}`, { avoid: [] }],
    [
      conditions.length + avoid_conditions.length > 0,
      `the condition ${quoted([...conditions, ...avoid_conditions])}`,
      { conditions: [], avoid_conditions: [] },
    ],
  ];
  return named.flatMap(([is, name, without]) => (is ? [{ name, rest: { ...constraints, ...without } }] : []));
}

/** Why nothing was found: which one of what is never relaxed to drop, so that something is; null where none alone is it. */
export async function whatToDrop(
  snapshot: Snapshot,
  request: ReadRequest,
  filterOf: (constraints: ShopperConstraints) => ReadRequest['filter'],
): Promise<string | null> {
  for (const { name, rest } of hardOnes(request.constraints)) {
    const meeting = await countMeeting(snapshot, { ...request, constraints: rest, filter: filterOf(rest) });
    if (meeting > 0) return `nothing meets all of it; drop ${name} and ${meeting} do`;
  }
  return null;
}

/** How many products meet it. What the engine can tell alone is counted, of the rest records are read. */
async function countMeeting(snapshot: Snapshot, request: ReadRequest): Promise<number> {
  const { constraints, filter, isHere } = request;
  const isCounted = isHere && !needsRecords(constraints) && constraints.must_free.length === 0;
  if (!isCounted) {
    const found = await readProducts(snapshot, { ...request, unordered: true });
    return found.filter(({ relaxed, isFurther }) => relaxed.length === 0 && !isFurther).length;
  }
  if (!hasWords(constraints.asked)) return (await snapshot.browser()).browse({ ...filter, limit: 0 }).total;
  const searcher = await snapshot.searcher();
  const counted = { q: constraints.asked, ...besideAsked(constraints), ...filter, more: true, limit: 0 };
  return (await searcher.search(counted)).total;
}

/**
 * Where nothing meets all of it but something does less a must or a measure: which one to drop, the one that most of
 * what follows lacks alone, else that most lack; null where that is not why.
 */
export function relaxedNote(relaxed: readonly (readonly string[])[]): string | null {
  if (relaxed.length === 0 || relaxed.some((texts) => texts.length === 0)) return null;
  const alone = relaxed.filter((texts) => texts.length === 1);
  const counts = new Map<string, number>();
  for (const text of (alone.length > 0 ? alone : relaxed).flat())
    counts.set(text, (counts.get(text) ?? 0) + 1);
  const [text, count] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
  return alone.length > 0
    ? `nothing meets all of it; drop “${text}” and ${count} do`
    : `nothing meets all of it; what follows lacks more than one part of it, most often “${text}”`;
}
