import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORED_AS } from '../../exports/column_types.ts';
import { type Column, DATASET_NAMES, DATASETS, type Dataset, EXPORT_FORMATS } from '../../exports/dataset.ts';
import { docsPage, escaped, marked } from './html.ts';

const FORMAT_NAMES = { ndjson: 'NDJSON', parquet: 'Parquet', arrow: 'Arrow' } as const;

/** The page /docs/exports: how to fetch and follow the tables, and every column of every one. */
export function exportsPage(): string {
  const how = readFileSync(join(import.meta.dirname, 'guide/exports.html'), 'utf8');
  const types = table(
    'How a column is stored',
    ['Type', ...EXPORT_FORMATS.map((format) => FORMAT_NAMES[format])],
    Object.entries(STORED_AS).map(([type, stored]) => [
      code(type),
      ...EXPORT_FORMATS.map((format) => escaped(stored[format])),
    ]),
  );
  const list = DATASET_NAMES.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('\n');
  return docsPage(
    'Exports',
    `${how}\n<h2 id="types">Types</h2>\n${types}\n<h2 id="datasets">Datasets</h2>\n<ul>${list}</ul>\n${DATASET_NAMES.map((name) => datasetSection(name, DATASETS[name])).join('\n')}`,
  );
}

function datasetSection(name: string, { description, columns, key, time }: Dataset): string {
  const followed = key === null ? 'It has no key; follow it by `since`.' : `Its key is \`${key}\`.`;
  const rows = columns.map((column: Column) => [
    code(column.name),
    code(column.type),
    marked(column.description),
  ]);
  return `<section id="${name}"><h3>${name}</h3><p>${marked(description)} ${marked(followed)} <code>since</code> compares ${code(time)}.</p>${table(`Columns of ${name}`, ['Column', 'Type', 'Meaning'], rows)}</section>`;
}

const code = (text: string) => `<code>${escaped(text)}</code>`;

/** `rows` are HTML, the rest is text. */
function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((label) => `<th scope="col" role="columnheader">${escaped(label)}</th>`).join('');
  const body = rows.map(
    (cells) =>
      `<tr role="row">${cells.map((cell, at) => `<td role="cell" data-label="${escaped(heads[at] ?? '')}">${cell}</td>`).join('')}</tr>`,
  );
  return `<table role="table"><caption>${escaped(caption)}</caption><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body.join('\n')}</tbody></table>`;
}
