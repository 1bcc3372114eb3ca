import { foldKey } from '../text/fold.ts';
import kinds from './consumption.json' with { type: 'json' };

/** What a kind of machine uses up, and how its consumables are known. */
export interface ConsumptionKind {
  kind: string;
  /** Nodes of the taxonomy; what lies below them too. */
  categories: string[];
  usage: {
    /** `usage.<name>` of a request. */
    name: string;
    says: string;
    /** Where the caller does not say; an assumption, and told as one. */
    default: number;
    /** How often the stated amount is used in a month of 365.25 / 12 days. */
    times_per_month: number;
    most: number;
  };
  /** Attribute of a consumable: how many uses one unit of it lasts. */
  yield: { key: string; unit: string };
  /** Attribute by whose values a machine takes one consumable each (colours of ink); null where it takes one. */
  slot: string | null;
  /** Attributes that say the same of a machine and of what fits it; `within_brand`: one brand's names only. */
  shared: { key: string; within_brand: boolean }[];
  /** Attributes of a machine that a list of compatible models names, alone or behind its brand. */
  models: string[];
  assumes: string;
}

export const CONSUMPTION: readonly ConsumptionKind[] = kinds;

/** Attributes of a consumable that list what it fits, whatever the namespace. */
const LISTS =
  /\.(?:compatible_(?:models|with|products|printers|machines|devices|appliances)|compatibility|fits)$/;

/** Whether an attribute lists what its product is made for. */
export const isCompatibilityList = (key: string): boolean => LISTS.test(key);

const ASKED_FOR: ReadonlySet<string> = new Set(
  CONSUMPTION.flatMap((kind) => [kind.yield.key, ...kind.shared.map(({ key }) => key), ...kind.models]),
);

/** Whether what is known of machines and what they use up is told by the attribute of this name. */
export const isConsumptionKey = (key: string): boolean => ASKED_FOR.has(key) || isCompatibilityList(key);

/** The names in a list (of what something fits, of what a machine takes), folded: parted by semicolons, commas, bars or line breaks. */
export function compatibleNames(value: string): string[] {
  return [
    ...new Set(
      value
        .split(/[;,|\n]/)
        .map((name) => foldKey(name))
        .filter((name) => name !== ''),
    ),
  ];
}

/** The kind of a category; null where nothing is known to be used up. */
export function consumptionOf(category: string | null): ConsumptionKind | null {
  if (category === null) return null;
  return (
    CONSUMPTION.find(({ categories }) =>
      categories.some((node) => category === node || category.startsWith(`${node}.`)),
    ) ?? null
  );
}

/** What a machine is called in what its consumables say. */
export interface MachineName {
  /** The attribute that says it: a shared one, or null for lists of compatible models. */
  key: string | null;
  /** Folded. */
  name: string;
  /** The consumable must be of the machine's own brand, since the name alone is not the brand's. */
  within_brand: boolean;
}

/** A value of an attribute, as settled for the machine. */
export interface StatedValue {
  key: string;
  value: unknown;
}

/** Every name under which a consumable may say that it fits the machine. */
export function machineNames(
  kind: ConsumptionKind,
  brand: string | null,
  attributes: readonly StatedValue[],
): MachineName[] {
  const texts = attributes.flatMap(({ key, value }) =>
    typeof value === 'string' || typeof value === 'number'
      ? compatibleNames(String(value)).map((name) => ({ key, name }))
      : [],
  );
  const shared = texts.flatMap(({ key, name }) => {
    const link = kind.shared.find((one) => one.key === key);
    return link ? [{ key, name, within_brand: link.within_brand }] : [];
  });
  const models = texts.filter(({ key }) => kind.models.includes(key)).map(({ name }) => name);
  const maker = foldKey(brand ?? '');
  const listed = models.flatMap((name): MachineName[] => [
    { key: null, name, within_brand: true },
    ...(maker === '' ? [] : [{ key: null, name: `${maker}${name}`, within_brand: false }]),
  ]);
  return [...shared, ...listed];
}
