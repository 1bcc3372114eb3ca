import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryPath, cleanText } from '../../../pipelines/domain/title.ts';

describe('cleanText', () => {
  it.each([
    ['<b>Sony</b> WH-1000XM4', 'Sony WH-1000XM4'],
    ['Fish &amp; Chips', 'Fish & Chips'],
    ['&lt;p&gt;Two&lt;/p&gt;&lt;p&gt;lines&lt;/p&gt;', 'Two lines'],
    ['One<br/>two<br>three', 'One two three'],
    ['H<sub>2</sub>O', 'H2O'],
    ['  a \n\t b\u00a0c\u200bd ', 'a b cd'],
    ['weight < 5 kg and > 2 kg', 'weight < 5 kg and > 2 kg'],
    ['x<script>alert("<b>")</script>y', 'x y'],
    ['Cafe\u0301', 'Café'],
    ['a<!-- hidden > -->b', 'ab'],
    ['19&quot; &eacute;cran', '19" écran'],
    ['null\u0000byte', 'nullbyte'],
    ['', ''],
  ])('%j is %j', (raw, cleaned) => {
    expect(cleanText(raw)).toBe(cleaned);
  });

  it('leaves what it has cleaned', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zé \n\u00a0\u200b'"-]*$/), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
    );
  });
});

describe('categoryPath', () => {
  it.each([
    ['Electronics > Audio > Headphones', 'electronics.audio.headphones'],
    ['Electronics > Audio > Headphones > Over-Ear', 'electronics.audio.over_ear'],
    ['Home & Garden|Kitchen', 'home_garden.kitchen'],
    ['TV/Video / Televisions', 'tv_video.televisions'],
    ['Möbel', 'mobel'],
    ['מזון > חלב', 'מזון.חלב'],
    [' > > A >', 'a'],
    ['1604', '1604'],
    ['', null],
    ['&', null],
  ])('%s is %s', (raw, path) => {
    expect(categoryPath(raw)).toBe(path);
  });
});
