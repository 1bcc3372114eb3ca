import { escaped, marked } from './html.ts';

export type Json = Record<string, unknown>;

/** A field of an object, with the name it has from the top: `offers[].price`. */
interface Field {
  name: string;
  type: string;
  needed: boolean;
  description: string;
}

/** A table of the fields of a schema; those of nested objects under dotted names. Empty where it has none. */
export function fieldTable(caption: string, schema: unknown, { needs = 'Required' } = {}): string {
  const fields = fieldsOf(schema as Json, '');
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, type, needed, description }) =>
      `<tr role="row"><td role="cell" data-label="Field"><code>${escaped(name)}</code></td><td role="cell" data-label="Type">${type}</td><td role="cell" data-label="${needs}">${needed ? 'yes' : ''}</td><td role="cell" data-label="Meaning">${marked(description)}</td></tr>`,
  );
  const head = ['Field', 'Type', needs, 'Meaning'].map(
    (label) => `<th scope="col" role="columnheader">${label}</th>`,
  );
  return `<table role="table"><caption>${escaped(caption)}</caption><thead role="rowgroup"><tr role="row">${head.join('')}</tr></thead><tbody role="rowgroup">${rows.join('\n')}</tbody></table>`;
}

function fieldsOf(schema: Json, prefix: string): Field[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = `${prefix}${name}`;
    const inner = innerObject(property);
    return [
      {
        name: field,
        type: typeHtml(property),
        needed: required.includes(name),
        description: descriptionOf(property),
      },
      ...(inner ? fieldsOf(inner.schema, `${field}${inner.isList ? '[]' : ''}.`) : []),
    ];
  });
}

/** The object that a property is, lists, or may be null instead of. */
function innerObject(schema: Json): { schema: Json; isList: boolean } | null {
  if (schema['type'] === 'array') {
    const inner = innerObject(schema['items'] as Json);
    return inner && { ...inner, isList: true };
  }
  const options = (schema['anyOf'] as Json[] | undefined)?.filter(({ type }) => type !== 'null') ?? [];
  if (options.length === 1) return innerObject(options[0] as Json);
  return schema['properties'] ? { schema, isList: false } : null;
}

function descriptionOf(schema: Json): string {
  if (typeof schema['description'] === 'string') return schema['description'];
  const options = (schema['anyOf'] as Json[] | undefined) ?? [];
  return options.map(descriptionOf).find((text) => text !== '') ?? '';
}

/** The type of a schema in words; a record is a link to it. */
function typeHtml(schema: Json): string {
  const {
    $ref,
    anyOf,
    enum: values,
    type,
    items,
    format,
  } = schema as Json & {
    anyOf?: Json[];
    enum?: unknown[];
  };
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return `<a href="/docs/records#${name}">${name}</a>`;
  }
  if (anyOf) return [...new Set(anyOf.map(typeHtml))].join(' or ');
  if (values) return values.map((one) => `<code>${escaped(String(one))}</code>`).join(', ');
  if (type === 'array') return `list of ${typeHtml(items as Json)}`;
  if (typeof format === 'string') return format;
  return typeof type === 'string' ? type : 'any';
}
