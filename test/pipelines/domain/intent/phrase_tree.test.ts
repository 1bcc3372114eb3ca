import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PhraseTree } from '../../../../pipelines/domain/intent/phrase_tree.ts';
import { tokenise } from '../../../../pipelines/domain/intent/tokens.ts';

const words = fc.array(fc.constantFrom('in', 'stock', 'now', 'of', 'the'), { minLength: 1, maxLength: 4 });

test('the longest phrase counts that begins at a token, and of one that is added twice the first', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), words, fc.nat({ max: 3 }), (phrases, text, from) => {
      const tree = new PhraseTree<number>();
      for (const [value, phrase] of phrases.entries()) tree.add(phrase.join(' '), value);
      const follows = (phrase: readonly string[]) => phrase.every((word, at) => text[from + at] === word);
      const longest = Math.max(0, ...phrases.filter(follows).map(({ length }) => length));
      const value = phrases.findIndex((phrase) => follows(phrase) && phrase.length === longest);
      expect(tree.at(tokenise(text.join(' ')), from)).toEqual(
        longest === 0 ? null : { next: from + longest, value },
      );
    }),
  );
});

test('phrases are held against the text folded, and a text that ends within one does not have it', () => {
  const tree = new PhraseTree<boolean>();
  tree.add('Sofort verfügbar', false);
  expect(tree.at(tokenise('SOFORT VERFUGBAR!'), 0)).toEqual({ next: 2, value: false });
  expect(tree.at(tokenise('sofort'), 0)).toBeNull();
  tree.add('', true);
  expect(tree.at(tokenise('anything'), 0)).toBeNull();
});
