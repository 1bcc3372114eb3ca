/** Last parts of attribute names under which feeds tell how much of a thing there is, and in what unit. */
const AMOUNTS = new Set([
  'quantity',
  'qty',
  'net_quantity',
  'net_content',
  'net_contents',
  'content',
  'contents',
  'net_weight',
  'net_volume',
  'weight',
  'volume',
  'pack_size',
  'unit_size',
]);
const UNITS = ['unit', 'units', 'uom', 'unit_of_measure', 'quantity_unit', 'measure_unit', 'unit_type'];

/** An attribute that tells an amount, and the one beside it that tells its unit. */
export interface QuantityColumn {
  amount: string;
  unit: string | null;
}

/** Which of these attributes tell how much there is, whatever their namespace (`grocery.quantity` with `grocery.unit`). */
export function quantityColumnsOf(attributes: readonly string[]): QuantityColumn[] {
  return attributes.flatMap((amount) => {
    const [namespace, name] = parted(amount);
    if (!AMOUNTS.has(name)) return [];
    const unit = UNITS.map((one) => `${namespace}.${one}`).find((one) => attributes.includes(one)) ?? null;
    return [{ amount, unit }];
  });
}

function parted(key: string): [namespace: string, name: string] {
  const dot = key.lastIndexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1).toLowerCase()];
}
