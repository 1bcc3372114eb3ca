import { h } from './element.ts';

/** Words of a text as they are compared: lower case, without marks around them. */
const compared = (word: string): string =>
  word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** A title in which words that the other has too are marked as agreeing, all others as differing. */
export function markedTitle(title: string, other: string): HTMLElement {
  const theirs = new Set(other.split(/\s+/).map(compared));
  return h(
    'span',
    { class: 'title' },
    title.split(/(\s+)/).map((word) => {
      const key = compared(word);
      if (key === '') return word;
      return theirs.has(key) ? h('span', { class: 'agrees' }, word) : h('mark', { class: 'differs' }, word);
    }),
  );
}
