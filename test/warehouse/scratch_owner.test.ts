import { expect, test } from 'vitest';
import { OWN_MARK, ownerOf } from '../../warehouse/scratch_owner.ts';

const [place = '', , chance = ''] = OWN_MARK.split('-');
const NOBODYS_NUMBER = 99_999_999;

test.each([
  [`staging-${OWN_MARK}`, 'living'],
  [OWN_MARK, 'living'],
  [`staging-${place}-${process.pid}-000000`, 'living'],
  [`staging-${place}-${NOBODYS_NUMBER}-${chance}`, 'dead'],
  // A container where another process has our number.
  [`staging-00000000-${process.pid}-${chance}`, 'elsewhere'],
  ['publish-0123456789abcdef', null],
  [`staging-${process.pid}`, null],
])('%s is of one that is %s', (name, owner) => {
  expect(ownerOf(name)).toBe(owner);
});
