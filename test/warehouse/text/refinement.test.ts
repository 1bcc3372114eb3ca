import { describe, expect, it } from 'vitest';
import { indexOf, OFFER, productsFound, titled } from './catalogue.ts';

describe('the best', () => {
  it('the brand that a query names comes before others that only speak of it', () => {
    const of = (brand: string, title: string) => ({ texts: [{ brand, title }], offers: [OFFER] });
    const index = indexOf([
      of('Xerox', 'Xerox toner as HP for HP'),
      of('HP', 'HP black toner cartridge with more'),
    ]);
    expect(productsFound(index, { q: 'hp toner' })).toEqual([1, 0]);
    expect(productsFound(index, { q: 'hp toner', refined: false })).toEqual([0, 1]);
  });

  it('a word by itself is the name of a thing, not of what goes with it', () => {
    const index = titled(
      'Notebook sleeve',
      'Notebook Kestrix in black with more words',
      'Stand for notebook',
    );
    expect(productsFound(index, { q: 'notebook' })[0]).toBe(1);
    expect(productsFound(index, { q: 'notebook sleeve' })[0]).toBe(0);
    // What only ranks beside it names no other thing.
    const others = titled('Notebook sleeve', 'Notebook Kestrix in black with more words', 'Pen, silver');
    expect(productsFound(others, { q: 'notebook', uses: 'silver' })[0]).toBe(1);
  });

  it('a title that goes on from the word to the name of another thing is that thing', () => {
    const of = (category: string, title: string) => ({ texts: [{ category, title }], offers: [OFFER] });
    const last = (title: string) => {
      const index = indexOf([
        of('computers.filters', title),
        of('computers.laptops', 'Kestrix 14 laptop with a screen and a filter against dust, black'),
        of('computers.notebooks', 'Notebook'),
      ]);
      return productsFound(index, { q: 'laptop' }).findIndex((no) => no === 0) > 0;
    };
    expect(last('Laptop filter')).toBe(true);
    expect(last('Laptop slim privacy filter')).toBe(true);
    expect(last('Laptop power adapter')).toBe(true);
    // Too far away, behind a number or a word that only joins, or before the last time that it is named.
    expect(last('Laptop very slim privacy filter')).toBe(false);
    expect(last('Laptop 14 filter')).toBe(false);
    expect(last('Laptop with filter')).toBe(false);
    expect(last('Laptop filter laptop')).toBe(false);
    // Another name of the thing itself is no other thing.
    expect(last('Laptop notebook')).toBe(false);
    // Behind a stop it is told what the thing is like.
    for (const stop of [', ', ' - ', '; ', ' (', ' | '])
      expect(last(`Laptop${stop}filter against dust`), stop).toBe(false);
    expect(last('Laptop & filter')).toBe(true);
  });

  it('a word for goods is the name of a thing, too, where no category is called so', () => {
    const of = (category: string, title: string) => ({ texts: [{ category, title }], offers: [OFFER] });
    const first = (word: string) => {
      const index = indexOf([
        of('computers.desktops', `Kestrix 256 GB ${word} tower desktop`),
        of('computers.drives', `Kestrix drive of many a good kind, with more words, 256 GB, ${word}`),
      ]);
      return productsFound(index, { q: word })[0];
    };
    expect(first('ssd')).toBe(1);
    // Of a name that no list has nobody knows whether what follows is another thing.
    expect(first('zorbo')).toBe(0);
    // What goods are like is none: a red desktop is as red as a drive.
    for (const word of ['red', 'wireless', 'women']) expect(first(word), word).toBe(0);
  });

  it('a stand is no stand mixer, whatever it is for', () => {
    const of = (category: string, title: string) => ({ texts: [{ category, title }], offers: [OFFER] });
    const index = indexOf([
      of('home.stand_mixers', 'Kestrix stand mixer'),
      of('music.pianos', 'Stand of solid beech wood, black, with bolts, fits most digital models'),
    ]);
    expect(productsFound(index, { q: 'stand for digital piano' })[0]).toBe(1);
    expect(productsFound(index, { q: 'stand mixer' })[0]).toBe(0);
  });

  it('goods beside nothing but their maker’s name are those goods, not what is for them', () => {
    const of = (title: string, brand = 'Vantor') => ({ texts: [{ title, brand }], offers: [OFFER] });
    const index = indexOf([
      of('Vantor roller for Vantor stand mixers'),
      of('Vantor tilt-head stand mixer, 300 W, 5 qt bowl, red, with a flat beater and a dough hook'),
      of('Vantor roller for Vantor zorbo'),
      of('Vantor tilt-head zorbo, 300 W, 5 qt bowl, red, with a flat beater and a dough hook'),
      of('Oak desk', 'Oak'),
    ]);
    expect(productsFound(index, { q: 'vantor mixer' })[0]).toBe(1);
    // Of what no list has, and beside more than a maker's name, nothing tells which word is the thing.
    expect(productsFound(index, { q: 'vantor zorbo' })[0]).toBe(2);
    expect(productsFound(index, { q: 'vantor roller mixer' })[0]).toBe(0);
  });

  it('what is used up in a thing is not the thing, unless its title or its category calls it so', () => {
    const of = (title: string, more: { description?: string; category?: string }) => ({
      texts: [{ title, ...more, category_stated: more.category !== undefined }],
      offers: [OFFER],
    });
    const index = indexOf([
      of('Vantor printer 2850', { description: 'Ink from a tank, ink for years, ink that does not dry' }),
      of('Bottle 102, fits Vantor, black, 127 ml, sealed, genuine', { category: 'office.ink' }),
      of('Vantor ink, black, 127 ml, sealed, genuine, made to last', {}),
      ...Array.from({ length: 9 }, () => of('Oak shelf 2850', {})),
    ]);
    expect(new Set(productsFound(index, { q: 'vantor ink 2850' }).slice(0, 2))).toEqual(new Set([1, 2]));
    expect(productsFound(index, { q: 'vantor 2850' })[0]).toBe(0);
    // Of what is not used up a description tells, too.
    const other = indexOf([
      of('Vantor 2850', { description: 'Printer, a printer for home, printer with wifi' }),
      of('Vantor printer, black, sealed, genuine, made to last', {}),
    ]);
    expect(productsFound(other, { q: 'vantor printer 2850' })[0]).toBe(0);
  });

  it('a thing with words beside it is that thing, too, not what goes with it', () => {
    const of = (category: string, title: string) => ({ texts: [{ category, title }], offers: [OFFER] });
    const index = indexOf([
      of('home.bedding', 'Mattress protector, queen'),
      of('home.mattresses', 'Sleepwell hybrid mattress of ten inches for a queen, king or single bed'),
      of('home.bedding', 'Queen sheet for mattress'),
      of('home.mattresses', 'Mattress frame, queen'),
      of('home.frames', 'Frame of oak'),
    ]);
    expect(productsFound(index, { q: 'queen mattress' })[0]).toBe(1);
    expect(productsFound(index, { q: 'queen mattress protector' })[0]).toBe(0);
    // Who names both wants both.
    expect(productsFound(index, { q: 'queen mattress frame' })[0]).toBe(3);
  });

  it('a word that is written twice is meant twice, with what stands between', () => {
    const first = (q: string) =>
      productsFound(
        titled(
          'USB-C to Lightning cable',
          'USB-C hub with USB-C',
          'Braided cable, USB-C to USB-C',
          'Oak desk',
          'Oak shelf',
          'Oak bed',
        ),
        { q },
      )[0];
    expect(first('usb-c to usb-c cable')).toBe(2);
    expect(first('usb-c to usb-c')).toBe(2);
    expect(first('usb-c to lightning cable')).toBe(0);
  });

  it('the kind that is known of a name is not the thing where another word ends it', () => {
    const of = (category: string, title: string) => ({ texts: [{ category, title }], offers: [OFFER] });
    const index = indexOf([
      of('office.furniture', 'Computer stand with desk'),
      of('it.computers', 'Computer with a place on every desk of the house and of the office'),
    ]);
    expect(productsFound(index, { q: 'computer desk' })).toEqual([0, 1]);
  });

  it('what has the word for the thing comes before what has only the amount beside it', () => {
    const others = Array.from({ length: 8 }, (_, no) => `Oak shelf ${no}`);
    const of = (...titles: string[]) => productsFound(titled(...titles, ...others), { q: 'webcam 1080p' });
    // What has the amount alone only follows.
    expect(of('Cable 1080p', 'Screen 1080p', 'Vantor webcam', 'Kestrix webcam')).toEqual([2, 3]);
    const { hits } = titled('Cable 1080p', 'Vantor webcam', 'Kestrix webcam', ...others).searchNow({
      q: 'webcam 1080p',
      more: true,
    });
    expect(hits.map(({ product }) => product)).toEqual([1, 2, 0]);
    // Two fifths of what the words tell are enough with that word, and half without it.
    expect(of('Cable 1080p', 'Vantor webcam', 'Kestrix webcam')).toEqual([1, 2]);
    expect(of('Cable 1080p', 'Screen 1080p', 'Vantor webcam')).toEqual([2]);
    // A code and a number are of a name.
    const coded = titled('Oak t480', 'Pine t480', 'Vantor webcam', 'Kestrix webcam', ...others);
    expect(productsFound(coded, { q: 'webcam t480' })).toEqual([0, 1, 2, 3]);
  });

  it('what is called as the thing comes before what has the word in its specifications alone', () => {
    const of = (title: string, attributes: Record<string, string>, description: string) => ({
      texts: [{ title, attributes, description }],
      offers: [OFFER],
    });
    const sockets = { 'general.sockets': 'headset' };
    const wireless = { 'general.wireless': 'bluetooth' };
    const notebook = of('Kestrix notebook, Bluetooth', sockets, 'Of the usual kind');
    const first = (title: string, description = 'Of the usual kind') => {
      const shelves = Array.from({ length: 8 }, (_, no) => of(`Oak shelf ${no}`, {}, 'A wide shelf'));
      const kind = { texts: [{ title: 'Orlo, Bluetooth', category: 'audio.headsets' }], offers: [OFFER] };
      const index = indexOf([notebook, of(title, wireless, description), kind, ...shelves]);
      return productsFound(index, { q: 'bluetooth headset' })[0];
    };
    expect(first('Vantor headset, black')).toBe(1);
    // A description says what a thing is, too.
    expect(first('Vantor', 'A headset')).toBe(1);
    expect(first('Vantor, black, model of the year', 'A wide shelf')).toBe(0);
  });

  it('a word of which the others are unknown is the name of a thing like one by itself', () => {
    const index = indexOf([
      { texts: [{ title: 'Coffee ice, coffee cream, coffee' }], offers: [OFFER] },
      {
        texts: [
          {
            title: 'Ground dark roast of the north, strong and bold, coffee, 500 g',
            category: 'food.coffee',
            category_stated: true,
          },
        ],
        offers: [OFFER],
      },
    ]);
    expect(index.searchNow({ q: 'coffee beans', more: true }).hits[0]?.product).toBe(1);
    expect(index.searchNow({ q: 'coffee', more: true }).hits[0]?.product).toBe(1);
  });

  it('a word by itself that names a category begins with what sellers put there', () => {
    const of = (category: string, title: string, category_stated = true) => ({
      texts: [{ category, title, category_stated }],
      offers: [OFFER],
    });
    const ice = of('food.ice_cream', 'Coffee flavour');
    const capsules = (isStated: boolean) =>
      of('drinks.coffee_capsules', 'Crema capsules of coffee for machines of all makers', isStated);
    expect(productsFound(indexOf([ice, capsules(true)]), { q: 'coffee' })).toEqual([1, 0]);
    expect(productsFound(indexOf([ice, capsules(false)]), { q: 'coffee' })).toEqual([0, 1]);
    // A mouse pad's category names mice, but holds pads.
    const mice = [
      of('office.mouse_pads', 'Mouse gel'),
      of('office.mice_trackballs', 'Optical mouse with cable, black'),
    ];
    expect(productsFound(indexOf(mice), { q: 'mouse' })[0]).toBe(1);
  });

  it('what is sold new and can be had comes before what is found equally well', () => {
    const of = (stock: number) => ({ texts: [{ title: 'Kestrix laptop' }], offers: [{ ...OFFER, stock }] });
    expect(productsFound(indexOf([of(2), of(1), of(0)]), { q: 'laptop' })).toEqual([1, 2, 0]);
    const used = indexOf([of(0), of(0), of(2)], {}, Uint8Array.of(1, 0, 0));
    expect(productsFound(used, { q: 'laptop' })).toEqual([1, 0, 2]);
    // What is found better stays before it.
    const better = { texts: [{ title: 'Kestrix laptop' }], offers: [{ ...OFFER, stock: 2 }] };
    const less = { texts: [{ title: 'Lumenta laptop of the usual kind' }], offers: [OFFER] };
    expect(productsFound(indexOf([less, better]), { q: 'kestrix laptop' })).toEqual([1]);
  });

  it('words that stand together in the title come before the same words apart', () => {
    expect(
      productsFound(titled('case for red laptop stands', 'red stands for laptop case'), { q: 'laptop case' }),
    ).toEqual([1, 0]);
  });
});
