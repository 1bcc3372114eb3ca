import { expect, test } from 'vitest';
import { ConfigurationSchema } from '../../../../pipelines/domain/settings/configuration.ts';
import {
  type SettingSchema,
  settingsOf,
  settingsTable,
} from '../../../../pipelines/domain/settings/settings_table.ts';
import { FIELD_MEANINGS, FIELDS, REQUIRED } from '../../../../pipelines/feeds/columns.ts';
import { MERCHANT_DATA } from '../../../../pipelines/feeds/formats/merchant_data.ts';

const reference = new URL('../../../../pipelines/feeds/settings.md', import.meta.url).pathname;
const schema = ConfigurationSchema as unknown as SettingSchema;

const INTRODUCTION = `# Settings
What a \`commerce-index.yaml\` can say; what is marked \\* must be there. An unknown name is an error, with the nearest known one. How each format is read: [formats](formats/README.md); what feeds bring besides offers: [inputs](../domain/inputs/README.md).
`;

/** Names by which feeds call sentences that speak for the thing. */
const HIGHLIGHTS = [
  'product_highlight',
  'bullet_points',
  'bullet_point1',
  'key_features',
  'feature_bullets',
  'selling_points',
];

/** Fields of `mapping` as a table of Markdown. */
function fieldsTable(): string {
  const rows = FIELDS.map((field) => {
    const spellings = MERCHANT_DATA.spellings[field].filter((one) => one !== field);
    const mark = REQUIRED.includes(field) ? ' \\*' : '';
    const holds = FIELD_MEANINGS[field].replaceAll('|', '\\|');
    return `| \`${field}\`${mark} | ${holds} | ${spellings.map((one) => `\`${one}\``).join(', ')} |`;
  });
  return ['| field | holds | other names of its column |', '|---|---|---|', ...rows].join('\n');
}

test('settings.md lists every setting and every field as the program knows them', async () => {
  const attributes = MERCHANT_DATA.attributes.map((one) => `\`${one}\``).join(', ');
  const document = [
    INTRODUCTION,
    '## Settings',
    'A name with dots stands within the one before it, `[]` is an item of a list.\n',
    settingsTable(schema),
    '\n## Fields of a listing',
    'What `mapping` can name a column for. Without `mapping` columns of csv, ndjson, parquet and google are known by these names (lower case, words joined by `_`).\n',
    fieldsTable(),
    `\n\`attributes.<namespace>.<name>\` keeps any other column, such as \`attributes.general.voltage\`. Kept as \`attributes.general.<name>\` without being named: ${attributes}; \`product_detail\` as Google writes it. Columns of sentences that speak for the thing (${HIGHLIGHTS.map((one) => `\`${one}\``).join(', ')} and the like; text or lists) are kept together as \`general.product_highlight\`.\n`,
  ];
  await expect(document.join('\n')).toMatchFileSnapshot(reference);
});

test('each name of highlights that settings.md lists is known', () => {
  expect(HIGHLIGHTS.filter((name) => !MERCHANT_DATA.highlights?.test(name))).toEqual([]);
});

test('every setting says what it is for', () => {
  expect(settingsOf(schema).filter(({ says }) => says === '')).toEqual([]);
});
