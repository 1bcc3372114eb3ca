import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { CODE, MEASURE, NUMBER, readText, titleWords, WORD } from '../../../pipelines/text/reading.ts';
import { hyphenatedWords, tokensOf } from '../../../pipelines/text/tokens.ts';

const SIGN_OF = { [WORD]: '', [CODE]: 'c:', [NUMBER]: 'n:', [MEASURE]: 'm:' };

/** `wh -c:1000xm4`: what joins it to the word before (`&`: nothing), its kind, the word. */
function said(text: string): string {
  return titleWords(readText(text))
    .map(({ text: word, kind, joined }) => `${joined === '' ? '&' : (joined ?? '')}${SIGN_OF[kind]}${word}`)
    .join(' ');
}

const [, ...cases] = readFileSync(new URL('../../../fixtures/text/words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [language: string, text: string, words: string]);

describe('words of a title', () => {
  it.each(cases)('%s: %j has the words %j', (_, text, words) => {
    expect(said(text)).toBe(words);
  });
});

test('words are none the less for standing far apart, and never empty', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 6 }), (parts) => {
      for (const { text } of titleWords(readText(parts.join(' ')))) expect(text).not.toBe('');
      const words = titleWords(readText(`word ${parts.join(' ')}`));
      expect(words[0]).toEqual({ text: 'word', kind: WORD, joined: null });
    }),
  );
});

describe('tokens', () => {
  it('cover a text but for its spaces, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let end = 0;
        for (const token of tokensOf(text)) {
          expect(text.slice(end, token.start).trim()).toBe('');
          expect(token.text).toBe(text.slice(token.start, token.end));
          end = token.end;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
    );
  });

  it.each([
    ['a mark belongs to the letter before it', 'हिन्दी', ['हिन्दी']],
    ['and is a sign behind a digit', '5ि', ['5', 'ि']],
    ['or alone', 'ि a', ['ि', 'a']],
    ['letters part where their script does', 'aбア', ['a', 'б', 'ア']],
    ['signs stand alone', '--', ['-', '-']],
    ['a pair of surrogates is one character', '𝒳𝒳 😀😀', ['𝒳𝒳', '😀', '😀']],
    ['rare Han among others', '𠮷野家', ['𠮷野家']],
    ['half a pair is a sign', '\ud835a', ['\ud835', 'a']],
    ['symbols of a script without spaces are signs', '᧠', ['᧠']],
    ['the last characters beside the surrogates', '\ud7fb\ue000', ['\ud7fb', '\ue000']],
  ])('%s', (_, text, expected) => {
    expect(tokensOf(text).map((token) => token.text)).toEqual(expected);
  });
});

test.each([
  ['over-ear headphones', ['over-ear', 'headphones']],
  ["men's rock'n'roll", ["men's", "rock'n'roll"]],
  ['a- -b c--d', ['a', 'b', 'c', 'd']],
  ['3-in-1, wh-1000xm4', ['3-in-1', 'wh-1000xm4']],
  ['a -b c- d', ['a', 'b', 'c', 'd']],
  ['a+b "c" .', ['a', 'b', 'c']],
  ["'x' y'", ['x', 'y']],
])('%j has the hyphenated words %j', (text, expected) => {
  expect(hyphenatedWords(text)).toEqual(expected);
});
