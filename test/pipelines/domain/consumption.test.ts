import { describe, expect, test } from 'vitest';
import { TAXONOMY } from '../../../pipelines/categories/taxonomy.ts';
import {
  CONSUMPTION,
  type ConsumptionKind,
  compatibleNames,
  consumptionOf,
  isCompatibilityList,
  isConsumptionKey,
  machineNames,
} from '../../../pipelines/domain/consumption.ts';

const printing = CONSUMPTION.find(({ kind }) => kind === 'printing') as ConsumptionKind;

test('a list of what something fits is read name by name, however it is parted and spelled', () => {
  expect(compatibleNames('Inkwell Folio 2010; INKWELL Folio-2020,Folio 2010|folio 2010')).toEqual([
    'inkwellfolio2010',
    'inkwellfolio2020',
    'folio2010',
  ]);
  expect(compatibleNames(' ; ')).toEqual([]);
});

test('lists are known by their names, in any namespace', () => {
  for (const key of ['printer.compatible_models', 'general.compatible_with', 'general.fits'])
    expect(isCompatibilityList(key)).toBe(true);
  for (const key of ['general.fit', 'printer.model', 'general.benefits', 'printer.compatible_models_count'])
    expect(isCompatibilityList(key)).toBe(false);
});

test('what an index of compatibility reads are yields, what is shared, models and lists', () => {
  for (const key of ['printer.page_yield', 'coffee.system', 'general.model_number', 'general.fits'])
    expect(isConsumptionKey(key), key).toBe(true);
  for (const key of ['general.color', 'printer.page', 'laundry.scent'])
    expect(isConsumptionKey(key), key).toBe(false);
});

describe('the names of a machine', () => {
  const said = [
    { key: 'printer.model', value: 'Folio 2010' },
    { key: 'printer.cartridge_series', value: 'IW21' },
    { key: 'general.color', value: 'black' },
  ];

  test('are its model behind its brand, or alone among its brand, and what it shares with consumables', () => {
    expect(machineNames(printing, 'Inkwell', said)).toEqual([
      { key: 'printer.cartridge_series', name: 'iw21', within_brand: true },
      { key: null, name: 'folio2010', within_brand: true },
      { key: null, name: 'inkwellfolio2010', within_brand: false },
    ]);
  });

  test('may be numbers, and are nothing else that is stated', () => {
    const names = (value: unknown) => machineNames(printing, null, [{ key: 'printer.model', value }]);
    expect(names(2010)).toEqual([{ key: null, name: '2010', within_brand: true }]);
    expect([names(true), names(null), names(['a'])]).toEqual([[], [], []]);
  });

  test('without a brand are no whole names', () => {
    expect(machineNames(printing, null, said).every(({ within_brand }) => within_brand)).toBe(true);
  });
});

test('a kind is found by its category and below, not beside it', () => {
  expect(consumptionOf('electronics.print_copy_scan_fax.inkjet_printers')?.kind).toBe('printing');
  expect(consumptionOf('electronics.print_copy_scan_fax')?.kind).toBe('printing');
  expect(consumptionOf('electronics.print_copy_scan_faxes')).toBeNull();
  expect(consumptionOf(null)).toBeNull();
});

test('every category is a node of the taxonomy, and every usage has a name of its own', () => {
  for (const { categories } of CONSUMPTION)
    for (const node of categories) expect(TAXONOMY.has(node), node).toBe(true);
  expect(new Set(CONSUMPTION.map(({ usage }) => usage.name)).size).toBe(CONSUMPTION.length);
});
