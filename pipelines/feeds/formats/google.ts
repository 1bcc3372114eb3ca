import { FeedError } from '../error.ts';
import { type Prepared, prepareText } from '../prepare.ts';
import { itemsToLines } from '../rss.ts';
import { openDelimited } from './delimited.ts';
import type { FeedFile, Format, Opened } from './format.ts';
import { linesFile } from './lines_file.ts';
import { MERCHANT_DATA } from './merchant_data.ts';
import { openRecords } from './records.ts';

/** Google Merchant product data: delimited text, or RSS and Atom, whose items become records. */
export const google: Format = {
  columns: MERCHANT_DATA,
  async open(file) {
    const { prepare } = file;
    const prepared = await prepareText(prepare);
    return prepared.head.trimStart().startsWith('<')
      ? openItems(file, prepared)
      : openDelimited(prepared, prepare, file.feed);
  },
};

async function openItems(file: FeedFile, { path, findings }: Prepared): Promise<Opened> {
  const { prepare } = file;
  const target = linesFile(prepare);
  const items = await itemsToLines(path, target, prepare.name, prepare.signal);
  if (items.names.length === 0) throw new FeedError('empty', `${prepare.name} has no item`);
  return openRecords(file, {
    path: target,
    findings: [...findings, ...items.findings],
    keys: items.names,
    line: "json_extract_string(json, '$.line')::bigint",
  });
}
