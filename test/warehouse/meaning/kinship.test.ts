import { describe, expect, test } from 'vitest';
import { agesIn } from '../../../warehouse/meaning/kinship.ts';
import { standardThesaurus } from '../../../warehouse/meaning/thesaurus.ts';
import { namesIn } from '../../../warehouse/meaning/who.ts';

const meaningOf = (word: string) => standardThesaurus().meaningsOf(word, true)[0];
const CHILD = 'our son Theo likes trains';

describe('who somebody is follows', () => {
  test.each([
    // whose kin, through the children
    ['Ruth’s father Walter lives alone', 'walter', 'grandfather'],
    ['Marcus is Ruth’s younger brother, a chef', 'marcus', 'uncle'],
    ['Petra, Ruth’s sister, is expecting', 'petra', 'aunt'],
    ['my mother Ilse needs slippers', 'ilse', 'grandmother'],
    ['my husband Daniel runs', 'daniel', 'father'],
    ['Ruth pays; her husband Daniel may order', 'ruth', 'wife'],
    ['our niece Ada paints', 'ada', 'girl'],
  ])('of %s', (text, name, kin) => {
    expect(namesIn([CHILD, 'Ruth is tall', 'Ruth has a car', text]).get(name)).toContain(meaningOf(kin));
  });

  test('of an age and a pronoun in texts about one alone', () => {
    const names = namesIn([
      'Nora’s birthday is in October',
      'Nora may have a tablet when she turns eleven',
      'Walter turns seventy-five, says my husband Daniel',
      'Walter has a garden',
      'Pepper is a labrador and turns two, she is shy',
      'Pepper’s neck measures 42 cm',
    ]);
    expect(names.get('nora')).toEqual([meaningOf('child'), meaningOf('daughter')]);
    expect(names.get('walter')).toEqual([]);
    expect(names.get('pepper')).toEqual([meaningOf('labrador')]);
  });

  test('not of pronouns about others, as many of either, or of whose sex a text says already', () => {
    const child = (...texts: string[]) => namesIn(['our child Kim likes trains', ...texts]).get('kim');
    expect(child('Kim lost her hat')).toEqual([meaningOf('child'), meaningOf('daughter')]);
    expect(child('Kim says she is his')).toEqual([meaningOf('child')]);
    expect(child('our friend Amira says Kim lost her hat')).toEqual([meaningOf('child')]);
    expect(namesIn([CHILD, 'Theo knows her']).get('theo')).toEqual([meaningOf('son')]);
    expect(child('Kim turned ten')).toEqual([meaningOf('child')]);
    expect(child('Kim turned three')).toEqual([meaningOf('child'), meaningOf('toddler')]);
  });

  test.each([
    // nobody's children here, the children's own brother, and friends
    [['Marcus is Ruth’s brother'], 'marcus', 'uncle'],
    [[CHILD, 'Jona is Theo’s brother'], 'jona', 'uncle'],
    [[CHILD, 'Theo’s brother Jona swims'], 'jona', 'uncle'],
    [[CHILD, 'my friend Amira swims'], 'amira', 'aunt'],
  ])('not of %j', (texts, name, kin) => {
    expect(namesIn(texts).get(name)).not.toContain(meaningOf(kin));
  });
});

test.each([
  ['has just turned two', ['toddler']],
  ['for our sixteen-year-old', ['teenager']],
  ['wird 12', ['child']],
  ['a 5 ans', ['child']],
  ['turns seventy-five', ['senior']],
  ['turns forty', []],
  ['turns 4', ['child']],
  ['aged 12.5 %, aged 12 %', []],
  ['has just two pairs', []],
])('%s tells %j', (text, ages) => {
  expect(agesIn(text)).toEqual(ages);
});
