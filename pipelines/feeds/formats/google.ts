import { FeedError } from '../error.ts';
import { prepareText } from '../prepare.ts';
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
      ? openItems(file, prepared.path)
      : openDelimited(prepared, prepare.name);
  },
};

async function openItems(file: FeedFile, path: string): Promise<Opened> {
  const { prepare } = file;
  const target = linesFile(prepare);
  const names = await itemsToLines(path, target, prepare.name, prepare.signal);
  if (names.length === 0) throw new FeedError('empty', `${prepare.name} has no item`);
  return openRecords(file, {
    path: target,
    keys: names,
    line: "json_extract_string(json, '$.line')::bigint",
  });
}
