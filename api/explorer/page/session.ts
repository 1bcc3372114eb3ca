import { answerOf, type IndexClient, indexClient } from '../../client/client.ts';

/** Where the key is kept: in this tab, until it is closed. */
const PLACE = 'commerce-index-key';

export const keptKey = (): string | null => sessionStorage.getItem(PLACE);
export const keepKey = (key: string): void => sessionStorage.setItem(PLACE, key);
export const forgetKey = (): void => sessionStorage.removeItem(PLACE);

/** Calls of the index that serves this page, with the key that was entered. */
export function index(): IndexClient {
  return indexClient({ baseUrl: '', apiKey: keptKey() ?? '' });
}

let currency: string | undefined;

/** The currency of the market, as any product tells it. */
export async function marketCurrency(signal: AbortSignal): Promise<string> {
  if (currency !== undefined) return currency;
  const { results } = await answerOf(index().GET('/v1/search', { params: { query: { limit: 1 } }, signal }));
  currency = results[0]?.currency;
  return currency ?? 'USD';
}
