import { isAscii, isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { blocksOf } from './blocks.ts';
import { decodeLine, wholeCharacters } from './encoding.ts';
import { type Finding, MOST_RECORD_BYTES, oversized, SHOWN_CHARACTERS } from './finding.ts';

/** Most lines of one kind that are noted one by one; the last note tells how many more there are. */
const MOST_NOTED = 20_000;

/** How a text file is mended. */
export interface MendOptions {
  signal?: AbortSignal | undefined;
  /** Texts that a line of this feed holds, where the file has other feeds' lines too. */
  concerns: readonly string[];
}

/**
 * Writes a text file as UTF-8 without NUL characters: what is not UTF-8 is windows-1252, line by line. In a file of
 * one encoding that is no finding; where two are mixed the lines of the rarer one are noted, and lines with a NUL.
 */
export async function mendText(source: string, target: string, options: MendOptions): Promise<Finding[]> {
  const mender = new Mender(options.concerns);
  const lines = mapLines(source, MOST_RECORD_BYTES, (line, number) => mender.line(line, number), options);
  await pipeline(Readable.from(lines), createWriteStream(target));
  return mender.findings();
}

/** Writes a file of records, one a line, with empty lines for those beyond `mostBytes`; says which they are. */
export async function dropLargeLines(
  source: string,
  target: string,
  mostBytes: number,
  options: MendOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let large = 0;
  const lines = mapLines(
    source,
    mostBytes,
    (line, number, isWhole) => {
      if (isWhole && line.length <= mostBytes && large !== number) return line;
      if (large !== number && options.concerns.every((wanted) => line.includes(wanted)))
        findings.push(oversized(number, line.toString('utf8', 0, SHOWN_CHARACTERS * 4), mostBytes));
      large = number;
      return Buffer.from(isWhole && line.at(-1) === 10 ? '\n' : '');
    },
    options,
  );
  await pipeline(Readable.from(lines), createWriteStream(target));
  return findings;
}

/** What becomes of a line with its line feed; `isWhole` is false of pieces of a longer one but the last. */
type LineChange = (line: Buffer, number: number, isWhole: boolean) => Buffer;

/** The lines of a file changed, joined by block. A line beyond `mostBytes` comes in pieces of whole characters. */
async function* mapLines(
  source: string,
  mostBytes: number,
  change: LineChange,
  { signal }: MendOptions,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of blocksOf(source, signal)) {
    const block = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    const changed: Buffer[] = [];
    let start = 0;
    for (let end = block.indexOf(10); end !== -1; end = block.indexOf(10, start)) {
      changed.push(change(block.subarray(start, end + 1), number++, true));
      start = end + 1;
    }
    rest = block.subarray(start);
    if (rest.length > mostBytes) {
      const whole = wholeCharacters(rest);
      changed.push(change(rest.subarray(0, whole), number, false));
      rest = rest.subarray(whole);
    }
    yield Buffer.concat(changed);
  }
  if (rest.length > 0) yield change(rest, number, true);
}

/** Lines of one kind. */
class Noted {
  readonly findings: Finding[] = [];
  lines = 0;
  readonly #code: Finding['code'];
  readonly #detail: string;

  constructor(code: Finding['code'], detail: string) {
    this.#code = code;
    this.#detail = detail;
  }

  add(line: number, value: string): void {
    this.lines++;
    const [code, detail] = [this.#code, this.#detail];
    const shown = value.slice(0, SHOWN_CHARACTERS).trimEnd();
    if (this.findings.length < MOST_NOTED)
      this.findings.push({ line, severity: 'note', code, value: shown, detail });
  }

  all(): Finding[] {
    const last = this.findings.at(-1);
    const more = this.lines - this.findings.length;
    if (last && more > 0) last.detail += `; so are ${more} more lines behind it`;
    return this.findings;
  }
}

class Mender {
  readonly #utf8 = new Noted('text_encoding', 'UTF-8 in a file that is windows-1252 elsewhere');
  readonly #other = new Noted('text_encoding', 'not UTF-8 as the file is elsewhere; read as windows-1252');
  readonly #nul = new Noted('text_nul', 'a NUL character was left out');
  readonly #concerns: readonly string[];

  constructor(concerns: readonly string[]) {
    this.#concerns = concerns;
  }

  line(line: Buffer, number: number): Buffer {
    const hasNul = line.includes(0);
    if (!hasNul && isAscii(line)) return line;
    const isGood = isUtf8(line);
    const text = isGood ? line.toString('utf8') : decodeLine(line);
    const mended = hasNul ? text.replaceAll('\0', '') : text;
    if (this.#concerns.every((wanted) => mended.includes(wanted))) {
      if (hasNul) this.#nul.add(number, mended);
      if (!isGood) this.#other.add(number, mended);
      else if (!isAscii(line)) this.#utf8.add(number, mended);
    }
    return isGood && !hasNul ? line : Buffer.from(mended);
  }

  findings(): Finding[] {
    const isMixed = this.#utf8.lines > 0 && this.#other.lines > 0;
    const rarer = this.#other.lines > this.#utf8.lines ? this.#utf8 : this.#other;
    return [...this.#nul.all(), ...(isMixed ? rarer.all() : [])].sort(
      (a, b) => (a.line ?? 0) - (b.line ?? 0),
    );
  }
}
