import { type Static, Type } from 'typebox';
import { comparedItem } from '../../pipelines/equivalence/compared_item.ts';
import { confidenceOf } from '../../pipelines/equivalence/confidence.ts';
import { differencesOf } from '../../pipelines/equivalence/differences.ts';
import { guidanceOf } from '../../pipelines/equivalence/guidance.ts';
import { judged } from '../../pipelines/equivalence/judged.ts';
import { asSeen, BASES, RELATIONS, STRICTNESSES } from '../../pipelines/equivalence/relation.ts';
import { catalogueRarity } from '../../warehouse/reads/word_rarity.ts';
import { closed, MatchRecord, nullable, oneOf, ReferenceField } from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';
import { type ComparedReference, comparedReference } from './compared_reference.ts';

const body = Type.Object(
  {
    a: ReferenceField,
    b: ReferenceField,
    strictness: Type.Optional(
      oneOf(
        STRICTNESSES,
        'exact: the same trade item down to the pack; practical: other sizes, packs, colours and conditions of it are variants; loose: comparable things of one kind are substitutes. Default practical.',
      ),
    ),
  },
  closed,
);

const Side = nullable(Type.String({ description: 'Null where this side does not say.' }));

export const DifferenceRecord = Type.Object({
  attribute: Type.String({
    description: 'Attribute key, `brand`, `category`, or what titles state differently.',
  }),
  a: Side,
  b: Side,
  note: Type.Optional(Type.String()),
});

const SideRecord = Type.Object({
  product_id: Type.String(),
  variant_id: Type.String({ description: 'The variant named, else the one that stands for the product.' }),
  title: Type.String(),
  match: MatchRecord,
});

export const RelationField = oneOf(
  RELATIONS,
  'identical: one trade item; variant: the same thing in another size, pack, colour or condition; successor: another generation of one line; substitute: another thing for the same purpose.',
);

export const equivalence: Operation = {
  group: 'decisioning',
  id: 'relateReferences',
  method: 'POST',
  path: '/v1/equivalence',
  summary: 'What two references are to one another',
  description:
    'Resolves both references and tells from identifiers, attributes and what titles state differently whether they are one trade item, variants, generations of one line, comparable or none of these. Accessories, spare parts and consumables of a thing are unrelated to it. Confidence is how often the same grounds were right on pairs that people labelled.',
  scope: 'read',
  cost: 2,
  body,
  response: Type.Object({
    relation: RelationField,
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Probability that the relation is right.',
    }),
    basis: oneOf(BASES, 'What the relation was told by.'),
    differences: Type.Array(DifferenceRecord, { description: 'Empty for identical.' }),
    direction: Type.Optional(
      oneOf(['a_supersedes_b', 'b_supersedes_a'], 'Of a successor: which is the newer one.'),
    ),
    guidance: Type.Optional(Type.String({ description: 'What a buyer makes of it.' })),
    strictness: oneOf(STRICTNESSES),
    a: SideRecord,
    b: SideRecord,
  }),
  async run({ snapshot }, { body: given, signal }) {
    const { a, b, strictness = 'practical' } = given as Static<typeof body>;
    const [left, right] = await Promise.all([
      comparedReference(snapshot, a, { param: 'a', signal }),
      comparedReference(snapshot, b, { param: 'b', signal }),
    ]);
    const items = alike(left, right);
    const found = judged(...items, await catalogueRarity(snapshot));
    const relation = asSeen(found.relation, strictness);
    const guidance = guidanceOf(...items, found, strictness);
    // A reference that may mean another product makes the answer as doubtful.
    const confidence = confidenceOf(...items, found, strictness) * doubt(left) * doubt(right);
    return {
      kind: 'json',
      body: {
        relation,
        confidence: Math.round(confidence * 1000) / 1000,
        basis: found.basis,
        differences: differencesOf(...items, found),
        ...(relation === 'successor' && found.lineage && { direction: direction(found.lineage.newer) }),
        ...(guidance !== null && { guidance }),
        strictness,
        a: sideRecord(left, items[0].variant_id),
        b: sideRecord(right, items[1].variant_id),
      },
    };
  },
};

/** The two items; of a product as a whole and one of its variants the variant twice. */
function alike(left: ComparedReference, right: ComparedReference) {
  const { item: a } = left;
  const { item: b } = right;
  if (a.product_id === b.product_id && left.names_variant !== right.names_variant)
    return left.names_variant
      ? ([a, comparedItem(right.product, a.variant_id, a.condition)] as const)
      : ([comparedItem(left.product, b.variant_id, b.condition), b] as const);
  return [a, b] as const;
}

const direction = (newer: 'a' | 'b') => (newer === 'a' ? 'a_supersedes_b' : 'b_supersedes_a');

/** Only plain language may mean something else; what codes are worth is in the relation's confidence already. */
const doubt = ({ match }: ComparedReference): number =>
  match.method === 'title_fuzzy' ? match.confidence : 1;

const sideRecord = (
  { product, match }: ComparedReference,
  variant_id: string,
): Static<typeof SideRecord> => ({
  product_id: product.product_id,
  variant_id,
  title: product.variants.find((variant) => variant.variant_id === variant_id)?.title ?? product.title,
  match,
});
