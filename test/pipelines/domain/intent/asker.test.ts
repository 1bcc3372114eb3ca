import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const KINDS = ['washing machine', 'printer', 'laptop', 'juices'];
const reading = (text: string, language = 'en') =>
  intentReader({ currency: 'USD', languages: [language, 'en'], isKind: (word) => KINDS.includes(word) })(
    text,
  );
const wanted = ({ words, asides }: ReturnType<typeof reading>) =>
  words
    .filter((word) => !asides.some(({ start, end }) => start <= word.start && word.end <= end))
    .map(({ text }) => text)
    .join(' ');

test.each([
  ['en', 'My mother in law is moving into a flat and needs a washing machine', 'a washing machine'],
  ['en', 'I edit video as a hobby and want a laptop', 'a laptop'],
  ['en', 'we just moved so we need a printer', 'a printer'],
  ['de', 'Meine Schwiegermutter zieht um und braucht einen Laptop', 'einen Laptop'],
  ['es', 'mi suegra se muda y necesita un laptop', 'un laptop'],
  ['fr', "ma belle-mère déménage et a besoin d'un laptop", 'laptop'],
  ['it', 'mia suocera si trasferisce e ha bisogno di un laptop', 'un laptop'],
  ['nl', 'mijn zoon gaat studeren en zoekt een laptop', 'een laptop'],
])('behind somebody a verb of wanting opens what is wanted (%s): %s', (language, text, thing) => {
  expect(wanted(reading(text, language))).toBe(thing);
});

test.each([
  ['my son broke his leg and needs to rest, a laptop please', 'a laptop'],
  ['my son broke his leg and needs advice, a laptop please', 'a laptop'],
])('what is wanted is a thing: %s', (text, thing) => {
  expect(wanted(reading(text))).toBe(thing);
});

test('a number behind the verb stays counted, and a day a day', () => {
  expect(reading('the kids are back so we need 12 juices').quantity?.pieces).toBe(12);
  expect(reading('a desk, we just moved and need it thurs').deadline).not.toBeNull();
});

test.each([
  ['en', 'I already own a 55 inch laptop, a printer please', 'a printer'],
  ['en', 'I already have a laptop and need a printer', 'a printer'],
  ['en', 'holes in a wall, I already own a laptop', 'holes in a wall'],
  ['de', 'ich habe schon einen Laptop mit 16 GB, einen Printer', 'einen Printer'],
  ['es', 'ya tengo un laptop de 15 pulgadas, un printer', 'un printer'],
  ['fr', "j'ai déjà un laptop, un printer", 'un printer'],
  ['it', 'ho già un laptop, un printer', 'un printer'],
  ['nl', 'ik heb al een laptop, een printer', 'een printer'],
])('what somebody has already is not asked for, nor what it measures (%s): %s', (language, text, thing) => {
  const read = reading(text, language);
  expect([wanted(read), read.measures]).toEqual([thing, []]);
});

test('what is wanted beside it is measured', () => {
  expect(reading('I already have a printer and need a laptop, 16 gb').measures.length).toBe(1);
  expect(wanted(reading('I already have a laptop'))).toContain('laptop');
});

test.each([
  ['de', 'Bis Samstag brauche ich ein Faltschloss mit Halter', 'Faltschloss', 6],
  ['de', 'Ich brauche bis Samstag ein Faltschloss', 'Faltschloss', 6],
  ['de', 'Jetzt will ich noch einen Staubsauger', 'Staubsauger', null],
  ['nl', 'voor zaterdag heb ik een slot nodig', 'slot', 6],
  ['nl', 'nu zoek ik een stofzuiger', 'stofzuiger', null],
])('%s: %s: who asks may stand behind the verb', (language, text, thing, weekday) => {
  const { asides, runs, deadline } = intentReader({ currency: 'EUR', languages: [language] })(text);
  expect(asides).toEqual([]);
  expect(runs.find(({ standing }) => standing === 'asked')?.text).toBe(thing);
  expect(deadline?.day ?? null).toEqual(weekday === null ? null : { kind: 'weekday', weekday });
});

test.each([
  ['en', 'spare battery for canon r6', 'battery for canon r6', ['spare']],
  ['es', 'cabezales de recambio', 'cabezales', ['de', 'recambio']],
  ['en', 'replacement for my kettle', 'replacement for my kettle', []],
  ['en', 'I need a spare', 'a spare', []],
])('%s: %s: that it takes the place of another is no part of its name', (language, text, words, wishes) => {
  const read = intentReader({ currency: 'USD', languages: [language] })(text);
  expect(read.words.map((word) => word.text).join(' ')).toBe(words);
  expect(read.wishes.map((wish) => wish.text)).toEqual(wishes);
});
