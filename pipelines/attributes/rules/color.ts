import { COLOR_WORDS } from '../../text/languages.ts';
import { isGlued, isLetters, type Token } from '../../text/tokens.ts';
import { SHADES } from '../shades.ts';
import { type Finding, type Rule } from './rule.ts';

const KEY = 'general.color';
/** Words that make a colour a name: `blu-ray`, `red hat`, `xeon gold`, `black friday`. */
const NAMES_BEHIND = new Set(
  'ray rays hat wine tea rice pepper bean beans friday box board bull eyes plus ops certified berry cherry level label pearl onion cabbage chocolate potatoes sugar bread juice pages page toner_ dragon'.split(
    ' ',
  ),
);
const NAMES_BEFORE = new Set('xeon plus 80plus wd western'.split(' '));
/** A text that names more colours, or that is longer, lists what there is. */
const MOST_COLORS = 3;
const LONGEST_TEXT = 400;
/** Said of what a thing prints, has room for or works with. */
const OTHER_THINGS = new Set(['on', 'for', 'fur', 'pour', 'para', 'per']);

/** Colours by their words in any language: alone at an end or between commas they are the thing's own. */
export const colorRule: Rule = ({ tokens, topics, folded }) => {
  const found: (Finding & { value: string })[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (!isLetters(token)) continue;
    const color = COLOR_WORDS.get(token.text) ?? SHADES.get(token.text);
    if (
      !color ||
      isName(tokens, at) ||
      isPartOfNavy(tokens, at) ||
      OTHER_THINGS.has(tokens[at - 1]?.text ?? '')
    )
      continue;
    const isShade = !COLOR_WORDS.has(token.text);
    const rule = isShade
      ? 'shade'
      : topics.has('food')
        ? 'food'
        : topics.has('printing')
          ? 'printing'
          : placeOf(tokens, at);
    found.push({ key: KEY, value: color, rule: `color.${rule}`, at });
  }
  const plain = found.filter(({ rule }) => rule !== 'color.shade');
  return severalJoined(plain.length > 0 ? plain : found, folded);
};

function isName(tokens: readonly Token[], at: number): boolean {
  const isHyphened = tokens[at + 1]?.text === '-' && isGlued(tokens, at + 1);
  const behind = tokens[isHyphened ? at + 2 : at + 1]?.text ?? '';
  return NAMES_BEHIND.has(behind) || NAMES_BEFORE.has(tokens[at - 1]?.text ?? '');
}

/** The second word of `navy blue`, which is one colour. */
const isPartOfNavy = (tokens: readonly Token[], at: number): boolean =>
  COLOR_WORDS.get(tokens[at - 1]?.text ?? '') === 'navy' &&
  COLOR_WORDS.get((tokens[at] as Token).text) === 'blue';

/** Whether a comma, a dash, a bracket or nothing stands on a side. */
const isEdge = (token: Token | undefined): boolean =>
  token === undefined || !(isLetters(token) || /^\d/.test(token.text));

function placeOf(tokens: readonly Token[], at: number): string {
  const behind = isEdge(tokens[at + 1]);
  const before = isEdge(tokens[at - 1]);
  if (behind && before) return 'apart';
  if (behind) return at + 1 >= tokens.length ? 'last' : 'before_edge';
  return at === 0 ? 'first' : 'inside';
}

/** Two colours of one thing are one value, in the order of the alphabet: `black/silver`. */
function severalJoined(found: readonly (Finding & { value: string })[], folded: string): Finding[] {
  const colors = [...new Set(found.map(({ value }) => value))].toSorted((a, b) => (a < b ? -1 : 1));
  const [first] = found;
  if (!first || colors.length === 1) return first ? [bestOf(found)] : [];
  if (colors.length > MOST_COLORS || folded.length > LONGEST_TEXT) return [];
  return [{ ...first, value: colors.join('/'), rule: 'color.several' }];
}

/** A colour said twice counts where it is surest. */
const ORDER = ['apart', 'last', 'before_edge', 'printing', 'inside', 'first', 'shade', 'food'];
const bestOf = (found: readonly Finding[]): Finding =>
  found.toSorted((a, b) => placeIn(a) - placeIn(b))[0] as Finding;
const placeIn = ({ rule }: Finding): number => ORDER.indexOf(rule.slice('color.'.length));
