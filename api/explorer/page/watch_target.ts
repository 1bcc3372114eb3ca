import { answerOf, type Schemas } from '../../client/client.ts';
import { h } from './element.ts';
import { hrefOf } from './route.ts';
import { index } from './session.ts';
import { targetWords } from './watch_words.ts';

type Watch = Schemas['Watch'];

/** What each watch is about, products by their titles, which lead to them. */
export async function watchTargets(
  watches: readonly Watch[],
  signal: AbortSignal,
): Promise<(watch: Watch) => string | HTMLElement> {
  const ids = [...new Set(watches.flatMap(({ target }) => target.product_id ?? []))];
  const titles = new Map(await Promise.all(ids.map(async (id) => [id, await titleOf(id, signal)] as const)));
  return (watch) => {
    const { product_id: id, seller } = watch.target;
    if (id === undefined) return targetWords(watch);
    const link = h('a', { href: hrefOf(['products', id]) }, titles.get(id) ?? `product ${id}`);
    return seller === undefined ? link : h('span', {}, link, ` at ${seller}`);
  };
}

/** Null where the product is gone: its watch still stands. */
async function titleOf(id: string, signal: AbortSignal): Promise<string | null> {
  try {
    const { title } = await answerOf(index().GET('/v1/products/{id}', { params: { path: { id } }, signal }));
    return title;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
