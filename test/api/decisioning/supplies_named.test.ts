import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

const OFFICE = 'electronics.print_copy_scan_fax';
const supply = (sku: string, title: string, color: string, fits: string, price_minor: number) =>
  listing('alpha', sku, {
    title,
    brand: 'Inkwell',
    category: `${OFFICE}.ink_cartridges`,
    price_minor,
    attributes: { 'general.color': color, 'printing.compatible_models': fits },
  });
const FITS = 'Inkwell Studio 2730;Inkwell Studio 2740';
const supplies = [
  supply('c', 'IW28 ink cartridge cyan', 'Cyan', FITS, 900),
  supply('m', 'IW28 ink cartridge magenta', 'Magenta', FITS, 950),
  supply('k', 'IW28 ink cartridge black', 'Black', FITS, 1_000),
  supply('o', 'IW33 ink cartridge black', 'Black', 'Inkwell Folio 3210', 800),
  listing('alpha', 'p', {
    title: 'Inkwell Studio 2730 inkjet printer',
    brand: 'Inkwell',
    category: `${OFFICE}.inkjet_printers`,
    price_minor: 9_000,
  }),
];
test.each([
  ['The Inkwell Studio 2730 in my office has run dry on black', 'IW28 ink cartridge black'],
  ['my Studio 2730 ran out of cyan', 'IW28 ink cartridge cyan'],
  ['I am out of magenta, I have an Inkwell Studio 2730', 'IW28 ink cartridge magenta'],
  ['our Inkwell Studio 2740 has no magenta left', 'IW28 ink cartridge magenta'],
  ['mi impresora Inkwell Studio 2730 se quedó sin negro', 'IW28 ink cartridge black'],
  ['Der Inkwell Studio 2730 druckt nicht, Cyan ist leer', 'IW28 ink cartridge cyan'],
  // Black is what every device takes, and the answer says that the text names none.
  ['ink for Inkwell Studio 2730', 'IW28 ink cartridge black'],
  // Two colours are two things, and no yellow is sold.
  ['my Inkwell Studio 2730 ran out of cyan and magenta', null],
  ['my Inkwell Studio 2730 ran out of yellow', null],
  ['my Inkwell Studio 2990 ran out of cyan', null],
  ['Inkwell Studio 2730', 'Inkwell Studio 2730 inkjet printer'],
])(
  'what a device has used up is what is wanted, and the device where it is named alone: %s',
  async (intent, title) => {
    const { recommendation, not_known } = await over(supplies, intent);
    expect(recommendation?.title ?? null).toBe(title);
    expect(not_known.some((text) => text.startsWith('which colour'))).toBe(intent.startsWith('ink for'));
  },
);

test.each(['ink that fits my Inkwell Studio 2730', 'ink compatible with Inkwell Studio 2740'])(
  'what is asked to go with a device is told by what the record says of that device, not by the verb: %s',
  async (intent) => {
    const { recommendation, not_known } = await over(supplies, intent);
    expect(recommendation?.title).toBe('IW28 ink cartridge black');
    expect(not_known.join(' ')).not.toContain('left aside');
    expect(recommendation?.why.join(' ')).not.toContain('does not say');
  },
);
