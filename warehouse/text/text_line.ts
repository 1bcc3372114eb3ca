/**
 * A listing's texts as publication hands them to the builder: one line of UTF-8, parts separated by U+001F, in
 * this order. `rank` 0 is the listing that names the product; of the others the lowest comes first.
 */
export const LINE_PARTS = [
  'product_no',
  'rank',
  'brand',
  'mpn',
  'category',
  'category_stated',
  'title',
  'attributes',
  'description',
  'rest',
] as const;

export interface TextLine {
  product_no: number;
  rank: number;
  brand?: string | null;
  mpn?: string | null;
  /** Dotted path. */
  category?: string | null;
  /** Its seller says so; else it was told by its title. */
  category_stated?: boolean;
  title: string;
  attributes?: Record<string, string> | null;
  /** Its first letters, and what it goes on with. */
  description?: string | null;
  rest?: string | null;
}

export const SEPARATOR = 0x1f;

/** A line as bytes, without line feed; what publication writes by SQL. */
export function encodeLine(line: TextLine): Uint8Array {
  const { attributes } = line;
  return Buffer.from(
    [
      line.product_no,
      line.rank,
      line.brand ?? '',
      line.mpn ?? '',
      line.category ?? '',
      line.category_stated ? '1' : '',
      line.title,
      attributes ? JSON.stringify(attributes) : '',
      line.description ?? '',
      line.rest ?? '',
    ]
      .map((part) => String(part).replaceAll('\n', ' ').replaceAll('\u001f', ' '))
      .join('\u001f'),
  );
}
