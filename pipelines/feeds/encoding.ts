import { isUtf8 } from 'node:buffer';

const windows1252 = new TextDecoder('windows-1252');

/** The kind of UTF-16 that a file's first four bytes tell by a byte order mark or by zeros; null for any other. */
export function utf16Of(start: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start.length < 4) return null;
  if (start[0] !== 0 && start[1] === 0 && start[2] !== 0 && start[3] === 0) return 'utf-16le';
  return start[0] === 0 && start[1] !== 0 && start[2] === 0 && start[3] !== 0 ? 'utf-16be' : null;
}

/**
 * A line that is not UTF-8: windows-1252 as a whole, unless more of its characters are good UTF-8 than are not (a
 * file in one line, or texts of two origins in one row): then the others alone are windows-1252.
 */
export function decodeLine(line: Buffer): string {
  const pieces: string[] = [];
  let good = 0;
  let bad = 0;
  let from = 0;
  for (let at = 0; at < line.length; ) {
    const bytes = characterBytes(line, at);
    if (bytes > 1) good++;
    if (bytes > 0) {
      at += bytes;
      continue;
    }
    bad++;
    pieces.push(line.toString('utf8', from, at), windows1252.decode(line.subarray(at, at + 1)));
    at++;
    from = at;
  }
  return good > bad ? pieces.join('') + line.toString('utf8', from) : windows1252.decode(line);
}

/** Bytes of the UTF-8 character at a place; 0 where there is none. */
function characterBytes(line: Buffer, at: number): number {
  const first = line[at] ?? 0;
  if (first < 0x80) return 1;
  const bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  return at + bytes <= line.length && isUtf8(line.subarray(at, at + bytes)) ? bytes : 0;
}

/** Bytes of a block up to a character of UTF-8 that its end may have cut. */
export function wholeCharacters(block: Buffer): number {
  for (let back = 1; back <= Math.min(3, block.length); back++) {
    const byte = block[block.length - back] ?? 0;
    if (byte < 0x80) return block.length;
    if (byte >= 0xc0) return block.length - back;
  }
  return block.length;
}

/** True of bytes that are no text of any kind: control characters make up more than one in a hundred. */
export function isBinary(block: Buffer): boolean {
  let controls = 0;
  for (const byte of block) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++;
  return controls > Math.max(8, block.length / 100);
}
