import { describe, expect, test } from 'vitest';
import { LearnedNodes } from '../../../pipelines/categories/learned_nodes.ts';
import { byNames, placeListing, SURE } from '../../../pipelines/categories/place.ts';

const LAPTOPS = 'electronics.computers.laptops';
const TABLETS = 'electronics.computers.tablet_computers';
const SODA = 'food_beverages_tobacco.beverages.soda';
const NOTHING = new LearnedNodes([]);

const learned = new LearnedNodes(
  Array.from({ length: 20 }, (_, at) => [
    { title: `Kestrix Talon ${at} computer foldable`, brand: 'Kestrix', node: LAPTOPS },
    { title: `Zesta Fizz ${at} lemon bottle`, brand: 'Zesta', node: SODA },
  ]).flat(),
);

describe('placeListing', () => {
  test('a listing lies where its mates in the product lie, whatever its title says', () => {
    const placed = placeListing({ title: 'Zesta Fizz lemon', brand: 'Zesta' }, [LAPTOPS, LAPTOPS], learned);
    expect(placed?.node).toBe(LAPTOPS);
  });

  test('mates that differ leave it at the node above them', () => {
    expect(placeListing({ title: 'Thing', brand: null }, [LAPTOPS, TABLETS], NOTHING)?.node).toBe(
      'electronics.computers',
    );
  });

  test('titles and brands like its own place it', () => {
    const placed = placeListing({ title: 'Talon 99 foldable', brand: 'Kestrix' }, [], learned);
    expect(placed?.node).toBe(LAPTOPS);
    expect(placed?.confidence).toBeGreaterThanOrEqual(SURE);
  });

  test('nothing that speaks of it leaves it without a node', () => {
    expect(placeListing({ title: 'Qwzx 77', brand: null }, [], NOTHING)).toBeNull();
  });

  test('the order in which listings were learned from does not matter', () => {
    const listings = [
      { title: 'red lemon fizz', brand: null, node: SODA },
      { title: 'folding computer', brand: 'Kestrix', node: LAPTOPS },
    ];
    const asked = { title: 'lemon computer fizz', brand: null };
    const forward = new LearnedNodes(listings).nodesOf(asked);
    expect(new LearnedNodes(listings.toReversed()).nodesOf(asked)).toEqual(forward);
  });
});

describe('byNames', () => {
  test.each([
    ['Samsung MLT-P208A toner cartridge Original Black', 'electronics.print_copy_scan_fax.toner_cartridges'],
    ['Cat6 Snagless Patch Cable Blue 3 m', 'electronics.electronics_accessories.network_cables'],
    ['Kestrix Talon notebook PC, black, 15.6"', LAPTOPS],
    [
      'Ardentis dotted hardcover notebook, A5, navy',
      'office_supplies.general_office_supplies.notebooks_notepads',
    ],
    ['Castorland Times Square - Jigsaw puzzle', 'toys_games.puzzles.jigsaw_puzzles'],
  ])('%s', (title, node) => {
    expect(byNames(title)?.node).toBe(node);
  });

  test('what a thing is for does not name it', () => {
    expect(byNames('Battery for laptop')?.node).not.toBe(LAPTOPS);
  });
});
