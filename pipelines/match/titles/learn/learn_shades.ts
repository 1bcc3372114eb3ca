import { SHADES } from '../../../attributes/shades.ts';
import { foldText } from '../../../text/fold.ts';
import { PART } from '../../../text/titled_size.ts';
import { areOtherHues, type Coloured, hueIn, type Shades } from '../compare/shades.ts';
import { hashText } from '../read/hash.ts';
import { SHADE_BITS, shadesOf } from '../read/reading.ts';

/**
 * Learns by which words a catalogue names colours that are in no list of colours: those of fields for colours that name none
 * of the known ones, those that a seller's titles have in the place of a known one, and names of shades that are a part of a
 * title by themselves (`, Tan`). A word that listings of one item were seen
 * to differ by is none: sellers call that shade otherwise.
 */
export class ShadeTeacher {
  readonly #words = new Set<number>();

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
  veto(one: Coloured, other: Coloured): void {
    const isShade = (shade: number) => this.#words.has(shade);
    const [left, right] = [hueIn(one, isShade), hueIn(other, isShade)];
    if (!areOtherHues(left, right)) return;
    for (const shade of [...left.shades, ...right.shades]) this.#words.delete(shade);
  }

  finish(): Shades {
    return Uint32Array.from(this.#words).sort();
  }
}
