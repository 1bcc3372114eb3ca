import { functionWords, GRAMMAR_WORDS } from '../../pipelines/text/languages.ts';
import { addKinship, type Called } from './kinship.ts';
import { folded, isCapitalised, type Spot, spotsIn } from './spots.ts';
import { type Meaning, standardThesaurus } from './thesaurus.ts';

/** Tops of the thesaurus below which people and pets stand. */
const WHO = ['person', 'animal'];
/** Words between a name and what its bearer is: `Marcus is my husband`. */
const BETWEEN_BEFORE = /^(?:is|my|her|his|our|the|their|an?)$/i;
/** Of somebody named before: `Bruno, his parents`. */
const OF_THE_NAMED = /^(?:her|his|their)$/i;
const BETWEEN_AFTER = /^(?:is|called|named)$/i;
const MOST_BETWEEN = 2;
const TITLES = /^(?:mr|mrs|ms|miss|dr)$/i;
/** Words of `Pepper is a three-year-old border collie`, up to the kind. */
const MOST_DESCRIBING = 5;
/** Words between an owner and the kin: `Ruth's younger brother`. */
const MOST_OWNED = 3;
/** What only somebody does, right behind a name: `Nora has`, `Dieter hat`. */
const DOES = /^(?:is|has|was|can|can't|cannot|will|won't|doesn't|didn't|does|and|hat|ist|est|tiene|ha|è|a)$/i;
/** Facts that name somebody whom none says anything about else. */
const LEAST_NAMED = 2;

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

/**
 * Names in texts, folded, with what the bearer is as far as a text says: `Marcus (husband)`, `our son Theo`, `Rollo is
 * the dog`, `Miso is an indoor cat`. Whoever several texts name as only somebody is named (`Nora has`, `Nora's`) is
 * somebody, too. A word that means something itself is no name, unless a text says right before it what its bearer is.
 */
export function namesIn(texts: readonly string[]): Map<string, Meaning[]> {
  const read = texts.map((text) => ({ text, spots: spotsIn(text) }));
  const named = new NamedWords(read.map(({ spots }) => spots));
  const names = new Map<string, Meaning[]>();
  const called: Called[] = [];
  const add = (name: string | null, somebody: readonly Meaning[], owner: string | null = null) => {
    if (name === null) return;
    names.set(name, [...new Set([...(names.get(name) ?? []), ...somebody])]);
    if (owner !== null && owner !== name) called.push({ name, somebody, owner });
  };
  for (const { text, spots } of read) {
    for (const [at, spot] of spots.entries()) {
      const somebody = somebodyOf(spot.text);
      if (somebody.length === 0) continue;
      const owner = ownerOf(text, spots, at);
      add(nameAfter(text, spots, at), somebody, owner);
      add(nameBefore(text, spots, at), somebody, owner);
    }
    const described = describedBy(text, spots);
    if (described && (nameOf(described.word) ?? (named.isOften(described.word) ? '' : null)) !== null)
      add(folded(described.word), described.somebody, described.owner);
  }
  for (const { word, isOwner } of named.somebody())
    add(nameOf(word) ?? (isOwner ? englishName(word) : null), []);
  addKinship(names, read, called);
  return names;
}

/**
 * Whose kin is spoken of: `Ruth's younger brother` Ruth's, `my brother` that of who speaks, which is empty, `Ruth and her
 * husband` Ruth's; null where it is not said.
 */
function ownerOf(text: string, spots: readonly Spot[], at: number): string | null {
  for (let before = at - 1; before >= Math.max(0, at - MOST_OWNED); before--) {
    const spot = spots[before] as Spot;
    if (!staysTogether(text, spot, spots[at] as Spot)) return null;
    if (isNamedOwner(spot)) return folded(spot.text);
    if (/^(?:my|our)$/i.test(spot.text)) return '';
    if (/^(?:her|his)$/i.test(spot.text)) {
      const named = new Set(spots.slice(0, before).flatMap(({ text: word }) => nameOf(word) ?? []));
      return named.size > 0 ? ([...named][0] as string) : null;
    }
  }
  return null;
}

/** `Miso is an indoor cat`: who is described at the beginning of a text, and what as. */
function describedBy(
  text: string,
  spots: readonly Spot[],
): { word: string; somebody: readonly Meaning[]; owner: string | null } | null {
  const [word, is, article, ...rest] = spots;
  if (!word || !article || !/^(?:is|was)$/.test(is?.text ?? '')) return null;
  if (!/^(?:an?|my|our|the)$/.test(article.text) && !isNamedOwner(article)) return null;
  const kind = rest.slice(0, MOST_DESCRIBING).find((spot) => somebodyOf(spot.text).length > 0);
  if (!kind || !staysTogether(text, word, kind) || !isCapitalised(word.text)) return null;
  return {
    word: word.text,
    somebody: somebodyOf(kind.text),
    owner: ownerOf(text, spots, spots.indexOf(kind)),
  };
}

/** `Ruth's`, beside what she has. */
const isNamedOwner = ({ text, isOwner }: Spot): boolean => isOwner && isCapitalised(text);

/** How words are written in many texts. */
class NamedWords {
  readonly #texts = new Map<string, number>();
  readonly #small = new Set<string>();
  /** Word → whether something is said to be its own. */
  readonly #doing = new Map<string, boolean>();

  constructor(texts: readonly (readonly Spot[])[]) {
    for (const spots of texts) {
      for (const word of new Set(spots.map((spot) => spot.text)))
        if (isCapitalised(word)) this.#texts.set(word, (this.#texts.get(word) ?? 0) + 1);
        else this.#small.add(word);
      for (const [at, { text, isOwner }] of spots.entries())
        if (isOwner || DOES.test(spots[at + 1]?.text ?? ''))
          this.#doing.set(text, isOwner || (this.#doing.get(text) ?? false));
    }
  }

  /** Whether several texts have the word, all with a capital. */
  isOften(word: string): boolean {
    return (this.#texts.get(word) ?? 0) >= LEAST_NAMED && !this.#small.has(word.toLowerCase());
  }

  /** Words that are often there and do what only somebody does. */
  somebody(): { word: string; isOwner: boolean }[] {
    return [...this.#doing]
      .filter(([word]) => this.isOften(word))
      .map(([word, isOwner]) => ({ word, isOwner }));
  }
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
function nameAfter(text: string, spots: readonly Spot[], at: number): string | null {
  let after = at + 1;
  while (after - at <= MOST_BETWEEN && BETWEEN_AFTER.test(spots[after]?.text ?? '')) after++;
  const named = spots[after];
  if (!named || !staysTogether(text, spots[at] as Spot, named)) return null;
  return (
    nameOf(named.text) ?? (isRightBehind(text, spots[at] as Spot, named) ? nameWithMeaning(named.text) : null)
  );
}

/** `our daughter Ruby wears`: with nothing between, and no further capital behind as in `the dog Purina Pro`. */
const isRightBehind = (text: string, what: Spot, named: Spot): boolean =>
  named.at - what.at - what.text.length === 1 && !/^\S*\s+\p{Lu}/u.test(text.slice(named.at));

/** A name that is a word for something else too, in a text that does not write all nouns with a capital. */
function nameWithMeaning(text: string): string | null {
  if (!isCapitalised(text) || TITLES.test(text) || somebodyOf(text).length > 0) return null;
  return GRAMMAR_WORDS.has(folded(text)) ? null : folded(text);
}

function nameBefore(text: string, spots: readonly Spot[], at: number): string | null {
  const what = spots[at] as Spot;
  for (let between = 0; between <= MOST_BETWEEN; between++) {
    const named = spots[at - between - 1];
    if (!named) return null;
    const name = nameOf(named.text);
    // `Marcus (husband)`, `Marcus, my husband`; not the first word of `Buys dog food`
    const apart = text.slice(named.at, what.at);
    if (name !== null && !isNamedOwner(named) && (between > 0 || /[(,]/.test(apart))) {
      const isOfNamed = apart.includes(',') && OF_THE_NAMED.test(spots[at - 1]?.text ?? '');
      const goesOn = /^\s*[\p{L}\d]/u.test(text.slice(what.at + what.text.length));
      return staysTogether(text, named, what) && !(isOfNamed && goesOn) ? name : null;
    }
    if (!BETWEEN_BEFORE.test(named.text) && !(between === 0 && isNamedOwner(named))) return null;
  }
  return null;
}

const staysTogether = (text: string, left: Spot, right: Spot): boolean =>
  !/[.;:!?]/.test(text.slice(left.at, right.at));

function nameOf(text: string): string | null {
  if (!isCapitalised(text) || TITLES.test(text)) return null;
  const name = folded(text);
  return name === '' || GRAMMAR_WORDS.has(name) || meaningsOf(text).length > 0 ? null : name;
}

/** A name in an English text that is a word of grammar elsewhere: `Ella's`. */
function englishName(text: string): string | null {
  const isPlain = functionWords('en').has(text.toLowerCase()) || meaningsOf(text).length > 0;
  return isPlain || !isCapitalised(text) ? null : folded(text);
}
