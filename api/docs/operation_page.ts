import type { Operation } from '../http/operation.ts';
import type { Example } from './examples.ts';
import { docsPage, escaped, marked } from './html.ts';
import { fieldTable, type Json } from './json_schema.ts';

/** A parameter as the OpenAPI document has it. */
interface Parameter {
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: Json;
}

/** What the OpenAPI document says of one operation. */
export interface Described {
  parameters: Parameter[];
  responses: Record<string, { description?: string; $ref?: string }>;
}

type Schemas = Record<string, Json>;

/** The page of one operation: what it takes, what it answers, an example, and what can go wrong. */
export function operationPage(
  operation: Operation,
  { described, schemas, example }: { described: Described; schemas: Schemas; example: Example | undefined },
): string {
  const { id, method, path, summary, description, scope, cost } = operation;
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const of = (kind: 'Request' | 'Answer', schema: unknown) => {
    const title = (schema as { title?: string } | undefined)?.title ?? `${name}${kind}`;
    return schemas[title];
  };
  return docsPage(
    `${method} ${path}`,
    [
      `<h1>${escaped(summary)}</h1>`,
      `<p><code>${method} ${escaped(path)}</code></p>`,
      description ? `<p>${marked(description)}</p>` : '',
      `<p class="note">Scope <code>${scope}</code>; costs ${cost} ${cost === 1 ? 'unit' : 'units'}. Its <code>operationId</code> is <code>${id}</code>.</p>`,
      example ? exampleHtml(operation, example) : '',
      ...(['path', 'query'] as const).map((place) => parameterTable(described, place)),
      operation.body ? `<h2>Body</h2>${fieldTable('Fields of the body', of('Request', operation.body))}` : '',
      operation.response
        ? `<h2>Answer</h2>${fieldTable('Fields of the answer, beside request_id', of('Answer', operation.response), { needs: 'Always' })}`
        : '',
      `<h2>Errors</h2>${errorList(described)}`,
    ].join('\n'),
  );
}

function parameterTable({ parameters }: Described, place: 'path' | 'query'): string {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return '';
  const properties = Object.fromEntries(
    own.map(({ name = '', schema = {}, description }) => [
      name,
      { ...schema, ...(description && { description }) },
    ]),
  );
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name);
  return `<h2>${place === 'path' ? 'In the path' : 'In the query'}</h2>${fieldTable(`Parameters in the ${place}`, { properties, required })}`;
}

/** The call as curl, and its answer. */
function exampleHtml({ method }: Operation, { request, status, answer }: Example): string {
  const shown = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
  return `<h2>Example</h2>
<pre tabindex="0"><code>${escaped(curlOf(method, request))}</code></pre>
<p class="note">Answered ${status}${answer === undefined ? ', without a body' : ''}; of lists the first rows are shown.</p>
${answer === undefined ? '' : `<pre tabindex="0"><code>${escaped(shown)}</code></pre>`}`;
}

/** A line to paste into a shell in which KEY is set. */
export function curlOf(method: string, { url, body }: Example['request']): string {
  const post = method === 'GET' ? '' : ` -X ${method}`;
  const sent =
    body === undefined
      ? ''
      : ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
  return `curl -sS${post} -H "Authorization: Bearer $KEY"${sent} \\\n  'http://127.0.0.1:8080${url}'`;
}

function errorList({ responses }: Described): string {
  const items = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description = '' }]) => {
      const linked = marked(description).replace(
        /<code>(\w+)<\/code>/g,
        '<a href="/docs/errors#$1"><code>$1</code></a>',
      );
      return `<li>${status}: ${linked}</li>`;
    });
  return `<ul>${items.join('\n')}</ul>`;
}
