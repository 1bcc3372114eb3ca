import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { seededRandom } from '../../pipelines/domain/seeded_random.ts';
import type { OfferFilter } from '../../warehouse/text/offers.ts';
import { Offers } from '../../warehouse/text/offers.ts';
import { encodeLine, type TextLine } from '../../warehouse/text/text_line.ts';

const VOCABULARY = 120_000;
const BRANDS = 6_000;
const TYPES = 1_500;
const SELLERS = 60;
/** Words of a description, and the letters that come before its rest, as publication parts them. */
const DESCRIPTION_WORDS = Number(process.env['DESCRIPTION_WORDS'] ?? 25);
const DESCRIPTION_LETTERS = 500;
const UNITS = ['GB', 'TB', 'W', 'ml', 'kg', 'mAh', 'inch', 'Hz'];
const COLOURS = ['Black', 'White', 'Silver', 'Red', 'Blue', 'Green', 'Grey', 'Gold', 'Pink', 'Brown'];
const SYLLABLES =
  'ba be bi bo ca ce co da de di do fa fe fi fo ga ge go ha he ka ke ki la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi vo wa xa ya za ar er in on el an or al'.split(
    ' ',
  );
/** Word frequencies fall with their rank to this power, about as in real titles. */
const ZIPF = 1.05;

/** Invented products whose words are as unevenly frequent as real ones; the same for the same size. */
export class SearchCorpus {
  readonly products: number;
  readonly #words: string[];
  readonly #rank: (random: () => number, most: number) => number;

  constructor(products: number) {
    this.products = products;
    this.#words = Array.from({ length: VOCABULARY }, (_, index) => wordOf(index));
    this.#rank = zipf(VOCABULARY);
  }

  line(product_no: number): TextLine {
    const random = randomOf(product_no * 2 + 1);
    const word = (most = VOCABULARY) => this.#words[this.#rank(random, most)] as string;
    const brandNo = this.#rank(random, BRANDS);
    const typeNo = this.#rank(random, TYPES);
    const brand = capital(this.#words[VOCABULARY - 1 - brandNo] as string);
    const model = modelOf(random);
    const measure = `${2 ** Math.floor(random() * 11)}${random() < 0.5 ? ' ' : ''}${UNITS[typeNo % UNITS.length]}`;
    const colour = COLOURS[Math.floor(random() * COLOURS.length)] as string;
    const type = `${this.#words[typeNo]} ${this.#words[(typeNo * 7) % TYPES]}`;
    const extras = Array.from({ length: 3 + Math.floor(random() * 5) }, () => word());
    return {
      product_no,
      rank: 0,
      brand,
      mpn: model,
      category: `area_${typeNo % 20}.sub_${typeNo % 200}.leaf_${typeNo}`,
      title: `${brand} ${model} ${type} ${extras.join(' ')} ${measure} ${colour}`,
      attributes: {
        'general.color': colour,
        'general.size': measure,
        'general.material': word(500),
        'general.use': word(3_000),
      },
      ...parted(Array.from({ length: DESCRIPTION_WORDS }, () => word()).join(' ')),
    };
  }

  /** Writes the lines of all products to a file. */
  async write(path: string): Promise<void> {
    const file = createWriteStream(path);
    for (let product = 0; product < this.products; product += 2_000) {
      const block: Uint8Array[] = [];
      for (let no = product; no < Math.min(this.products, product + 2_000); no++)
        block.push(encodeLine(this.line(no)), LINE_FEED);
      if (!file.write(Buffer.concat(block))) await once(file, 'drain');
    }
    file.end();
    await once(file, 'finish');
  }

  /** One to four offers a product. */
  offers(): Offers {
    const random = randomOf(99);
    const firsts = new Uint32Array(this.products + 1);
    for (let no = 0; no < this.products; no++)
      firsts[no + 1] = (firsts[no] as number) + 1 + Math.floor(random() * random() * 4);
    const count = firsts[this.products] as number;
    return Offers.of(
      {
        firsts,
        sellerNos: Uint16Array.from({ length: count }, () => Math.floor(random() * random() * SELLERS)),
        costs: Float64Array.from({ length: count }, () => 100 + Math.floor(200_000 * random() ** 3)),
        stock: Uint8Array.from({ length: count }, () => (random() < 0.8 ? 0 : 2)),
      },
      Array.from({ length: SELLERS }, (_, no) => `seller_${no}`),
    );
  }

  /** A query of one to five words of some product, some of them misspelt, the last often unfinished, many filtered. */
  query(number: number): { q: string; category?: string } & OfferFilter {
    const random = randomOf(number * 31 + 7);
    const line = this.line(Math.floor(random() * this.products));
    const words = line.title.split(' ');
    const count = 1 + Math.floor(random() * 5);
    const first = Math.floor(random() * Math.max(1, words.length - count));
    const chosen = words.slice(first, first + count);
    if (random() < 0.25) chosen[0] = misspelt(chosen[0] as string, random);
    if (random() < 0.4) {
      const last = chosen.pop() as string;
      chosen.push(last.slice(0, Math.max(2, Math.ceil(last.length * (0.4 + random() * 0.6)))));
    }
    const filter: OfferFilter & { category?: string } = {};
    if (random() < 0.2) filter.in_stock = true;
    if (random() < 0.2) filter.max_price_minor = 1_000 + Math.floor(random() * 50_000);
    if (random() < 0.15)
      filter.sellers = [`seller_${Math.floor(random() * 20)}`, `seller_${Math.floor(random() * 60)}`];
    if (random() < 0.15) filter.category = (line.category ?? '').split('.')[0] as string;
    return { q: chosen.join(' '), ...filter };
  }

  /** The same with a bound on what the product measures: one to three words of what it is, and `at least 16 GB`. */
  measured(number: number): string {
    const random = randomOf(number * 37 + 11);
    const { title, attributes } = this.line(Math.floor(random() * this.products));
    const [brand, , ...type] = title.split(' ');
    const words = random() < 0.3 ? [brand, ...type.slice(0, 2)] : type.slice(0, random() < 0.5 ? 1 : 2);
    const bound = BOUNDS[Math.floor(random() * BOUNDS.length)] as string;
    return [...words, bound, attributes?.['general.size']].join(' ');
  }
}

const BOUNDS = ['at least', 'under', 'at most', 'over'];

const parted = (text: string) => ({
  description: text.slice(0, DESCRIPTION_LETTERS),
  rest: text.slice(DESCRIPTION_LETTERS),
});

const LINE_FEED = Buffer.from('\n');

/** Neighbouring numbers begin streams far apart. */
const randomOf = (number: number): (() => number) => seededRandom(Math.imul(number, 0x9e3779b1));

function zipf(size: number): (random: () => number, most: number) => number {
  const sums = new Float64Array(size);
  for (let rank = 0; rank < size; rank++)
    sums[rank] = (rank === 0 ? 0 : (sums[rank - 1] as number)) + (rank + 3) ** -ZIPF;
  return (random, most) => {
    const wanted = random() * (sums[most - 1] as number);
    let low = 0;
    let high = most - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function wordOf(index: number): string {
  const random = randomOf(index + 1_000_003);
  const length = 2 + Math.floor(random() * 3);
  return (
    Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] as string).join('') +
    (index % 3 === 0 ? 'n' : '')
  );
}

function modelOf(random: () => number): string {
  const letter = () => String.fromCodePoint(65 + Math.floor(random() * 26));
  return `${letter()}${letter()}-${Math.floor(random() * 10_000)}${letter()}${Math.floor(random() * 10)}`;
}

function misspelt(word: string, random: () => number): string {
  const at = Math.floor(random() * Math.max(1, word.length - 1));
  return random() < 0.5
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
