import { expect, test } from 'vitest';
import { fieldTable } from '../../../../pipelines/domain/inputs/field_table.ts';
import { INPUT_KINDS, inputOf } from '../../../../pipelines/domain/inputs/kinds.ts';

const readme = new URL('../../../../pipelines/domain/inputs/README.md', import.meta.url).pathname;

const INTRODUCTION = `# inputs
What feeds can bring besides offers. A feed says so by \`kind\`; everything else about it (address, schedule, mapping, how its text is written) is as for a feed of offers, in csv, ndjson or parquet. It is landed, staged and accounted like one: each row is accepted or rejected with its line, \`runs\` and \`rejects\` show it, and a list that lost half of its rows is held until a person accepts it.

\`\`\`yaml
sellers:
  - id: techmart
    feeds:
      - { name: catalogue, url: https://example.com/feed.csv.gz, format: google }
      - { name: reviews, kind: reviews, url: reviews.ndjson, format: ndjson, mapping: { text: $.review.body } }
      - { name: stores, kind: stores, url: stores.csv, format: csv }
      - { name: stock, kind: local_inventory, url: "https://example.com/local.tsv", format: csv, schedule: "*/30 * * * *" }
brands:
  - id: brand.ardentis
    name: Ardentis
    feeds:
      - { name: sellers, kind: authorisations, url: sellers.csv, format: csv }
\`\`\`

A file here is one kind: its fields, what they mean, and what names a row. A field marked \\* must be in every row. An amount is money in the row's \`currency\` (a column, a code behind the amount, else the feed's). Names of columns are compared in lower case, words joined by \`_\`.
`;

test('the README lists the fields of every kind as the program knows them', async () => {
  await expect([INTRODUCTION, ...INPUT_KINDS.map(fieldTable)].join('\n')).toMatchFileSnapshot(readme);
});

test('every kind names its rows by fields that it has', () => {
  for (const kind of INPUT_KINDS) {
    const { key, any_of = [], fields } = inputOf(kind);
    for (const field of [...key, ...any_of]) expect([kind, field in fields]).toEqual([kind, true]);
    for (const { values, type } of Object.values(fields))
      if (values) expect([kind, type]).toEqual([kind, 'code']);
  }
});
