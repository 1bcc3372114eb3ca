type Json = Record<string, unknown>;

/** The TypeScript of an OpenAPI document: `paths` as openapi-fetch reads them, and `components.schemas` by name. */
export function schemaTypes(document: Json): string {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Json>>;
    components: Record<string, Record<string, Json>>;
  };
  const operations = Object.entries(paths).map(([path, methods]) => {
    const described = Object.entries(methods).map(
      ([method, operation]) =>
        `${comment(operation, '    ')}    ${method}: ${operationType(operation, components)};`,
    );
    return `  '${path}': {\n${described.join('\n')}\n  };`;
  });
  const schemas = Object.entries(components['schemas'] ?? {}).map(
    ([name, schema]) => `${comment(schema, '    ')}    ${name}: ${typeOf(schema, '    ')};`,
  );
  return `// Written by \`npm run api:generate\` from the OpenAPI document; not to be changed by hand.

export interface paths {
${operations.join('\n')}
}

export interface components {
  schemas: {
${schemas.join('\n')}
  };
}
`;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Json;
}

function operationType(operation: Json, components: Record<string, Record<string, Json>>): string {
  const given = (operation['parameters'] as Json[]).map((parameter) => {
    const { $ref } = parameter as { $ref?: string };
    const name = $ref?.split('/').at(-1);
    return (name ? components['parameters']?.[name] : parameter) as unknown as Parameter;
  });
  const groups = ['query', 'path', 'header'].flatMap((place) => {
    const own = given.filter((parameter) => parameter.in === place);
    if (own.length === 0) return [];
    const isNeeded = own.some(({ required }) => required);
    const fields = own.map(
      ({ name, required, schema }) =>
        `${comment(schema, '          ')}          ${quoted(name)}${required ? '' : '?'}: ${typeOf(schema, '          ')};`,
    );
    return [`        ${place}${isNeeded ? '' : '?'}: {\n${fields.join('\n')}\n        };`];
  });
  const body = operation['requestBody'] as { content: Record<string, { schema: Json }> } | undefined;
  const answers = Object.entries(operation['responses'] as Record<string, Json>);
  const responses = answers
    .filter(([status]) => Number(status) < 400)
    .map(([status, answer]) => {
      const content = contentType((answer['content'] ?? {}) as Record<string, { schema?: Json }>);
      return `        ${status}: { headers: Record<string, string>; content${content === '' ? '?: never' : `: { ${content} }`} };`;
    });
  return `{
      parameters: {
${groups.join('\n')}
      };
${body ? `      requestBody: { content: { ${contentType(body.content)} } };\n` : ''}      responses: {
${[...responses, PROBLEM].join('\n')}
      };
    }`;
}

/** Every other answer. */
const PROBLEM = `        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };`;

const contentType = (content: Record<string, { schema?: Json }>): string =>
  Object.entries(content)
    .map(([type, { schema }]) => `'${type}': ${schema ? typeOf(schema, '          ') : 'unknown'}`)
    .join('; ');

/** The type of a JSON Schema, as far as the document uses it. Throws at what it does not know. */
function typeOf(schema: unknown, indent: string): string {
  const {
    $ref,
    allOf,
    anyOf,
    enum: values,
    const: value,
    type,
  } = schema as Json & { anyOf?: unknown[]; allOf?: unknown[]; enum?: unknown[] };
  const each = (parts: unknown[]) => parts.map((part) => typeOf(part, indent));
  if (typeof $ref === 'string') return `components['schemas']['${$ref.split('/').at(-1)}']`;
  if (allOf) return each(allOf).join(' & ');
  if (anyOf) return [...new Set(each(anyOf))].join(' | ');
  if (values) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(type))
    return type.map((one) => typeOf({ ...(schema as Json), type: one }, indent)).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${typeOf((schema as Json)['items'], indent)})[]`;
    case 'object':
      return objectType(schema as Json, indent);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no TypeScript is known for the type ${JSON.stringify(type)} of a schema`);
  }
}

function objectType(schema: Json, indent: string): string {
  const {
    properties,
    patternProperties,
    additionalProperties,
    required = [],
  } = schema as {
    properties?: Record<string, Json>;
    patternProperties?: Record<string, Json>;
    additionalProperties?: unknown;
    required?: string[];
  };
  const [anyName] = Object.values(patternProperties ?? {});
  if (anyName) return `Record<string, ${typeOf(anyName, indent)}>`;
  if (!properties) return 'Record<string, unknown>';
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, property]) =>
      `${comment(property, inner)}${inner}${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property, inner)};`,
  );
  const open = additionalProperties === true ? [`${inner}[name: string]: unknown;`] : [];
  return `{\n${[...fields, ...open].join('\n')}\n${indent}}`;
}

const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);

function comment({ summary, description }: Json, indent: string): string {
  const text = summary ?? description;
  return typeof text === 'string' ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : '';
}
