import { open } from 'node:fs/promises';
import { FeedError } from './error.ts';

/** Where the packed bytes of a zip archive's one file lie: the first and the last of them. */
export interface ZipEntry {
  start: number;
  end: number;
  /** Not packed, only stored. */
  isStored: boolean;
}

/** Layout of PKWARE's APPNOTE.TXT 6.3.10, 4.3: sizes in bytes of the records without their texts. */
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MOST_COMMENT_BYTES = 65_535;
/** Most bytes of the list of files that are looked at. */
const MOST_LIST_BYTES = 1_000_000;

/** True of a file that begins like a zip archive with something in it. */
export async function isZip(path: string): Promise<boolean> {
  return (await bytesAt(path, 0, 4)).toString('latin1') === 'PK\u0003\u0004';
}

/**
 * Finds the one file of a zip archive; folders and what macOS adds do not count. Throws `not_a_feed` for several, for
 * archives of 4 GB and more and for encrypted ones, `truncated` where its list is missing.
 */
export async function openZipEntry(path: string, name: string): Promise<ZipEntry> {
  const file = await open(path, 'r');
  let size: number;
  try {
    ({ size } = await file.stat());
  } finally {
    await file.close();
  }
  const tailAt = Math.max(0, size - END_BYTES - MOST_COMMENT_BYTES);
  const tail = await bytesAt(path, tailAt, size - tailAt);
  const endAt = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (endAt === -1)
    throw new FeedError(
      'truncated',
      `${name} is a zip archive without its list of files; only a part of it arrived`,
    );
  const [listBytes, listAt] = [tail.readUInt32LE(endAt + 12), tail.readUInt32LE(endAt + 16)];
  if (listAt === 0xff_ff_ff_ff || listBytes > MOST_LIST_BYTES)
    throw new FeedError(
      'not_a_feed',
      `${name} is a zip archive that is too large; serve it as gzip or as zstd`,
    );
  const entries = filesOf(await bytesAt(path, listAt, listBytes));
  const [only] = entries;
  if (!only || entries.length > 1)
    throw new FeedError(
      'not_a_feed',
      `${name} is a zip archive of ${entries.length} files (${entries
        .map((one) => one.name)
        .slice(0, 5)
        .join(', ')}); it must hold one`,
    );
  if (only.isEncrypted || ![0, 8].includes(only.method))
    throw new FeedError(
      'not_a_feed',
      `${name} is a zip archive that is encrypted or packed in an unusual way; serve it as gzip or as zstd`,
    );
  const local = await bytesAt(path, only.at, LOCAL_BYTES);
  const start = only.at + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  return { start, end: start + only.bytes - 1, isStored: only.method === 0 };
}

interface Listed {
  name: string;
  method: number;
  isEncrypted: boolean;
  bytes: number;
  at: number;
}

function filesOf(list: Buffer): Listed[] {
  const files: Listed[] = [];
  for (let at = 0; at + CENTRAL_BYTES <= list.length; ) {
    const [nameBytes, extraBytes] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30)];
    const name = list.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes);
    if (!name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(name))
      files.push({
        name,
        method: list.readUInt16LE(at + 10),
        isEncrypted: (list.readUInt16LE(at + 8) & 1) === 1,
        bytes: list.readUInt32LE(at + 20),
        at: list.readUInt32LE(at + 42),
      });
    at += CENTRAL_BYTES + nameBytes + extraBytes + list.readUInt16LE(at + 32);
  }
  return files;
}

async function bytesAt(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
