import { CONSUMPTION } from '../../pipelines/domain/consumption.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { headsOfListing } from '../../pipelines/equivalence/heads.ts';
import { CONSUMABLES, listed, roleOf } from '../../pipelines/equivalence/roles.ts';
import { titleParts } from '../../pipelines/equivalence/title_parts.ts';
import { foldedParts, foldKey } from '../../pipelines/text/fold.ts';
import { isHolder } from '../../pipelines/text/holders.ts';
import { COLOR_WORDS, SUPPLY_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { Deps } from '../http/deps.ts';
import { rankedCandidates } from '../search/semantic_ranking.ts';
import { codesIn, productsTelling } from './told_codes.ts';

/** Products of what a text finds that are looked at for what is used up. */
const MOST_LOOKED_AT = 200;
/** Words of the longest name of a device that is looked for in a text. */
const LONGEST_NAME = 6;
/** A shorter name, or one less its maker, could be any word or number. */
const LEAST_LETTERS = 3;
const LEAST_WITHOUT_MAKER = 5;

/** By its place, or since it is called so: few sellers say where ink belongs. */
export const isUsedUp = ({ product }: { product: Product }): boolean =>
  CONSUMABLES.has(product.category ?? '') || isCalledSupply(product);

/** Whether most titles call it what is used up, by a name that is not among those: a filter for a `dyson v10`. */
export function isCalledSupply({ listings }: Product, said: ReadonlySet<string> = new Set()): boolean {
  const called = listings.filter((listing) => {
    const isIn = (words: Iterable<string>) =>
      [...words].some((word) => SUPPLY_WORDS.has(word) && !said.has(word));
    const heads = headsOfListing(listing).map(({ word }) => word);
    // `Ink Bottle`
    const isHeld =
      heads.some(isHolder) &&
      isIn(titleParts(listing.title, listing.brand).name.flatMap(({ words }) => words));
    return isIn(heads) || isHeld;
  });
  return called.length * 2 > listings.length;
}

/** What a product says that it fits, folded. */
const fitsOf = ({ listings }: Product): string[] =>
  listings.flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([key, value]) => (roleOf(key) === 'fit' ? listed(value) : [])),
  );

/** The runs of words of a text, each folded into one. */
function runsOf(text: string): ReadonlySet<string> {
  const parts = foldedParts(text);
  return new Set(
    parts.flatMap((_, from) =>
      Array.from({ length: LONGEST_NAME }, (_none, more) => parts.slice(from, from + more + 1).join('')),
    ),
  );
}

/** Of what a product fits, what a text names: whole, or less the maker where a number is left (`laserone2620`). */
function namedIn(runs: ReadonlySet<string>, product: Product): string[] {
  const maker = foldKey(product.brand ?? '');
  return fitsOf(product).filter((name) => {
    const own = maker !== '' && name.startsWith(maker) ? name.slice(maker.length) : '';
    const isModel = own.length >= LEAST_WITHOUT_MAKER && /\d/.test(own);
    return (name.length >= LEAST_LETTERS && runs.has(name)) || (isModel && runs.has(own));
  });
}

/**
 * Where consumables are asked for, and the text names what some of them fit: those that fit it. One that states nothing
 * must name it in a title.
 */
export function forTheDevice<One extends { product: Product }>(found: readonly One[], text: string): One[] {
  const runs = runsOf(text);
  const named = new Set(found.filter(isUsedUp).flatMap(({ product }) => namedIn(runs, product)));
  if (named.size === 0) return [...found];
  return found.filter((one) => {
    if (!isUsedUp(one)) return true;
    const fits = fitsOf(one.product);
    const names = fits.length > 0 ? fits : one.product.listings.map(({ title }) => foldKey(title));
    return names.some((name) => [...named].some((device) => name.includes(device)));
  });
}

/**
 * What is used up by the device that a text names: by what products say that they fit, else what is called so and has the
 * device's code anywhere in its text. None where neither tells.
 */
export async function suppliesNamed(deps: Deps, text: string, signal?: AbortSignal): Promise<Supply[]> {
  const { candidates } = await rankedCandidates(deps, { asked: text, uses: '', isNamed: true }, {});
  const numbers = candidates.slice(0, MOST_LOOKED_AT).map(({ product }) => product);
  const runs = runsOf(text);
  const found = await suppliesOf(deps, numbers, signal);
  const fitting = found.filter(({ product }) => isUsedUp({ product }) && namedIn(runs, product).length > 0);
  if (fitting.length > 0) return fitting;
  const telling = productsTelling(await deps.snapshot.searchIndex(), codesIn(text));
  const told = await suppliesOf(deps, [...telling], signal);
  return told.filter(({ product }) => isCalledSupply(product));
}

/** A product, and its number in the index of words. */
interface Supply {
  number: number;
  product: Product;
}

const suppliesOf = async (
  { snapshot }: Deps,
  numbers: readonly number[],
  signal?: AbortSignal,
): Promise<Supply[]> =>
  (await snapshot.products(numbers, signal)).map((product, at) => ({
    number: numbers[at] as number,
    product,
  }));

/** The colours that a text names, in English; of several one supply is not enough. */
export const colorsNamed = (text: string): string[] =>
  [...new Set(wordsOf(text).flatMap(({ text: word }) => COLOR_WORDS.get(word) ?? []))].sort();

/** Of several slots that no colour of the text chooses between what goes into the one that every device has: black. */
export function ofUsualSlot<One extends { product: Product; variant_id: string }>(
  found: readonly One[],
  text: string,
): One[] {
  if (!found.every(isUsedUp)) return [...found];
  const stated = found.map(({ product, variant_id }) => slotsOf(product, variant_id));
  const titled = found.map(({ product }) => product.listings.flatMap(({ title }) => colorsNamed(title)));
  const slots = stated.every((own) => own.length === 0) && areInks(titled.flat()) ? titled : stated;
  const [color] = colorsNamed(text);
  if (new Set(slots.flat()).size < 2) return [...found];
  return found.filter((_, at) => slots[at]?.some((slot) => slot === (color ?? USUAL_SLOT)));
}

/** Whether colours that titles name are those that are printed with: a coffee is called black, too. */
const areInks = (colors: readonly string[]): boolean =>
  colors.includes(USUAL_SLOT) && ['cyan', 'magenta', 'yellow'].some((color) => colors.includes(color));

/** The slot that was taken for a product that fills one of several, though the text names none; null where it does. */
export const slotTaken = (product: Product, text: string): string | null =>
  isUsedUp({ product }) && slotsOf(product).includes(USUAL_SLOT) && colorsNamed(text).length === 0
    ? USUAL_SLOT
    : null;

const SLOTS: readonly string[] = CONSUMPTION.flatMap(({ slot }) => slot ?? []);
const USUAL_SLOT = 'black';

/** The names of the colours of the slots that it goes into, by its listings, of one variant or of all. */
const slotsOf = ({ listings }: Product, variant_id?: string): string[] =>
  listings
    .filter((listing) => variant_id === undefined || listing.variant_id === variant_id)
    .flatMap(({ attributes }) =>
      SLOTS.flatMap((slot) => (attributes[slot] === undefined ? [] : colorsNamed(attributes[slot]))),
    );
