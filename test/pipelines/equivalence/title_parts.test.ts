import { describe, expect, test } from 'vitest';
import { titleParts } from '../../../pipelines/equivalence/title_parts.ts';

const name = (title: string, brand: string | null = 'Acme') =>
  titleParts(title, brand)
    .name.map(({ words }) => words.join(' '))
    .join(' | ');

describe('the part of a title that names the thing', () => {
  test.each([
    // Up to the first comma or dash behind a word for a thing, whatever stands in brackets.
    ['Acme Rambler Insulated Water Bottle, Dishwasher Safe, Straw', 'rambler insulated water bottle'],
    ['Acme - Flash (1st Generation) Camping Stove - 1 L - Red', 'flash camping stove'],
    // What a thing has does not name it, unless nothing else does.
    ['Acme Fold TV with Wall Mount', 'fold tv'],
    ['Acme Rambler w/ Chug Cap Insulated Bottle 26oz Navy', 'rambler | chug cap insulated bottle'],
    // Nor does what stands behind an amount or is said of its state.
    ['Acme Quencher Tumbler 40oz Cream straw handle', 'quencher tumbler'],
    ['Fully Certified Refurbished Pocket Phone', 'pocket phone'],
    // Colours, whom it is for and numbers of models are no words of the name.
    ["Acme Ghost16 Women's Running Shoes Blue", 'ghost running shoe'],
    ['Acme WH-1000XM5 Wireless Headphones', 'wireless headphone'],
    // A name that is no word is more often the maker's than the thing's.
    ['Acme iPad 10W USB Power Adapter', 'ipad | usb power adapter'],
    // A slash joins two colours, or two words for the thing.
    ['Acme Rambler Hair Dryer Iron/Fuchsia', 'rambler hair dryer'],
    ['Acme CD Player/Changer', 'cd player & changer'],
    // A number counts what the thing has, and what is said of a replacement stays.
    ['Acme Digital Piano 88 Keys, Black', 'digital piano'],
    ['Acme Straw Lid Replacement Wide', 'straw lid replacement'],
    // A colour of two words ends no name, and what one does with a thing is none.
    ['Acme lime green water hose', 'lime water hose'],
    ['Acme Slip-On Loafer', 'loafer'],
    // A case of packs holds the thing.
    ['Acme Digital Time Recorder Case Pack 1', 'digital time recorder'],
    // What is measured behind a generation ends no name.
    ['Acme Fuel Gen 4 1/4 in. Hex Impact Driver', 'fuel gen hex impact driver'],
    // Where the thing stands first, behind it stands what it is called.
    ['Acme Shampoo Keratin Smooth', 'shampoo keratin smooth'],
    // What a thing is kept in does not name it.
    ['Acme AirPods with Charging Case', 'airpod'],
    // A compatible thing is what it replaces.
    ['Acme TN760 Compatible Replacement for Fold Toner Cartridge', 'fold toner cartridge'],
  ])('%s', (title, expected) => {
    expect(name(title)).toBe(expected);
  });

  test('where nobody declares a maker, the first word is one', () => {
    expect(name('Apple 8GB Player', null)).toBe('player');
    // In a script of which no words are known it may as well be the thing.
    expect(name('טופו קראנץ 470 גרם', null)).toBe('טופו קראנץ');
  });
});

describe('what a thing goes with', () => {
  test.each([
    ['Acme Silicone Case for Pixel 8 Pro, Black', ['pixel', 'pro', '8']],
    ['Acme Filter compatible with Brewhaus Lumo', ['brewhaus', 'lumo']],
    // Who wears it is no other thing.
    ['Acme Jacket for Women', []],
  ])('%s', (title, expected) => {
    expect(titleParts(title, 'Acme').goesWith).toEqual(expected);
  });
});
