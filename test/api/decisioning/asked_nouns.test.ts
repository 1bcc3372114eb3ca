import { expect, test } from 'vitest';
import { clausesOf, ownWords } from '../../../api/decisioning/asked_nouns.ts';

test.each([
  ['en', 'a quiet laser printer', ['quiet laser printer']],
  // What stands behind a preposition tells of another, with its article.
  ['en', 'a printer for a home office', ['printer']],
  ['en', 'I edit video as a hobby and want a laptop', ['edit video', 'laptop']],
  ['en', 'we print invoices on a desk so a laser printer', ['print invoices', 'laser printer']],
  // Not so behind what joins a name.
  ['en', 'a chest of drawers', ['chest', 'drawers']],
  ['fr', 'une bouteille d’huile pour la cuisine', ['bouteille d’huile']],
  // The article of one language is the preposition of another.
  ['es', 'una lavadora para un piso', ['lavadora']],
  ['it', 'una macchina a capsule per il bar', ['macchina', 'capsule']],
])('%s: the words of %s that tell of the thing itself', (language, piece, clauses) => {
  expect(clausesOf(piece, language)).toEqual(clauses);
});

test.each([
  ['en', 'a backpack that will fit my notebook', 'backpack'],
  ['es', 'una lámpara que se pliega', 'lámpara'],
  // An article, though it opens clauses as well.
  ['de', 'die Lampe', 'Lampe'],
  // Nothing stands before it.
  ['en', 'that lamp', 'lamp'],
  ['en', 'for it', 'for it'],
])('%s: of %s the words before what a clause says of it', (language, piece, words) => {
  expect(ownWords(piece, language)).toBe(words);
});
