import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../pipelines/text/words.ts';
import { Synonyms } from '../../../warehouse/text/synonyms.ts';

const synonyms = Synonyms.standard();

// Titles write how many in digits (`12x500g`), people in words (`twelve pack`).
test.each([
  ['twelve', '12'],
  ['zwolf', '12'],
  ['six', '6'],
  ['hundred', '100'],
  ['soja', 'soy'],
  ['cian', 'cyan'],
])('%s is %s as well, and the other way round', (word, other) => {
  expect(synonyms.of(word)).toContain(other);
  expect(synonyms.of(other)).toContain(word);
});

test('a word that says something else in another language is none: new is no number', () => {
  expect(synonyms.of('neuf')).not.toContain('9');
  expect(synonyms.of('once')).not.toContain('11');
});

test('an inflected form means what its base does, and a listed word what its own line says', () => {
  expect(synonyms.of('stampanti')).toContain('printer');
  expect(synonyms.of('laktosefreier')).toContain('laktosefrei');
  expect(synonyms.phrasesOf('waschautomaten')).toContain('washing machine');
  expect(synonyms.of('latte')).not.toContain('milk');
  expect(synonyms.of('latte', 'it')).toContain('milk');
  expect(synonyms.of('halo')).toEqual([]);
});

test('what is for children is for a girl too, and what is for boys is not', () => {
  expect(synonyms.widerOf('girl')).toContain('kid');
  expect(synonyms.widerOf('nina')).toContain('enfant');
  expect(synonyms.widerOf('girl')).not.toContain('boy');
  expect(synonyms.widerOf('kid')).toEqual([]);
  // German of child, and another word of English.
  expect(synonyms.widerOf('girl')).not.toContain('kind');
});

test('what is unisex is for women and for men, and what is for men is not unisex', () => {
  for (const word of ['women', 'men', 'damen', 'hombre']) expect(synonyms.widerOf(word)).toContain('unisex');
  expect(synonyms.widerOf('unisex')).toEqual([]);
  expect(synonyms.widerOf('women')).not.toContain('men');
});

test('a word means the kinds of what it names, and these do not mean it', () => {
  expect(synonyms.of('fish')).toContain('salmon');
  expect(synonyms.of('salmon')).not.toContain('fish');
  expect(synonyms.of('salmon')).not.toContain('tuna');
});

test('what another thread read means the same', () => {
  const copied = new Synonyms(structuredClone(synonyms.read));
  for (const word of ['telly', 'laufschuhe', 'damen', 'sinistro', 'stampanti', 'men']) {
    expect(copied.allOf(word)).toEqual(synonyms.allOf(word));
    expect(copied.widerOf(word)).toEqual(synonyms.widerOf(word));
    expect(copied.ofAnyLanguage(word)).toEqual(synonyms.ofAnyLanguage(word));
  }
  expect(copied.own('the', 'fr')).toEqual(synonyms.own('the', 'fr'));
  expect(copied.own('the', 'fr')).not.toEqual([]);
  expect(copied.phrasesOfAnyLanguage('herd')).toEqual(synonyms.phrasesOfAnyLanguage('herd'));
  expect(copied.accentsIn('thé vert')).toEqual(synonyms.accentsIn('thé vert'));
  expect([...copied.pairs()]).toEqual([...synonyms.pairs()]);
  expect(copied.isQuality('leise')).toBe(true);
});

test('what goods are like names none: a word by itself, of that department alone', () => {
  for (const word of ['leise', 'silencieux', 'waterproof', 'inalambrico', 'bluetooth'])
    expect(synonyms.isQuality(word), word).toBe(true);
  // Goods before it and behind it in the file, words in no line, and words of a phrase.
  for (const word of ['headphone', 'kaffee', 'compatible', 'xyzzy', 'safe', ''])
    expect(synonyms.isQuality(word), word).toBe(false);
  const own = new Synonyms('# What goods are like\nloud, laut\ncast iron, gusseisen\n# Pets\ndog, hund');
  expect(
    ['loud', 'laut', 'gusseisen', 'cast iron', 'cast', 'dog'].map((word) => own.isQuality(word)),
  ).toEqual([true, true, true, false, false, false]);
});

test('a side is the same in all languages, another word of English in its own alone', () => {
  for (const word of ['sinistro', 'izquierdo', 'linker']) expect(synonyms.of(word)).toContain('left');
  expect(synonyms.of('left')).not.toContain('right');
  expect(synonyms.of('link')).toEqual([]);
  expect(synonyms.of('link', 'de')).toContain('left');
  expect(synonyms.of('gauche', 'fr')).toContain('left');
});

describe('the names of goods by department', () => {
  const TAGGED = /^(?:([a-z]{2}):)?(.+)$/;
  const lines = readFileSync(new URL('../../../warehouse/text/synonyms.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  // Lines before the first department say several things of one word (`tomatoes`), in the order they were added.
  const departments = lines.slice(lines.indexOf('# Kitchen and table'));
  const sets = departments
    .filter((line) => !line.startsWith('#') && !line.includes('>'))
    .map((line) =>
      line.split(',').map((written) => {
        const [, language = '', phrase = ''] = TAGGED.exec(written.trim()) ?? [];
        return { written: written.trim(), language, words: wordsOf(phrase).map(({ text }) => text) };
      }),
    );

  test('are two or more, each of one or two words, in a language that is known', () => {
    expect(sets.length).toBeGreaterThan(1_000);
    const phrases = sets.flat();
    expect(sets.filter((names) => names.length < 2)).toEqual([]);
    expect(phrases.filter(({ words }) => words.length < 1 || words.length > 2)).toEqual([]);
    const known = ['', 'en', 'de', 'fr', 'es', 'it', 'nl'];
    expect(phrases.filter(({ language }) => !known.includes(language))).toEqual([]);
  });

  test('stand in one set alone, since two that share a name would be the same thing', () => {
    const setsOf = new Map<string, Set<number>>();
    for (const [at, names] of sets.entries())
      for (const { language, words } of names) {
        const name = `${language}:${words.join(' ')}`;
        setsOf.set(name, (setsOf.get(name) ?? new Set()).add(at));
      }
    const shared = [...setsOf].filter(([name, own]) => {
      const anywhere = setsOf.get(name.replace(/^../, '')) ?? new Set();
      return own.union(name.startsWith(':') ? own : anywhere).size > 1;
    });
    expect(shared).toEqual([]);
  });

  test.each([
    ['matratzenauflage', 'mattress topper', 'mattress protector'],
    ['verzwaringsdeken', 'weighted blanket', 'electric blanket'],
    ['teppichreiniger', 'carpet cleaner', 'rug'],
    ['housse couette', 'duvet cover', 'duvet'],
    ['flessenspeen', 'bottle teat', 'baby bottle'],
  ])('%s is a %s and no %s', (name, thing, other) => {
    expect(synonyms.allOf(name)).toContain(thing);
    expect(synonyms.allOf(name)).not.toContain(other);
  });

  test('a property is the same in six languages', () => {
    for (const word of ['wasserdicht', 'waterdicht', 'impermeable', 'etanche', 'impermeabile'])
      expect(synonyms.of(word)).toContain('waterproof');
    for (const word of ['akku', 'recargable', 'oplaadbaar', 'ricaricabile'])
      expect(synonyms.of(word)).toContain('rechargeable');
    expect(synonyms.of('usbc')).toContain('typec');
  });
});
