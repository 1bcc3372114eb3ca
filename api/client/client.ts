import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

/** The records of the API by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

/** Calls of a running index, typed by its OpenAPI document: `client.GET('/v1/products/{id}', …)`. */
export type IndexClient = Client<paths>;

export interface ClientSettings {
  /** Where the index is, without trailing slash; '' is the page's own origin. */
  baseUrl: string;
  /** `ci_…` */
  apiKey: string;
  /** What sends the requests; default the global one. */
  fetch?: (request: Request) => Promise<Response>;
}

export function indexClient({ baseUrl, apiKey, fetch }: ClientSettings): IndexClient {
  return createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    ...(fetch && { fetch }),
  });
}

/** An answer that is an error, with what the index says of it. */
export class IndexError extends Error {
  readonly problem: Schemas['Problem'];

  constructor(problem: Schemas['Problem']) {
    super(problem.detail);
    this.name = 'IndexError';
    this.problem = problem;
  }
}

/** The body of an answer of success; throws `IndexError`, or a plain error where no index answered. */
export async function answerOf<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  if (typeof error === 'object' && error !== null && 'code' in error)
    throw new IndexError(error as Schemas['Problem']);
  throw new Error(`${response.url} answered ${response.status} ${response.statusText}, not as an index does`);
}
