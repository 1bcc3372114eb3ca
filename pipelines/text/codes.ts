import { CODE, MEASURE, NUMBER, type ReadWord, WORD } from './reading.ts';

/** An alphabetic part longer than this is a word, not a piece of a model number (`10-port` is none, `wh-1000` is). */
const MAX_CODE_LETTERS = 4;
const MIN_CODE = 3;
const MIN_CHAIN = 5;
const MIN_NUMBER_CHAIN = 8;

/** Model and part numbers among words: chains written together (`WH-1000XM4`) as one, else single words of letters and digits. */
export function codesOf(words: readonly ReadWord[]): string[] {
  const codes: string[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && (words[to] as ReadWord).joined) to++;
    const parts = words.slice(from, to);
    const text = parts.map((part) => part.text).join('');
    if (isCodeChain(parts, text)) codes.push(text);
    else
      for (const part of parts) if (part.kind === CODE && part.text.length >= MIN_CODE) codes.push(part.text);
    from = to;
  }
  return codes;
}

function isCodeChain(parts: readonly ReadWord[], text: string): boolean {
  if (parts.length < 2 || text.length < MIN_CHAIN) return false;
  if (parts.some(({ kind, text: part }) => kind === WORD && part.length > MAX_CODE_LETTERS)) return false;
  if (parts.every(({ kind }) => kind === MEASURE || kind === NUMBER)) return text.length >= MIN_NUMBER_CHAIN;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 2 || (digits > 0 && parts.some(({ kind }) => kind === CODE));
}
