import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const runsOf = (text: string, language = 'en') =>
  intentReader({ currency: 'USD', languages: [...new Set([language, 'en'])] })(text).runs.map(
    ({ standing, text: own, purpose }) => `${standing} ${own}${purpose === '' ? '' : ` / ${purpose}`}`,
  );

test.each([
  [
    'en',
    'dog peed on the couch, need one of those little portable machines for upholstery',
    'asked little portable machines / for upholstery',
  ],
  ['en', 'the flower bed is far from the tap, what hose should i get', 'asked hose'],
  ['en', 'need 2 bar stools, the counter is high', 'begins bar stools'],
  ['en', '52 inch fan with a remote', 'begins fan'],
  ['en', 'extra battery for my camera', 'begins extra battery / for my camera'],
  ['en', 'she wants to learn electric guitar', 'apart learn electric guitar'],
  ['de', 'mein Rücken ist kaputt, ich brauche einen Bürostuhl', 'asked Bürostuhl'],
  ['es', 'me mudo y necesito una lavadora para casa', 'asked lavadora / para casa'],
  ['fr', 'je cherche un casque', 'asked casque'],
  // Italian `qui` is here, and French `qui` says what the thing is like.
  ['fr', 'un aspirateur qui est silencieux', 'begins aspirateur'],
  ['en', 'the water here is so hard, what can I spray on it', 'subject water'],
  ['it', 'acqua qui è dura', 'subject acqua'],
  // How much of it is wanted stands before the thing as an article does; what counts it may name it.
  ['en', 'box of 12 blue pens', 'begins blue pens'],
  ['en', 'looking for a 10-pack of decaf capsules', 'asked decaf capsules'],
  // What holds it is not the thing.
  ['en', 'a 1 kg bag of coffee beans', 'begins coffee beans'],
  ['en', 'I need a big bottle of baby shampoo', 'asked baby shampoo'],
  ['en', 'six bars of 85% dark chocolate', 'begins dark chocolate'],
  ['en', 'the big bottle of the one for dry skin', 'begins big'],
  // Two nouns are one name where nouns lead.
  ['fr', 'chaussures de randonnée, homme', 'begins chaussures de randonnée'],
  ['it', 'cerco una macchina da caffè', 'asked macchina da caffè'],
  ['it', 'cerco un aspirapolvere', 'asked aspirapolvere'],
  // What is done with the thing begins its name.
  ['en', 'pop up tent for a festival', 'begins pop up tent / for a festival'],
  ['en', 'clip on lamp, black', 'begins clip on lamp'],
  ['en', 'I want that green rice', 'asked green rice'],
  ['en', 'the screen says replace toner', 'asked toner'],
  ['nl', 'ik zoek een stofzuiger', 'asked stofzuiger'],
  // What it is free of names no thing.
  ['en', 'I need a fragrance free sunscreen', 'asked sunscreen'],
  ['de', 'zuckerfreie Bonbons', 'begins Bonbons'],
])('who asks for something names it (%s): %s', (language, text, run) => {
  expect(runsOf(text, language)).toContain(run);
});

test.each([
  ['a battery for my old camera', 'owned old camera / '],
  ['a grinder that crushes ice', 'told crushes ice / '],
  ["don't want to buy a whole new vacuum", 'told whole new vacuum / '],
  ['i dont have any lenses', 'told lenses / '],
  ['a gift for my sisters wedding', 'owned sisters wedding / '],
  ['water is coming out under my sink, what do i do', 'subject water / '],
  ['something for my phone thats light', 'told light / '],
  // An article in Italian, and none here.
  ['i sleep on my side', 'apart sleep / '],
  ['power keeps flickering', 'subject power / '],
  ['a lamp on wheels', 'told wheels / '],
  ['the dress is for a wedding', 'begins dress / '],
])('what is told of another thing, or denied, is not what is wanted: %s', (text, run) => {
  expect(runsOf(text).map((own) => `${own.split(' / ')[0]} / `)).toContain(run);
});

test('what a constraint took, praise and how to choose are no part of a name', () => {
  expect(runsOf('the cheapest decent phone under $200')).toEqual(['begins phone']);
});

test.each([
  ['i wake up with a stiff neck, a pillow please', []],
  ['a pillow with a stiff core', ['stiff core']],
])('what is joined to what is told of people is of them, and no must: %s', (text, musts) => {
  const { must_have } = intentReader({ currency: 'USD', isKind: (word) => word === 'pillow' })(text);
  expect(must_have.map((phrase) => phrase.text)).toEqual(musts);
});

test('what is broken may be wanted anew where another word names a kind too, after all else', () => {
  const { runs } = intentReader({
    currency: 'USD',
    isKind: (word) => ['washer', 'drum'].includes(word),
  })('our washer died, a big drum this time');
  expect(runs.map(({ standing, text }) => `${standing} ${text}`)).toContain('apart washer');
});

test.each([
  ['en', 'headphones, any colour but blue', { avoid: ['blue'], must_have: [] }],
  // What is joined to a refusal, says how large a pack is wanted, or why, is not of what is refused.
  ['en', 'a laptop, and not Lumenta either', { avoid: ['Lumenta'], must_have: [] }],
  ['en', 'dish soap no scent large bottle', { avoid: ['scent'], must_have: [] }],
  ['nl', 'boormachine zonder accu want ik heb er al een', { avoid: ['accu'], must_have: [] }],
  ['fr', 'une perceuse sans batterie car nous en avons', { avoid: ['batterie'], must_have: [] }],
  ['fr', 'chaussures homme 43 gore-tex', { avoid: [], must_have: ['43'] }],
  ['en', 'a camera with gps built in, at most 100', { avoid: [], must_have: ['gps'] }],
])('%s: %s', (language, text, expected) => {
  const { avoid, must_have } = intentReader({ currency: 'USD', languages: [...new Set([language, 'en'])] })(
    text,
  );
  const textsOf = (phrases: readonly { text: string }[]) => phrases.map((phrase) => phrase.text);
  expect({ avoid: textsOf(avoid), must_have: textsOf(must_have) }).toEqual(expected);
});

test.each([
  ['trivo machine in the office, a hundred capsules', 'asked hundred capsules / for trivo machine'],
  ['domo machine, 50 capsules', 'asked 50 capsules / for domo machine'],
  ['100 capsules for a domo', 'asked 100 capsules / for a domo'],
  // What is not used up may be counted of anything.
  ['a printer, 500 sheets', 'begins printer'],
])('what is counted and used up is wanted before what it is for: %s', (text, run) => {
  expect(runsOf(text)[0]).toBe(run);
});
