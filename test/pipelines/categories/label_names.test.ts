import { describe, expect, test } from 'vitest';
import { headsOf, namesOfLabel } from '../../../pipelines/categories/label_names.ts';
import { byNames } from '../../../pipelines/categories/place.ts';

describe('the names of the things that a label lists', () => {
  const LABELS = [
    'Boots',
    'Gloves',
    'Phone & Data Jacks',
    'Wetsuit Hoods, Gloves & Boots',
    'Ski Boots',
    'Bag Accessories',
    'Vehicle Parts',
    'Pool Supplies',
    'Wheel Spares',
  ];
  const named = (label: string) => namesOfLabel(label, headsOf([...LABELS, label]));

  test.each([
    ['Shoes', ['Shoes']],
    ['Vitamins & Supplements', ['Vitamins', 'Supplements']],
    ['Quilts & Comforters', ['Quilts', 'Comforters']],
    // A word in the singular says of which kind the last are.
    ['Phone & Data Jacks', ['Phone Jacks', 'Data Jacks']],
    ['Coffee & Tea Cups', ['Coffee Cups', 'Tea Cups']],
    ['Salt & Pepper Shakers', ['Salt Shakers', 'Pepper Shakers']],
    ['Printer, Copier, & Fax Machines', ['Printer Machines', 'Copier Machines', 'Fax Machines']],
    ['Vinegar & Cooking Wine', ['Vinegar', 'Cooking Wine']],
    ['Tea & Biscuits', ['Tea', 'Biscuits']],
    // What is called so elsewhere, too, is here of the kind of the first.
    ['Wetsuit Hoods, Gloves & Boots', ['Wetsuit Hoods', 'Wetsuit Gloves', 'Wetsuit Boots']],
    ['Motor Vehicle Carpets & Gloves', ['Motor Vehicle Carpets', 'Motor Vehicle Gloves']],
    ['Bath Towels & Washcloths', ['Bath Towels', 'Washcloths']],
    // What goes with anything tells no kind.
    ['Cycling Apparel & Accessories', ['Cycling Apparel', 'Accessories']],
    ['Cycling Apparel & Parts', ['Cycling Apparel', 'Parts']],
    ['Cycling Apparel & Supplies', ['Cycling Apparel', 'Supplies']],
    ['Cycling Apparel & Spares', ['Cycling Apparel', 'Spares']],
  ])('%s', (label, names) => {
    expect(named(label)).toEqual(names);
  });
});

test('a title that has one word of a name of two is not sure to be that', () => {
  expect(byNames('Velastride Cadence Runners 10 M')?.node.split('.').length ?? 0).toBeLessThan(3);
  expect(byNames('Cotton table runner')?.node).toBe('home_garden.linens_bedding.table_runners');
});
