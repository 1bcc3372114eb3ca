import { readFileSync } from 'node:fs';
import { folded, isCapitalised, type Spot } from './spots.ts';
import { type Meaning, standardThesaurus } from './thesaurus.ts';

/** Of the file of kinship, which says why. */
interface Kinship {
  to_children: { kin: Record<string, string> };
  in_return: { kin: Record<string, string> };
  also: { kin: Record<string, string> };
  ages: { years: { from: number; to: number; is: string }[] };
  sexes: { of: { pronouns: string[]; kin: Record<string, string> }[] };
  numbers: { words: Record<string, string> };
}

/** A text and its words as they are written. */
export interface SpottedText {
  text: string;
  spots: readonly Spot[];
}

/** What a text calls somebody, and whose: `Ruth's father Walter`. */
export interface Called {
  name: string;
  somebody: readonly Meaning[];
  /** A name, folded; empty of the one who speaks. */
  owner: string;
}

const first = (word: string): Meaning => standardThesaurus().meaningsOf(folded(word), true)[0] as Meaning;
const mapped = (kin: Record<string, string>): Map<Meaning, Meaning> =>
  new Map(Object.entries(kin).map(([from, to]) => [first(from), first(to)]));

let read: ReturnType<typeof readKinship> | undefined;
const kinship = () => (read ??= readKinship());

function readKinship() {
  const path = new URL('./kinship.json', import.meta.url);
  const { to_children, in_return, also, ages, sexes, numbers } = JSON.parse(
    readFileSync(path, 'utf8'),
  ) as Kinship;
  const child = first('child');
  const numbersOf = Object.entries(numbers.words).flatMap(([value, words]) =>
    words.split(', ').map((word): [string, number] => [word, Number(value)]),
  );
  return {
    toChildren: mapped(to_children.kin),
    inReturn: mapped(in_return.kin),
    also: mapped(also.kin),
    ages: ages.years,
    sexes: sexes.of.map(({ pronouns, kin }) => ({
      isPronoun: new Set(pronouns),
      kin: [...mapped(kin)].map(([of, is]) => ({
        of: new Set([of, ...standardThesaurus().below(of)]),
        is,
        /** What tells the sex already. */
        told: new Set(sexes.of.flatMap((sex) => mapped(sex.kin).get(of) ?? [])),
      })),
    })),
    children: new Set([child, ...standardThesaurus().below(child)]),
    animals: new Set(standardThesaurus().below(first('animal'))),
    numbers: new Map(numbersOf),
    age: agePattern(numbersOf.map(([word]) => word)),
  };
}

/** `turns eleven`, `seventy-five years old`, `a 4-year-old`, `aged 7`, `wird 12`, `a 5 ans`. */
function agePattern(words: readonly string[]): RegExp {
  const word = `(?:${words.toSorted((a, b) => b.length - a.length).join('|')})`;
  const number = String.raw`(\d{1,3}|${word}(?:-${word})?)`;
  const years = String.raw`[- ](?:years?[- ]old|jahre alt|-?jährige[rns]?|años|ans|anni)`;
  return new RegExp(
    String.raw`\b(?:turn(?:s|ed|ing)?|aged|cumple|wird)\s${number}\b(?![.,]?\d| ?[%$€])|(?<![\p{L}\d])${number}${years}\b`,
    'iu',
  );
}

/** Adds to names what follows of what texts say: whose kin somebody is, of which age and sex. */
export function addKinship(
  names: Map<string, Meaning[]>,
  texts: readonly SpottedText[],
  called: readonly Called[],
): void {
  const { animals } = kinship();
  const isAnimal = (name: string) => names.get(name)?.some((meaning) => animals.has(meaning)) ?? false;
  const about = texts.flatMap((text) => ofOneAlone(text, names)).filter(({ name }) => !isAnimal(name));
  const add = (name: string, meaning: Meaning) => {
    const known = names.get(name);
    const below = standardThesaurus().below(meaning);
    if (known && !known.some((one) => one === meaning || below.includes(one))) known.push(meaning);
  };
  for (const { name, text } of about) for (const age of agesIn(text)) add(name, first(age));
  for (const [name, sex] of sexesOf(about)) {
    const { kin } = sex;
    for (const { of, is, told } of kin) {
      const known = names.get(name) ?? [];
      if (known.some((meaning) => of.has(meaning)) && !known.some((meaning) => told.has(meaning)))
        add(name, is);
    }
  }
  addFollowing(names, called, add);
}

/** What somebody is by being the kin of somebody else. */
function addFollowing(
  names: ReadonlyMap<string, readonly Meaning[]>,
  called: readonly Called[],
  add: (name: string, meaning: Meaning) => void,
): void {
  const { toChildren, inReturn, also, children } = kinship();
  const isChild = (name: string) => names.get(name)?.some((meaning) => children.has(meaning)) ?? false;
  const hasChildren = [...names.keys()].some(isChild);
  for (const { name, somebody, owner } of called) {
    for (const meaning of somebody) {
      const back = inReturn.get(meaning);
      const alike = also.get(meaning);
      const ofChildren = toChildren.get(meaning);
      if (back !== undefined && owner !== '') add(owner, back);
      if (alike !== undefined) add(name, alike);
      if (ofChildren !== undefined && hasChildren && !isChild(owner) && !isChild(name)) add(name, ofChildren);
    }
  }
}

/** The one whom a text names, with the text; none of a text that names several. */
function ofOneAlone({ text, spots }: SpottedText, names: ReadonlyMap<string, unknown>) {
  if (names.size === 0) return [];
  const written = new Set(spots.filter((spot) => isCapitalised(spot.text)).map((spot) => spot.text));
  const named = [...new Set([...written].map(folded))].filter((word) => names.has(word));
  const [name] = named;
  return name !== undefined && named.length === 1 ? [{ name, text, spots }] : [];
}

/** What people call somebody of an age that a text tells, as words of the thesaurus. */
export function agesIn(text: string): string[] {
  const { age, ages, numbers } = kinship();
  const found = age.exec(text.toLowerCase());
  const written = found?.[1] ?? found?.[2];
  if (written === undefined) return [];
  const valued =
    numbers.get(written) ??
    written.split('-').reduce((sum, part) => sum + (numbers.get(part) ?? Number(part)), 0);
  return ages.filter(({ from, to }) => valued >= from && valued <= to).map(({ is }) => is);
}

/** Name → the sex that most pronouns of the texts about it alone tell. */
function sexesOf(about: readonly { name: string; spots: readonly Spot[] }[]) {
  const { sexes } = kinship();
  const told = new Map<string, number[]>();
  for (const { name, spots } of about)
    for (const { text } of spots) {
      const sex = sexes.findIndex(({ isPronoun }) => isPronoun.has(text.toLowerCase()));
      if (sex < 0) continue;
      const counts = told.get(name) ?? sexes.map(() => 0);
      counts[sex] = (counts[sex] as number) + 1;
      told.set(name, counts);
    }
  return [...told].flatMap(([name, counts]) => {
    const most = Math.max(...counts);
    const sex = sexes[counts.indexOf(most)];
    return sex && counts.filter((count) => count === most).length === 1 ? [[name, sex] as const] : [];
  });
}
