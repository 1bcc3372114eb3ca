import { Type } from 'typebox';
import { isFacet } from '../../pipelines/attributes/facet_columns.ts';
import { settledProduct } from '../../pipelines/attributes/settled_product.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { type AttributeCondition, meetsCondition } from '../../warehouse/text/attribute_values.ts';
import { ApiError } from '../http/errors.ts';

const PREFIX = 'attr.';
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Most filters of one request. */
const MOST_FILTERS = 20;
const MOST_LETTERS = 200;

/** What query schemas add to take attribute filters; `openapi.ts` describes them from it. */
export const ATTRIBUTE_QUERY = {
  additionalProperties: false,
  patternProperties: {
    '^attr\\.[^.]+\\..+$': Type.Union([
      Type.String({ maxLength: MOST_LETTERS }),
      Type.Array(Type.String({ maxLength: MOST_LETTERS }), { maxItems: MOST_FILTERS }),
    ]),
  },
  patternDescription:
    '`attr.<key>=<value>`: a key and a value of GET /v1/facets, any of several when repeated; `attr.<key>.min=<number>` and `attr.<key>.max=<number>` are bounds, both inclusive, in the facet’s unit. An offer passes when its variant meets all of them, by values of confidence .8 or more.',
};

/** The attribute filters of a request, by key in order of the alphabet. Throws `invalid_request` for what is none. */
export function attributeConditions(query: Record<string, unknown>): AttributeCondition[] {
  const byKey = new Map<string, { values: string[]; min: number | null; max: number | null }>();
  const names = Object.keys(query).filter((name) => name.startsWith(PREFIX));
  if (names.length > MOST_FILTERS)
    throw refused(
      names[0] ?? PREFIX,
      `stands beside ${names.length - 1} others; send at most ${MOST_FILTERS} attribute filters`,
    );
  for (const name of names.toSorted()) {
    const [, path = '', bound] = /^attr\.(.+?)(?:\.(min|max))?$/.exec(name) ?? [];
    const own = byKey.get(path) ?? { values: [], min: null, max: null };
    byKey.set(path, own);
    const given = [query[name]].flat() as string[];
    if (bound === undefined) own.values.push(...given);
    else own[bound as 'min' | 'max'] = boundOf(name, given);
  }
  return [...byKey].map(([key, own]) => ({ key, ...own }));
}

function boundOf(name: string, given: readonly string[]): number {
  const [text = ''] = given;
  if (given.length > 1) throw refused(name, `is given ${given.length} times; a bound is one number`);
  if (!NUMBER.test(text))
    throw refused(name, `is ${JSON.stringify(text)}; a bound is a number, such as 16 or 1.5`);
  return Number(text);
}

/**
 * What offers must be by their variant, as the engine takes it; nothing without conditions. A key that no variant has
 * is a mistake of the caller.
 */
export async function attributeFilter(
  snapshot: Snapshot,
  conditions: readonly AttributeCondition[],
): Promise<{ attributes?: Uint8Array }> {
  if (conditions.length === 0) return {};
  const known = await snapshot.attributeValues();
  const keys = new Set(known?.keys ?? []);
  for (const { key } of conditions)
    if (!keys.has(key))
      throw refused(
        `${PREFIX}${key}`,
        'is an attribute that no product here is known to have; GET /v1/facets lists those of a category',
      );
  return { attributes: (known as NonNullable<typeof known>).meeting(conditions) };
}

function refused(param: string, detail: string): ApiError {
  return new ApiError('invalid_request', { detail: `${param} ${detail}`, errors: [{ param, detail }] });
}

/** The variants of a product that meet all conditions, from its record; null where there are none to meet. */
export function variantsMeeting(
  product: Product,
  conditions: readonly AttributeCondition[],
): ReadonlySet<string> | null {
  if (conditions.length === 0) return null;
  const sure = settledProduct(product).attributes.filter(({ key, value, confidence }) =>
    isFacet(key, value, confidence),
  );
  const variants = new Set(product.listings.map(({ variant_id }) => variant_id));
  for (const condition of conditions) {
    const met = new Set(
      sure
        .filter((known) => known.key === condition.key && meetsCondition(known, condition))
        .flatMap(({ variant_ids }) => variant_ids),
    );
    for (const variant of variants) if (!met.has(variant)) variants.delete(variant);
  }
  return variants;
}
