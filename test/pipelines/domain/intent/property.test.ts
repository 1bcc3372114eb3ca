import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const reading = (text: string, language = 'en') =>
  intentReader({ currency: 'USD', languages: [language, 'en'] })(text);

test.each([
  ['en', 'black ink for a Swift 2420, I want the high capacity one', 'high yield'],
  ['en', 'something gentle to wash baby clothes with', 'sensitive'],
  ['en', 'headphones with a band over the head', 'head-band'],
  ['en', 'laser printer, must do double-sided', 'duplex'],
  ['en', 'secateurs for left handers', 'left handed'],
  ['de', 'schwarzer Toner mit hoher Reichweite', 'high yield'],
  ['de', 'sanftes Waschmittel', 'sensitive'],
  ['es', 'tinta negra de alta capacidad', 'high yield'],
  ['es', 'detergente suave', 'sensitive'],
  ['fr', 'cartouche à haute capacité', 'high yield'],
  ['fr', 'lessive pour peaux sensibles', 'sensitive'],
  ['it', 'toner ad alta resa', 'high yield'],
  ['it', 'detersivo delicato', 'sensitive'],
  ['nl', 'toner met hoge capaciteit', 'high yield'],
  ['nl', 'mild wasmiddel', 'sensitive'],
])('what a record says otherwise is held by its name (%s): %s', (language, text, name) => {
  const { must_have } = reading(text, language);
  expect(must_have.map(({ says }) => says)).toEqual([name]);
  // and as the text says it
  expect(must_have[0]?.any_of?.[0]).toBe(name);
  expect(must_have[0]?.any_of).toContain(must_have[0]?.text);
});

test.each([
  'power bank, the high capacity one',
  'a gentle shampoo',
  'double-sided tape',
  'a band over the head',
])('of other things it says nothing: %s', (text) => {
  expect(reading(text).must_have).toEqual([]);
});

test.each([
  ['en', "headphones, I don't like things stuck in my ears"],
  ['de', 'Kopfhörer, keine die man ins Ohr steckt'],
  ['es', 'auriculares, nada de los que se meten dentro de la oreja'],
  ['fr', 'casque, pas ceux qui rentrent dans les oreilles'],
  ['it', 'cuffie, non quelle che si infilano nelle orecchie'],
  ['nl', 'koptelefoon, niet die in je oren zitten'],
])('and refused by it (%s): %s', (language, text) => {
  const { avoid, must_have, unread } = reading(text, language);
  expect([avoid.map(({ says }) => says), must_have, unread]).toEqual([['in-ear'], [], []]);
});
