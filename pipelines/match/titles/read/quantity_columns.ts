/**
 * Last parts of attribute names under which feeds tell how much of a thing there is, and in what unit. Of two that a
 * listing has the earlier is taken: a shop that tells a quantity and a weight may mean the parcel by the latter.
 */
const AMOUNTS = [
  'quantity',
  'qty',
  'net_quantity',
  'net_content',
  'net_contents',
  'content',
  'contents',
  'net_weight',
  'net_volume',
  'pack_size',
  'unit_size',
  'weight',
  'volume',
];
const UNITS = ['unit', 'units', 'uom', 'unit_of_measure', 'quantity_unit', 'measure_unit', 'unit_type'];

/** The names of both, in lower case. */
export const QUANTITY_NAMES: readonly string[] = [...AMOUNTS, ...UNITS];

/** An attribute that tells an amount, and those beside it that tell its unit, of which a listing's first counts. */
export interface QuantityColumn {
  amount: string;
  units: string[];
}

/**
 * Which of these attributes tell how much there is, whatever their namespace (`grocery.quantity` with `grocery.unit`),
 * the one that counts before others first. Those of `general.` are known to the formats and read apart.
 */
export function quantityColumnsOf(attributes: readonly string[]): QuantityColumn[] {
  const own = attributes.filter((key) => !key.startsWith('general.')).sort();
  return AMOUNTS.flatMap((wanted) =>
    own.flatMap((amount) => {
      const [namespace, name] = parted(amount);
      if (name !== wanted) return [];
      const units = UNITS.map((one) => `${namespace}.${one}`).filter((one) => own.includes(one));
      return [{ amount, units }];
    }),
  );
}

function parted(key: string): [namespace: string, name: string] {
  const dot = key.lastIndexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1).toLowerCase()];
}
