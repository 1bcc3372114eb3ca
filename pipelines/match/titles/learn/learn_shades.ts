import { SHADES } from '../../../attributes/shades.ts';
import { foldText } from '../../../text/fold.ts';
import { PART } from '../../../text/titled_size.ts';
import { areOtherHues, type Coloured, type Hue, hueIn, type Shades, shadesFrom } from '../compare/shades.ts';
import { hashText } from '../read/hash.ts';
import { SHADE_BITS, shadesOf } from '../read/reading.ts';

/**
 * Learns by which words a catalogue names colours that are in no list of colours: those of fields for colours that name none
 * of the known ones, those that a seller's titles have in the place of a known one, and names of shades that are a part of a
 * title by themselves (`, Tan`). Two words that listings of one item are told by, each alone, name one shade (`cream`,
 * `crema`); any other word that these were seen to differ by is none, for sellers call that shade otherwise.
 */
export class ShadeTeacher {
  readonly #words = new Set<number>();
  /** Of a word another one for the same shade, up to the one that stands for all. */
  readonly #names = new Map<number, number>();

  /** A colour as a feed declares it. */
  addDeclared(color: string): void {
    for (const { value } of shadesOf(color)) this.#words.add(value);
  }

  /** A title, of which parts may be shades. */
  addTitle(title: string): void {
    for (const part of foldText(title).split(PART)) if (SHADES.has(part)) this.addWord(hashText(part));
  }

  /** The id of a word that stands in a colour's place. */
  addWord(id: number): void {
    this.#words.add(id & SHADE_BITS);
  }

  /** Two listings of different sellers that are one item, once all words were added. */
  join(one: Coloured, other: Coloured): void {
    const hues = [one, other].map((said) => hueIn(said, (word) => (this.#words.has(word) ? word : null)));
    const [left, right] = hues as [Hue, Hue];
    if (!areOtherHues(left, right)) return;
    const [word, ...more] = [...left.shades];
    const [same, ...others] = [...right.shades];
    if (word !== undefined && same !== undefined && more.length + others.length === 0)
      this.#names.set(this.#nameOf(word), this.#nameOf(same));
    else for (const shade of [...left.shades, ...right.shades]) this.#words.delete(shade);
  }

  #nameOf(word: number): number {
    const name = this.#names.get(word);
    return name === undefined || name === word ? word : this.#nameOf(name);
  }

  finish(): Shades {
    return shadesFrom([...this.#words].map((word) => [word, this.#nameOf(word)] as const));
  }
}
