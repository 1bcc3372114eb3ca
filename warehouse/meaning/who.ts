import { GRAMMAR_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { type Meaning, standardThesaurus } from './thesaurus.ts';

/** Tops of the thesaurus below which people and pets stand. */
const WHO = ['person', 'animal'];
/** Words between a name and what its bearer is: `Marcus is my husband`. */
const BETWEEN_BEFORE = /^(?:is|my|her|his|our|the|their|a)$/i;
const BETWEEN_AFTER = /^(?:is|called|named)$/i;
const MOST_BETWEEN = 2;
const TITLES = /^(?:mr|mrs|ms|miss|dr)$/i;

let everybody: ReadonlySet<Meaning> | undefined;

/** Whether a meaning is somebody: a husband, a dog. */
export function isSomebody(meaning: Meaning): boolean {
  const thesaurus = standardThesaurus();
  everybody ??= new Set(
    WHO.flatMap((word) => thesaurus.meaningsOf(word, true).slice(0, 1)).flatMap((top) =>
      thesaurus.below(top),
    ),
  );
  return everybody.has(meaning);
}

interface Spot {
  text: string;
  at: number;
}

/**
 * Names that texts give to people and pets, folded, with what the bearer is: `Marcus (husband)`, `our son Theo`, `Rollo
 * is the dog`. A word that means something itself is no name.
 */
export function namesIn(texts: readonly string[]): Map<string, Meaning[]> {
  const names = new Map<string, Meaning[]>();
  for (const text of texts) {
    const spots = [...text.matchAll(/[\p{L}'’-]+/gu)].map(
      (found): Spot => ({ text: found[0].replace(/['’]s$/, ''), at: found.index }),
    );
    for (const [at, spot] of spots.entries()) {
      const somebody = somebodyOf(spot.text);
      if (somebody.length === 0) continue;
      for (const name of [nameAfter(text, spots, at), nameBefore(text, spots, at)])
        if (name !== null) names.set(name, [...new Set([...(names.get(name) ?? []), ...somebody])]);
    }
  }
  return names;
}

/** Words as they are written whose reading is kept. */
const MOST_KEPT = 50_000;
const kept = new Map<string, readonly Meaning[]>();

/** Who a word as it is written says that somebody is: a husband, a dog; none for other words. */
function somebodyOf(text: string): readonly Meaning[] {
  let somebody = kept.get(text);
  if (!somebody) {
    somebody = meaningsOf(text).filter(isSomebody);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, somebody);
  }
  return somebody;
}

const meaningsOf = (text: string): readonly Meaning[] => standardThesaurus().meaningsOf(folded(text), true);
const folded = (text: string): string =>
  wordsOf(text)
    .map((word) => word.text)
    .join(' ');

function nameAfter(text: string, spots: readonly Spot[], at: number): string | null {
  let after = at + 1;
  while (after - at <= MOST_BETWEEN && BETWEEN_AFTER.test(spots[after]?.text ?? '')) after++;
  const named = spots[after];
  return named && staysTogether(text, spots[at] as Spot, named) ? nameOf(named.text) : null;
}

function nameBefore(text: string, spots: readonly Spot[], at: number): string | null {
  const what = spots[at] as Spot;
  for (let between = 0; between <= MOST_BETWEEN; between++) {
    const named = spots[at - between - 1];
    if (!named) return null;
    const name = nameOf(named.text);
    // `Marcus (husband)`, `Marcus, my husband`; not the first word of `Buys dog food`
    if (name !== null && (between > 0 || /[(,]/.test(text.slice(named.at, what.at))))
      return staysTogether(text, named, what) ? name : null;
    if (!BETWEEN_BEFORE.test(named.text)) return null;
  }
  return null;
}

const staysTogether = (text: string, left: Spot, right: Spot): boolean =>
  !/[.;:!?]/.test(text.slice(left.at, right.at));

function nameOf(text: string): string | null {
  if (!/^\p{Lu}\p{Ll}+/u.test(text) || TITLES.test(text)) return null;
  const name = folded(text);
  return name === '' || GRAMMAR_WORDS.has(name) || meaningsOf(text).length > 0 ? null : name;
}
