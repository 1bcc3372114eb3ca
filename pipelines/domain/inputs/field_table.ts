import { type InputKind, inputOf } from './kinds.ts';

/** What a kind's feeds hold and its fields as a table of Markdown, for people. */
export function fieldTable(kind: InputKind): string {
  const { rows, by, key, keeps, any_of, fields } = inputOf(kind);
  const lasting = keeps === 'newest' ? 'the newest file is the whole list' : 'files add up';
  const lines = Object.entries(fields).map(([name, { type, means, required, values, spellings = [] }]) => {
    const is = values ? Object.keys(values).join(', ') : type;
    return `| \`${name}\`${required ? ' \\*' : ''} | ${is} | ${means} | ${spellings.map((one) => `\`${one}\``).join(', ')} |`;
  });
  return [
    `### ${kind}`,
    '',
    `Published by a ${by}: ${rows}. A row is known by ${key.map((field) => `\`${field}\``).join(', ')}; ${lasting}.${any_of ? ` At least one of ${any_of.map((field) => `\`${field}\``).join(', ')} must be there.` : ''}`,
    '',
    '| field | is | says | other names of its column |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
