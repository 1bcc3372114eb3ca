import { expect, test } from 'vitest';
import { CODE, MEASURE, NUMBER, readText, titleWords, WORD } from '../../../pipelines/text/reading.ts';

const KINDS = { [WORD]: '', [CODE]: '#', [NUMBER]: '=', [MEASURE]: '~' };

/** Words with a sign of their kind before them: `#` a code, `=` a number, `~` a piece of an amount, `+` joined to the one before. */
const said = (text: string): string =>
  titleWords(readText(text))
    .map(({ text: word, kind, joined }) => `${joined ? '+' : ''}${KINDS[kind]}${word}`)
    .join(' ');

test.each([
  ['Sony WH-1000XM4 Black', 'sony wh +#1000xm4 black'],
  ["Kellogg's Corn Flakes 500g", 'kelloggs corn flakes ~500g'],
  ['שמן 750 מ"ל', 'שמן ~750 ~מל'],
  ['דאודורנט 72שעות', 'דאודורנט ~72 ~שעות'],
  ['קולה 330מ', 'קולה =330 מ'],
  ['TV 43 1920x1080 2nd', 'tv =43 1920x1080 2nd'],
  ['iPhone 15 Pro 12345', 'iphone =15 pro #12345'],
  ['v1.5 1,5 10/12 cm', '#v1 +=5 =1,5 =10 +=12 cm'],
  ['无线耳机 USB线', '无线 线耳 耳机 usb 线'],
  ['', ''],
])('%s', (text, words) => {
  expect(said(text)).toBe(words);
});
