import { expect, test } from 'vitest';
import { fieldTable } from '../../../../pipelines/domain/inputs/field_table.ts';
import { INPUT_KINDS, inputOf } from '../../../../pipelines/domain/inputs/kinds.ts';

const readme = new URL('../../../../pipelines/domain/inputs/README.md', import.meta.url).pathname;

const INTRODUCTION = `# inputs
What feeds can bring besides offers. A feed says so by \`kind\`, a supplemental feed by \`supplements\`; everything else about it (address, schedule, mapping, how its text is written) is as for a feed of offers, in csv, ndjson or parquet. It is landed, staged and accounted like one: each row is accepted or rejected with its line, \`runs\` and \`rejects\` show it, and a list that lost half of its rows is held until a person accepts it.

\`\`\`yaml
sellers:
  - id: techmart
    feeds:
      - { name: catalogue, url: https://example.com/feed.csv.gz, format: google }
      - { name: reviews, kind: reviews, url: reviews.ndjson, format: ndjson, mapping: { text: $.review.body } }
      - { name: sale, supplements: catalogue, url: "https://example.com/sale.tsv", format: google, schedule: "*/30 * * * *" }
      - { name: stores, kind: stores, url: stores.csv, format: csv }
      - { name: stock, kind: local_inventory, url: "https://example.com/local.tsv", format: csv, schedule: "*/30 * * * *" }
brands:
  - id: brand.ardentis
    name: Ardentis
    feeds:
      - { name: sellers, kind: authorisations, url: sellers.csv, format: csv }
\`\`\`

A supplemental feed lays what its rows say over the listings of the feed that it names, from its own time on; it lists nothing itself. It may be of format google, too. An empty cell leaves what the listing has; a row that its next file no longer has lays nothing more. Of two supplements of one feed the first in the configuration counts, field by field. A row whose sku the feed does not list is a reject (\`missing_primary\`) until it does; amounts in another currency than the listing's are left out. A sale begins and ends at the next file, of the feed or of a supplement, behind its dates. Price factors are of the feed's own prices.

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
