import type { Schemas } from '../../client/client.ts';
import { badge, note, table } from './element.ts';
import { axesInWords, percent } from './wording.ts';

type Attribute = Schemas['Attribute'];
interface Variant {
  variant_id: string;
  title: string;
  axes: { key: string; value: string | number; unit: string | null }[];
}

/** What is known of the variants that are shown: value, where it is from, how sure it is, and of which variants. */
export function attributeTable(
  { attributes }: Schemas['ListProductAttributesAnswer'],
  all: readonly Variant[],
  shown: ReadonlySet<string>,
) {
  const variants = all.filter(({ variant_id }) => shown.has(variant_id));
  const known = attributes.filter(({ variant_ids }) => variant_ids.some((id) => shown.has(id)));
  if (known.length === 0) return note('Nothing is stated of it.');
  const several = variants.length > 1;
  const columns = ['Attribute', 'Value', 'Source', 'Confidence', ...(several ? ['Variants'] : [])];
  return table(
    'Declared in a field of a feed, parsed from a title or description, or inferred from other variants.',
    columns.map((label) => ({ label, numeric: label === 'Confidence' })),
    known.map((attribute) => [
      attribute.label,
      valueText(attribute),
      badge(attribute.source, 'plain'),
      percent(attribute.confidence),
      ...(several ? [ofVariants(attribute, variants)] : []),
    ]),
  );
}

function valueText({ value, unit }: Attribute): string {
  const text = (one: string | number | boolean) =>
    typeof one === 'boolean' ? (one ? 'yes' : 'no') : String(one);
  const shown = typeof value === 'object' ? `${value.min} to ${value.max}` : text(value);
  return unit ? `${shown} ${unit}` : shown;
}

function ofVariants({ variant_ids }: Attribute, variants: readonly Variant[]): string {
  const having = variants.filter(({ variant_id }) => variant_ids.includes(variant_id));
  if (having.length === variants.length) return 'all';
  if (having.length > 4) return `${having.length} of ${variants.length}`;
  return having.map(({ axes, title }) => axesInWords(axes) || title).join('; ');
}
