import { expect, test } from 'vitest';
import { languageIn } from '../../../api/search/text_language.ts';

test.each([
  ['televisie kleiner dan 50 inch', 'nl'],
  // French `dans` folds to the same.
  ['laptop lichter dan 1,5 kg', 'nl'],
  ['dans la cuisine', 'fr'],
  ['televisor más pequeño que 50 pulgadas', 'es'],
  ['Fernseher kleiner als 50 Zoll', 'de'],
  ['tv più piccola di 50 pollici', 'it'],
  ['televisor no más grande que 43 pulgadas', 'es'],
  ['drei Kilo Spaghetti', 'de'],
  // A capital letter inside makes a name, which is no small word of Italian.
  ['cabezales Oral-B iO, cuatro', 'es'],
  ['espresso', 'en'],
  // `car` is a small word of French, `door` of Dutch, `hat` of German and `all` of Italian.
  ['car battery charger', 'en'],
  ['garage door opener', 'en'],
  ['sun hat', 'en'],
  ['4 all season tyres, max 450 euro all in', 'en'],
  ['hat es eine Kapuze', 'de'],
  ['batterie voor de auto', 'nl'],
  // Where words tell several alike, letters tell: `a` is a small word of four languages and `à` of French.
  ['barbecue à charbon 57 cm, 220 euros maxi', 'fr'],
  ['poêle Ø 24 cm à moins de 43 euro', 'fr'],
  ['cuscino a fantasia, più alto', 'it'],
  // A name with an accent tells nothing beside words of English.
  ['a Häagen-Dazs ice cream', 'en'],
  ['a Lancôme mascara for my sister', 'en'],
  ['lampada all aperto con sensore', 'it'],
  // A maker's name may begin with a small word of another language.
  ['La Roche-Posay zonnebrand tot 26 €', 'nl'],
  ['Le Creuset Topf bis 200 Euro', 'de'],
  ['Die Lampe', 'de'],
  // Words that are read in one of those that tell it alike: Spanish has `tras`.
  ['tisana tra 7 e 10 euro', 'it'],
  // `braun` is a colour in German, of which the text has no small word.
  ['a Braun shaver', 'en'],
])('%s is read in %s', (text, language) => {
  expect(languageIn(text)).toBe(language);
});
