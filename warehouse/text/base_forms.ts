import { fromPlural } from '../../pipelines/text/plural.ts';

/** Letters of the shortest base: of shorter ones too many words are made. */
const SHORTEST_BASE = 4;

/**
 * Ends of nouns and adjectives, folded, and what stands there in the form that lists have. An index of words has taken
 * the last `s` away already.
 */
const ENDINGS: readonly (readonly [end: string, base: readonly string[]])[] = [
  // German and Dutch: `kapseln`, `dosen`, `schwarzem`, `laktosefreie`, `blikken`
  ['en', ['', 'e']],
  ['ern', ['er', '']],
  ['er', ['', 'e']],
  ['em', ['', 'e']],
  ['es', ['', 'e']],
  ['n', ['']],
  ['e', ['']],
  // Dutch diminutives: `flesje`, `biertje`
  ['tje', ['']],
  ['etje', ['']],
  ['pje', ['']],
  ['je', ['']],
  ['ce', ['z']],
  // Italian and Spanish: `stampanti`, `pomodori`, `noccioline`, `negras`
  ['i', ['o', 'e', 'a']],
  ['he', ['a', 'o']],
  ['hi', ['o', 'a']],
  ['e', ['a']],
  ['a', ['o', 'e', '']],
  // French: `gazeuse`, `canaux`; of `cartouches` and `brosses` an English plural's `es` was taken away.
  ['ch', ['che']],
  ['ss', ['sse']],
  ['use', ['ux']],
  ['aux', ['al', 'au']],
  ['x', ['']],
];

const DOUBLED = /([b-df-hj-np-tv-z])\1$/;
/** `noten` of `noot`, `rode` of `rood`: a long vowel is written once before one consonant. */
const OPEN = /^(.*[b-df-hj-np-tv-z])([aeou])([b-df-hj-np-tv-z])$/;

/** What a folded word may be an inflected form of, in the languages whose words are listed; itself never. */
export function baseForms(word: string): string[] {
  if (!/^\p{L}{5,}$/u.test(word)) return [];
  const found = new Set<string>();
  for (const [end, bases] of ENDINGS) {
    if (!word.endsWith(end)) continue;
    const stem = word.slice(0, word.length - end.length);
    for (const base of bases) found.add(stem + base);
    if (!/^(?:en|e|er|etje)$/.test(end)) continue;
    if (DOUBLED.test(stem)) found.add(stem.slice(0, -1));
    const open = OPEN.exec(stem);
    if (open) found.add(`${open[1]}${open[2]}${open[2]}${open[3]}`);
  }
  const bases = [...found].filter((base) => base.length >= SHORTEST_BASE);
  return [...new Set(bases.map(fromPlural))].filter((base) => base !== word);
}

/** Ends that German and Dutch adjectives and nouns take behind a consonant. */
const TAKEN_ENDS = ['e', 'er', 'en', 'em'] as const;

/** Forms of a folded word that titles write where lists have its base: `polarisierte`; none of what ends with a vowel. */
export const inflectedForms = (base: string): string[] =>
  /^\p{L}{4,}[b-df-hj-np-tv-z]$/u.test(base) ? TAKEN_ENDS.map((end) => base + end) : [];
