import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GROUPS, type Operation } from '../http/operation.ts';
import { docsPage, escaped, marked } from './html.ts';
import { fieldTable, type Json } from './json_schema.ts';

/** Parts of the guide, in the order they are read: a file each in `guide/`. */
export const GUIDE = ['start', 'operator', 'analyst', 'developer', 'agent', 'conventions'] as const;

const guide = (part: string): string =>
  readFileSync(join(import.meta.dirname, 'guide', `${part}.html`), 'utf8');

/** The page /docs: how to begin, what holds everywhere, and the list of operations. */
export function homePage(operations: readonly Operation[]): string {
  const groups = GROUPS.map((group) => {
    const items = operations
      .filter((operation) => operation.group === group)
      .map(
        ({ id, method, path, summary }) =>
          `<li><a href="/docs/operations/${id}"><span class="method">${method}</span> <code>${escaped(path)}</code></a> ${marked(summary)}</li>`,
      );
    const title = `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
    return items.length === 0 ? '' : `<h3>${title}</h3><ul class="operations">${items.join('\n')}</ul>`;
  });
  return docsPage(
    'Guide',
    `${GUIDE.map(guide).join('\n')}\n<h2 id="operations">Operations</h2>\n${groups.join('\n')}`,
  );
}

/** The page /docs/records: every record that operations share, by name. */
export function recordsPage(schemas: Record<string, Json>): string {
  const shared = Object.entries(schemas).filter(([name]) => !/(?:Answer|Request)$/.test(name));
  const sections = shared.map(([name, schema]) => {
    const { description } = schema as { description?: string };
    return `<section id="${name}"><h2>${name}</h2>${description ? `<p>${marked(description)}</p>` : ''}${fieldTable(`Fields of ${name}`, schema, { needs: 'Always' })}</section>`;
  });
  return docsPage(
    'Records',
    `<h1>Records</h1><p>What several operations answer with, by its name in the OpenAPI document.</p>${sections.join('\n')}`,
  );
}
