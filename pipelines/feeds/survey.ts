import { isAscii, isUtf8 } from 'node:buffer';
import { blocksOf } from './blocks.ts';
import { wholeCharacters } from './encoding.ts';

/** What one look at every byte of a text file tells. */
export interface Survey {
  utf8: boolean;
  /** True where it has nothing but ASCII, which tells no encoding. */
  ascii: boolean;
  /** True where a NUL byte stands in it. */
  nul: boolean;
  /** Bytes of its longest line, where that is longer than a block (1 MiB); any smaller number else. */
  longest: number;
}

/** Looks through a file once, block by block. */
export async function surveyText(path: string, signal?: AbortSignal): Promise<Survey> {
  const survey: Survey = { utf8: true, ascii: true, nul: false, longest: 0 };
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  for await (const chunk of blocksOf(path, signal)) {
    const block = chunk as Buffer;
    survey.nul ||= block.includes(0);
    survey.ascii &&= isAscii(block);
    const first = block.indexOf(10);
    survey.longest = Math.max(survey.longest, line + (first === -1 ? block.length : first));
    line = first === -1 ? line + block.length : block.length - 1 - block.lastIndexOf(10);
    if (!survey.utf8) continue;
    const joined = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    const whole = wholeCharacters(joined);
    survey.utf8 = isUtf8(joined.subarray(0, whole));
    rest = joined.subarray(whole);
  }
  survey.utf8 &&= isUtf8(rest);
  return survey;
}
