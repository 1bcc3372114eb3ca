import type { TestMarket } from '../pipelines/snapshot/market.ts';

const GTIN = '4006381333931';
const OTHER_GTIN = '5901234123457';

/**
 * Two sellers over three days: shared GTINs, an item group, a GTIN claimed for another thing, a brand in two
 * spellings, changed prices, one listing that vanishes and text that a careless writer would break.
 */
export async function fillShop(market: TestMarket): Promise<void> {
  await market.observe('alpha', '2026-01-01', [
    {
      sku: 'a1',
      gtin: GTIN,
      brand: 'Sonique',
      color: 'red',
      price: '10.00',
      item_group_id: 'g',
      category: 'Home > Kitchen > Kettles',
    },
    {
      sku: 'a2',
      gtin: OTHER_GTIN,
      brand: 'Sonique',
      color: 'blue',
      item_group_id: 'g',
      category: 'Home > Kitchen > Kettles',
    },
    {
      sku: 'a3',
      title: 'Quoted "kettle", tab\tand é',
      category: 'Home > Garden > Hoses',
      url: 'https://alpha.example.com/p/3?a=1&b="2"',
    },
    { sku: 'a4', brand: 'Other', category: 'Home > Kitchenware > Pans' },
  ]);
  await market.observe('beta', '2026-01-01', [
    {
      sku: 'b1',
      gtin: GTIN,
      brand: 'SONIQUE',
      color: 'crimson',
      price: '12.00',
      url: 'https://beta.example.com/1',
    },
    { sku: 'b2', brand: 'Other', mpn: 'PN-1', availability: 'out of stock' },
  ]);
  await market.publish();
  await market.observe('alpha', '2026-01-02', [
    {
      sku: 'a1',
      gtin: GTIN,
      brand: 'Sonique',
      color: 'red',
      price: '9.00',
      item_group_id: 'g',
      category: 'Home > Kitchen > Kettles',
    },
    {
      sku: 'a2',
      gtin: OTHER_GTIN,
      brand: 'Sonique',
      color: 'blue',
      item_group_id: 'g',
      category: 'Home > Kitchen > Kettles',
    },
    {
      sku: 'a3',
      title: 'Quoted "kettle", tab\tand é',
      category: 'Home > Garden > Hoses',
      url: 'https://alpha.example.com/p/3?a=1&b="2"',
    },
  ]);
  await market.publish();
  await market.observe('beta', '2026-01-03', [
    {
      sku: 'b1',
      gtin: GTIN,
      brand: 'SONIQUE',
      color: 'crimson',
      price: '12.50',
      url: 'https://beta.example.com/1',
    },
    { sku: 'b2', brand: 'Other', mpn: 'PN-1', availability: 'in stock' },
  ]);
  await market.publish();
}
