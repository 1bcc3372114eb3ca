/** Where in the explorer somebody is: `#/products/prd_1?variant=var_2`. */
export interface Route {
  /** `['products', 'prd_1']`, decoded. */
  parts: string[];
  query: URLSearchParams;
}

export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const parts = path.split('/').filter((part) => part !== '');
  return { parts: parts.map(decoded), query: new URLSearchParams(query) };
}

/** A part of an address; one with an escape that is none (`100%`) as it is written. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type Values = Record<string, string | readonly string[] | null | undefined>;

/** The address of a page; values that are null or empty are left out. */
export function hrefOf(parts: readonly string[], values: Values = {}): string {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : (value ?? []))
        .filter((one) => one !== '')
        .map((one): [string, string] => [name, one]),
    ),
  ).toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

export const productHref = (id: string, variant?: string): string => hrefOf(['products', id], { variant });

/** The address of a search with other values; null and [] leave one out. */
export function withValues(query: URLSearchParams, values: Values): string {
  const own = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
  return hrefOf(['search'], { ...own, ...values });
}
