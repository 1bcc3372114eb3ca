import { expect, it } from 'vitest';
import { normaliseLink } from '../../../pipelines/domain/link.ts';

it.each([
  ['https://www.Shop.example/P/1/', 'shop.example/P/1'],
  ['http://shop.example/P/1', 'shop.example/P/1'],
  ['https://shop.example', 'shop.example'],
  ['https://shop.example/?utm_source=a&gclid=b', 'shop.example'],
  ['https://shop.example/p?b=2&utm_medium=x&a=1#reviews', 'shop.example/p?a=1&b=2'],
  ['https://shop.example:443/p?fbclid=1&variant=3', 'shop.example/p?variant=3'],
  ['https://shop.example:8443/p', 'shop.example:8443/p'],
  ['https://user@shop.example/p', 'shop.example/p'],
  ['  HTTPS://SHOP.EXAMPLE/p ', 'shop.example/p'],
  ['ftp://shop.example/p', null],
  ['shop.example/p', null],
  ['', null],
])('%s is %s', (url, link) => {
  expect(normaliseLink(url)).toBe(link);
});
