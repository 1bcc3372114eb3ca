import { expect, test } from 'vitest';
import { wordsOf } from '../../../pipelines/text/words.ts';
import { Synonyms } from '../../../warehouse/text/synonyms.ts';
import { languageOf, rolesOf } from '../../../warehouse/text/word_roles.ts';

const KINDS = new Set([
  'printer',
  'laptop',
  'bag',
  'shoe',
  'scarpe',
  'impresora',
  'headphone',
  'case',
  'pod',
  'piano',
  'weighted',
  'drucker',
]);
const COMPOUNDS = new Set(['inear', 'onear', 'doi', 'secadorpelo']);
const UNKNOWN = new Set(['brother', 'sister', 'drucker']);
const PHRASES = new Set(['just dance', 'also a']);
const roles = (text: string) => {
  const words = wordsOf(text);
  const found = rolesOf(words, {
    isKind: (word) => KINDS.has(word),
    isHeading: (word) => KINDS.has(word) && word !== 'weighted',
    isCompound: (left, right) => COMPOUNDS.has(left + right),
    isPhrase: (left, right) => PHRASES.has(`${left} ${right}`),
    isBrand: (word) => word === 'lumo',
    isKnown: (word) => !UNKNOWN.has(word),
  });
  return words.map((word, at) => `${word.text}:${found[at]}`).join(' ');
};

test.each([
  ['printer for home', 'printer:head for:empty home:use'],
  ['piano weighted keys', 'piano:head weighted:plain key:plain'],
  ['soft weighted', 'soft:plain weighted:head'],
  ['weighted sister', 'weighted:head sister:plain'],
  [
    'a quiet printer for a home office',
    'a:empty quiet:plain printer:head for:empty a:empty home:use office:use',
  ],
  ['laptop bag', 'laptop:plain bag:head'],
  // A step of a series is no small word of another language.
  ['airpods pro 2', 'airpod:plain pro:plain 2:plain'],
  // Of a name in one piece every part is of it.
  ['ink for epson et-2820', 'ink:plain for:empty epson:use et:plain 2820:plain'],
  // A maker that nobody here knows must fit, a kind of thing by another name is what it is for.
  ['ink for brother', 'ink:plain for:empty brother:plain'],
  ['ink for drucker', 'ink:plain for:empty drucker:use'],
  // What a thing is like is no noun where another word may be: `leise` is quiet.
  ['printer leise', 'printer:head leise:plain'],
  // One thing by two words, whatever joins them, though one is a small word of Portuguese.
  ['secador de pelo', 'secador:plain de:empty pelo:plain'],
  ['pelo de secador', 'pelo:empty de:empty secador:plain'],
  // A colour that the thing comes in ends what it is for.
  ['bag for school in black', 'bag:head for:empty school:use in:empty black:plain'],
  ['bag for black shoes', 'bag:head for:empty black:use shoe:use'],
  // Small words by themselves name nothing, though some text writes them as one; beside another word they may.
  ['how do i carry a bag', 'how:plain do:empty i:empty carry:plain a:empty bag:plain'],
  ['in ear headphones', 'in:plain ear:plain headphone:head'],
  // The nearest noun to the end that is known as a kind of thing.
  ['laptop black 15', 'laptop:head black:plain 15:plain'],
  // A verb is none, whatever else the word names.
  ['case the printer', 'case:plain the:empty printer:plain'],
  // Whom it is for, its size and its colour name no thing, wherever they stand.
  ['headphones kids xl', 'headphone:head kid:plain xl:plain'],
  ['for kids headphones', 'for:empty kid:plain headphone:head'],
  // All there is.
  ['The Who', 'the:plain who:plain'],
  ['xbox one', 'xbox:plain one:plain'],
  ['can opener', 'can:plain opener:plain'],
  ['this', 'thi:plain'],
  // Words of asking, unless a title has them in a name; two of them make none.
  ['get me just a laptop', 'get:empty me:empty just:empty a:empty laptop:head'],
  ['also a printer', 'also:empty a:empty printer:head'],
  ['just dance', 'just:plain dance:plain'],
  ['ich suche auch einen laptop', 'ich:empty suche:empty auch:empty einen:empty laptop:head'],
  // They are none of a language that the text has no other word of.
  ['einfach laptop', 'einfach:plain laptop:head'],
  ['this laptop', 'thi:empty laptop:head'],
  ['in ear headphones', 'in:plain ear:plain headphone:head'],
  ['headphones in black', 'headphone:head in:empty black:plain'],
  // What is used up in another thing must fit it.
  ['toner for brother', 'toner:plain for:empty brother:plain'],
  ['toners for lumo home printers', 'toner:plain for:empty lumo:plain home:use printer:use'],
  ['toner for my sister', 'toner:plain for:empty my:empty sister:use'],
  ['toner for sister school', 'toner:plain for:empty sister:use school:use'],
  ['ink for 953', 'ink:plain for:empty 953:plain'],
  ['printer for brother', 'printer:head for:empty brother:use'],
  // What holds the thing is not the thing, unless nothing is in it; in Romance languages it may be made of it.
  ['bag of printer paper', 'bag:use of:empty printer:head paper:plain'],
  ['boxes of shoes for kids', 'box:use of:empty shoe:head for:empty kid:use'],
  ['bag of', 'bag:head of:empty'],
  ['bag with laptop', 'bag:head with:empty laptop:plain'],
  ['una scatola di scarpe per case', 'una:empty scatola:plain di:empty scarpe:plain per:empty case:use'],
  // A noun stands first in Italian and Spanish.
  ['scarpe da corsa per case', 'scarpe:head da:empty corsa:plain per:empty case:use'],
  ['impresora para casa', 'impresora:head para:empty casa:use'],
  // `pro` and `d` are words of other languages too: one alone joins only what stands on both sides of it.
  ['ps4 pro', 'ps4:plain pro:plain'],
  ['d battery', 'd:plain battery:plain'],
  // `pod` is Polish for under, but the name of a thing here.
  ['care pods lumo', 'care:plain pod:head lumo:plain'],
  ['szukam pod dla dom', 'szukam:empty pod:empty dla:empty dom:plain'],
])('%s', (text, expected) => {
  expect(roles(text)).toBe(expected);
});

test('the language is the one with most of the empty words, English where none has more', () => {
  expect(languageOf(['ich', 'suche', 'einen', 'laptop', 'mit'])).toBe('de');
  expect(languageOf(['a', 'laptop', 'for', 'me'])).toBe('en');
  expect(languageOf(['laptop'])).toBe('en');
  expect(languageOf(['car', 'battery', 'charger'])).toBe('en');
  expect(languageOf(['hat', 'man', 'eine', 'wahl'])).toBe('de');
});

test('where no small word tells it, the name of a colour does that one language alone has and English has not', () => {
  expect(languageOf(['encre', 'noire'])).toBe('fr');
  expect(languageOf(['tasche', 'rot'])).toBe('en');
  expect(languageOf(['rose', 'perfume'])).toBe('en');
  expect(languageOf(['maglia', 'verde'])).toBe('en');
  expect(languageOf(['the', 'pen', 'noire'])).toBe('en');
  expect(languageOf(['noire', 'negra'])).toBe('en');
});

test('an English small word has no accent, and a name of one language alone tells it by its accent', () => {
  const accents = (...words: string[]) => ({ words: new Set(words), names: new Map() });
  expect(languageOf(['the', 'vert'], accents('the'))).toBe('fr');
  expect(languageOf(['the', 'laptop', 'zu'], accents('zu'))).toBe('en');
  const accentsIn = (text: string) => Synonyms.standard().accentsIn(text);
  expect(languageOf(['the'], accentsIn('Thé'))).toBe('fr');
  expect(languageOf(['te'], accentsIn('té'))).toBe('es');
  expect(languageOf(['te'], accentsIn('tè'))).toBe('it');
  expect(languageOf(['te', 'de', 'los', 'ninos'], accentsIn('té de los niños'))).toBe('es');
  expect(languageOf(['te', 'plait'], accentsIn('te plaît'))).toBe('fr');
});
