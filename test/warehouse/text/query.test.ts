import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOf, OFFER, productsFound, randomText, titled } from './catalogue.ts';

describe('spelling', () => {
  it('a mistake is forgiven, and never beats the word as it is written', () => {
    expect(productsFound(titled('Sony headphones', 'Sony speaker'), { q: 'hedphones' })).toEqual([0]);
    fc.assert(
      fc.property(
        fc.constantFrom('headphone', 'keyboard', 'monitor', 'printer', 'charger'),
        fc.nat(8),
        randomText(3),
        (right, place, rest) => {
          // The first letter of a short word is taken as it is.
          const at = right.length > 8 ? place % right.length : 1 + (place % (right.length - 1));
          const wrong = right.slice(0, at) + right.slice(at + 1);
          // One product is misspelt, many are not: the misspelt word is a word of the index too.
          const index = titled(`${wrong} ${rest}`, ...Array.from({ length: 60 }, () => `${right} ${rest}`));
          expect(productsFound(index, { q: wrong })[0]).toBe(0);
          const reversed = titled(
            ...Array.from({ length: 60 }, () => `${wrong} ${rest}`),
            `${right} ${rest}`,
          );
          expect(productsFound(reversed, { q: right })[0]).toBe(60);
        },
      ),
    );
  });

  it('the first letter of a short word is not taken for another, but for its neighbour', () => {
    const index = titled('Press printer', 'Blender');
    expect(productsFound(index, { q: 'dress' })).toEqual([]);
    expect(productsFound(index, { q: 'rpess' })).toEqual([0]);
    expect(productsFound(index, { q: 'presd' })).toEqual([0]);
  });

  it('a guess is told, and outweighs no word that is written so', () => {
    const halo = Array.from({ length: 3 }, (_, no) => `Halo headphones ${no}`);
    const index = titled(...halo, 'Milk skimmed 1 l', 'Milk whole 1 l', 'Milk oat 1 l');
    const found = index.searchNow({ q: 'halq milk', more: true });
    expect(found.readAs).toEqual([{ word: 'halq', as: ['halo'] }]);
    expect(found.hits[0]?.product).toBeGreaterThanOrEqual(3);
    expect(index.searchNow({ q: 'halo milk' }).readAs).toEqual([]);
  });

  it('a word of English is not misspelt, nor its plural, unless it is unfinished', () => {
    const index = titled('Bran cereal', 'Beam lamp', 'Coffee capsules');
    const found = index.searchNow({ q: 'coffee beans', more: true });
    expect(found).toMatchObject({ unknown: ['bean'], readAs: [], total: 0, hits: [{ product: 2 }] });
    expect(productsFound(titled('Buses', 'Busts'), { q: 'boxes' })).toEqual([]);
    expect(productsFound(index, { q: 'beab' })).toEqual([1]);
    expect(productsFound(index, { q: 'bean', typing: true }).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it('a number is also the second of its kind, as titles count generations', () => {
    const index = titled('Pods Pro 2nd generation', 'Pods Pro', 'Pods Pro 12th', 'Pods 22nd', 'Pods 3e');
    const terms = (q: string) => {
      const group = index.parse(q).groups.find(({ text }) => text === q.split(' ')[1]);
      return group?.variants.filter(({ weight }) => weight > 0.5).map(({ term }) => index.term(term));
    };
    expect(terms('pods 2')).toEqual(['2nd']);
    expect(terms('pods 12')).toEqual(['12th']);
    expect(terms('pods 22')).toEqual(['22nd']);
    expect(terms('pods 3')).toEqual(['3e']);
    // What counts no generations has none.
    for (const q of ['pods 102', 'pods 02']) expect(terms(q) ?? [], q).toEqual([]);
  });

  it('a container that nothing here is called takes nothing from what it counts', () => {
    const index = titled('Lumo beer 24 x 330 ml', 'Lumo beer 6 x 330 ml', 'Vantor soap 24', 'Oak desk');
    for (const q of ['lumo beer 24 blikjes', 'lumo beer 24 cans']) {
      expect(index.parse(q).unknownMass, q).toBe(0);
      expect(productsFound(index, { q, more: true, things: true })[0], q).toBe(0);
    }
    for (const q of ['24 sachets', 'lumo beer sachets', 'lumo beer 24 pouches'])
      expect(index.parse(q).unknownMass, q).toBeGreaterThan(0);
  });

  it('words of asking are none of the thing, unless a title has them in a name', () => {
    const index = titled('Laptop 14', 'Just Dance 2024', 'Printer');
    expect(index.searchNow({ q: 'also just get me a laptop' })).toMatchObject({
      total: 1,
      unknown: [],
      hits: [{ product: 0 }],
    });
    expect(productsFound(index, { q: 'just dance' })).toEqual([1]);
    expect(index.parse('just dance').groups.map(({ text }) => text)).toEqual(['just', 'dance']);
    expect(productsFound(titled('Headphones wireless', 'Fil rouge'), { q: 'un casque sans fil' })).toEqual([
      0,
    ]);
  });

  it('a compound is its parts where one product has both, and else no word', () => {
    const index = titled(
      'UHT milk oat 1 l',
      'UHT milk almond 1 l',
      'Olive oil',
      'Ice cream strawberry',
      'Baby soap',
    );
    expect(productsFound(index, { q: 'hafermilch' })).toEqual([0]);
    expect(productsFound(index, { q: 'amandelmelk' })).toEqual([1]);
    expect(productsFound(index, { q: 'erdbeereis' })).toEqual([3]);
    expect(index.parse('babyöl').unknown).toEqual(['babyol']);
    expect(index.parse('olijfmelk').unknown).toEqual(['olijfmelk']);
  });

  it('in its own language a word means that, whatever is called so', () => {
    const index = titled('Lumo Latte machine', 'Milk 1 l');
    expect(index.parse('latte', { meaning: 'it' }).groups[0]?.variants.map(({ weight }) => weight)).toEqual([
      1, 1,
    ]);
    expect(index.parse('latte').groups[0]?.variants).toHaveLength(1);
  });

  it('what nobody here calls so is meant by its other name as much as by its own', () => {
    const index = titled('Coffee black', 'Coffee red', 'Milk black', 'Tea black');
    const massOf = (q: string) => index.parse(q).groups.map(({ variants }) => variants[0]?.weight);
    expect(massOf('kaffee')).toEqual([1]);
    expect(massOf('café')).toEqual([1]);
    expect(
      titled('Coffee', 'Café')
        .parse('kaffee')
        .groups[0]?.variants.map(({ weight }) => weight),
    ).toEqual([1, 1]);
    expect(
      titled('Coffee', 'Café')
        .parse('coffee')
        .groups[0]?.variants.map(({ weight }) => weight),
    ).toEqual([1, 0.4]);
  });

  it('words of grammar are not misspelt, short words begin none', () => {
    expect(productsFound(titled('Wht door', 'Laptop'), { q: 'what laptop' })).toEqual([1]);
    expect(productsFound(titled('Whole tomatoes'), { q: 'the who' })).toEqual([]);
    expect(productsFound(titled('Whole tomatoes'), { q: 'whol' })).toEqual([0]);
  });

  it('a solid word is two where a title has them side by side', () => {
    const apart = titled('Pods Alpine with air', 'Water filter');
    expect(productsFound(apart, { q: 'alpinepods' })).toEqual([]);
    expect(productsFound(apart, { q: 'waterfilter' })).toEqual([1]);
  });

  it('a word that is written as one and as two is found by either', () => {
    const index = titled('Band saw for metal', 'Bandsaw 90 W', 'Band with saw', 'Band');
    expect(productsFound(index, { q: 'bandsaw' }).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(
      productsFound(index, { q: 'band saw' })
        .slice(0, 2)
        .toSorted((a, b) => a - b),
    ).toEqual([0, 1]);
    expect(index.searchNow({ q: 'bandsaw' }).readAs).toEqual([]);
    // Of two names of a thing neither is lost, whichever more products here have.
    const washers = titled('FL washer', 'Washing machine 9 kg', 'Washing machine 7 kg', 'Coffee machine');
    expect(productsFound(washers, { q: 'lavadora' }).toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
    expect(productsFound(titled('FL washer', 'Washing line'), { q: 'lavadora' })).toEqual([0]);
    // What nobody here writes as one was read as the two, and is told.
    expect(titled('Water filter').searchNow({ q: 'waterfilter' }).readAs).toEqual([
      { word: 'waterfilter', as: ['water filter'] },
    ]);
  });

  it('a colour is the same by any of its names', () => {
    const one = (title: string) => ({ texts: [{ title }], offers: [OFFER] });
    const index = indexOf(
      ['Fern mug, black', 'Fern mug, blk', 'Fern mug, schwarz', 'Fern mug, sage'].map(one),
    );
    const { hits } = index.searchNow({ q: 'black mug' });
    expect(hits.map(({ product }) => product).slice(0, 3)).toEqual([0, 1, 2]);
    expect(new Set(hits.slice(0, 3).map(({ key }) => key.toFixed(3))).size).toBe(1);
  });

  it('a maker’s name is no colour', () => {
    const of = (brand: string, title: string) => ({ texts: [{ brand, title }], offers: [OFFER] });
    const mugs = [of('Fern', 'Fern mug, brown'), of('Fern', 'Fern mug, green')];
    expect(productsFound(indexOf([of('Braun', 'Braun shaver'), ...mugs]), { q: 'braun' })).toEqual([0]);
    expect(productsFound(indexOf([of('Lumo', 'Rasierer, braun'), ...mugs]), { q: 'braun' })).toHaveLength(2);
  });

  it('of a phrase for what nobody here writes its words stand together', () => {
    // A kitchen machine, which a stand mixer is, and any machine of a kitchen.
    expect(titled('Machine', 'Kitchen stand').parse('stand mixer').unknown).toEqual(['mixer']);
    expect(titled('Kitchen machine', 'Kitchen stand').parse('stand mixer').unknown).toEqual([]);
    expect(productsFound(titled('Dog lead', 'Pet bed'), { q: 'cable' })).toEqual([]);
  });

  it('a title that has a phrase is found by the one word for it that others write, after what has the word', () => {
    const one = (title: string) => ({ texts: [{ title }], offers: [OFFER] });
    const index = indexOf(
      ['Vantor 512 GB internal solid state drive', 'Kestrix SSD 512 GB', 'Solid oak state desk'].map(one),
    );
    expect(productsFound(index, { q: 'ssd' })).toEqual([1, 0]);
    expect(productsFound(index, { q: 'ssd 512 gb' })).toEqual([1, 0]);
    // Where nobody writes the word, the phrase is none.
    const other = indexOf(['Vantor 512 GB internal solid state drive', 'Oak desk'].map(one));
    expect(other.parse('ssd').unknown).toEqual(['ssd']);
  });

  it('where a word that decides is unknown, what has the others only follows', () => {
    const index = titled('Laptop 14', 'Laptop 15', 'Milk');
    expect(index.searchNow({ q: 'laptop qzxvkwj', more: true })).toMatchObject({
      total: 0,
      further: 2,
      unknown: ['qzxvkwj'],
      hits: [{ product: 0 }, { product: 1 }],
    });
    expect(index.searchNow({ q: 'laptop qzxvkwj', more: true, sort: 'price_asc' })).toMatchObject({
      total: 0,
      further: 0,
      hits: [],
    });
    // Nothing here is a jacket, and `long` and `dark` are no things; sneakers, chargers and what Acme makes are.
    const of = (brand: string, category: string, title: string) => ({
      texts: [{ brand, category, title }],
      offers: [OFFER],
    });
    const shop = indexOf([
      of('Campo', 'food.rice', 'Long grain rice 500g'),
      of('Campo', 'food.rice', 'Brown rice 1kg'),
      of('Campo', 'food.rice', 'White rice 1kg'),
      of('Acme', 'shoes.casual_shoes', 'Sneakers black'),
      of('Acme', 'shoes.casual_shoes', 'Sneakers dark black'),
      of('Acme', 'parts.chargers', 'Wall unit 14'),
    ]);
    const followers = (q: string) => shop.searchNow({ q, more: true }).further;
    expect(followers('long jaquette')).toBe(0);
    expect(followers('black jaquette')).toBe(0);
    expect(followers('14 jaquette')).toBe(0);
    expect(followers('a jaquette for long walks')).toBe(0);
    expect(followers('sneakers qzxvkwj')).toBe(2);
    expect(followers('acme qzxvkwj')).toBe(3);
    expect(followers('rice qzxvkwj')).toBe(3);
    expect(followers('something for long jaquette')).toBe(1);
    // Whom it is for and its size name nothing that is there.
    const coats = indexOf([
      of('Acme', 'clothing.mens', 'Coat mens xl'),
      of('Acme', 'clothing.mens', 'Vest xl'),
    ]);
    expect(coats.searchNow({ q: 'qzxvkwj mens xl', more: true }).further).toBe(0);
    expect(coats.searchNow({ q: 'qzxvkwj coat xl', more: true }).further).toBe(2);
    // What is not the thing itself may be missing.
    expect(followers('qzxvkwj long')).toBe(1);
    // What ranks without being asked for may be unknown.
    expect(index.searchNow({ q: 'laptop', uses: 'qzxvkwj', more: true })).toMatchObject({
      total: 2,
      unknown: [],
    });
    // A bag is another thing than the laptop that it is for.
    expect(index.searchNow({ q: 'laptop bag', more: true })).toMatchObject({
      total: 0,
      further: 0,
      hits: [],
    });
    expect(productsFound(index, { q: 'laptop for a bag' })).toEqual([0, 1]);
    // Where nothing is called spare, a battery is what is asked for.
    const batteries = titled('Laptop battery', 'Laptop', 'Mouse', 'Desk');
    expect(productsFound(batteries, { q: 'spare laptop battery' })[0]).toBe(0);
  });

  it.each([
    ['half gallon milk', 'Milk 0.5 gal'],
    ['half gallon milk', 'Milk 1.89 l'],
    ['half liter water', 'Water 500 ml'],
    ['39.6 cm laptop', 'Laptop 15.6 inch'],
    ['16 oz coffee', 'Coffee 1 lb'],
    ['negro', 'Ink black'],
    ['schwarze', 'Tinta negra'],
    ['grey', 'Laptop gray'],
  ])('%s finds %s', (q, title) => {
    expect(productsFound(titled('Something else', title, 'Milk 2 l', 'Laptop 14 inch'), { q })[0]).toBe(1);
  });

  it('digits are never taken for others', () => {
    expect(productsFound(titled('Sony WH-1000XM4', 'Sony WH-1000XM5'), { q: 'wh1000xm5' })).toEqual([1]);
    expect(productsFound(titled('Sony WH-1000XM4'), { q: 'xm6' })).toEqual([]);
  });

  it.each([
    ['headph', 'Sony headphones'],
    ['sony head', 'Sony headphones'],
    ['wireles mouse', 'Wireless mouse'],
    ['glas jar', 'Glass jar'],
    ['play station', 'PlayStation 5 console'],
    ['playstation', 'PlayStation 5 console'],
    ['iphone 128', 'iPhone 13 128GB'],
    ['usb c', 'USB-C cable'],
    ['usbc', 'USB-C cable'],
    ['television', 'Samsung TV'],
    ['חלב', 'חלב תנובה 3% 1 ליטר'],
    ['\u200fחלב\u200b', 'חלב תנובה 3% 1 ליטר'],
  ])('%s finds %s', (q, title) => {
    expect(productsFound(titled(title, 'Something else'), { q })).toEqual([0]);
  });
});

it('by another name a thing tells no more than by the one that most have here', () => {
  const index = indexOf(
    [
      'Elektrische Zahnbürste',
      ...Array.from({ length: 9 }, (_, no) => `Electric kettle ${no}`),
      'Bike bell',
    ].map((title) => ({ texts: [{ title }], offers: [OFFER] })),
  );
  const mass = (q: string) => index.parse(q).groups[0]?.mass;
  expect(mass('elektrische')).toBe(mass('electric'));
  // A part of a word is no name of it, nor is what is only near to it.
  expect(mass('elektrische')).toBeLessThan(mass('zahnbürste') ?? 0);
});
