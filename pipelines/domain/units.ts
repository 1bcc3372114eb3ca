/** What a quantity measures; amounts of one dimension are compared in its base unit. */
export const DIMENSIONS = [
  'mass',
  'volume',
  'count',
  'length',
  'data',
  'power',
  'voltage',
  'charge',
  'frequency',
  'resolution',
  'light',
  'percent',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Base units: gram, millilitre, piece, millimetre, megabyte, watt, volt, milliampere hour, hertz, megapixel, lumen, percent. */
export interface Unit {
  dimension: Dimension;
  /** Base units in one of this unit. */
  factor: number;
  /** A spelling that is also a plain word or a letter: read only right behind its number (`15in`, `15-in`). */
  glued: boolean;
}

/**
 * Spellings of units in lower case, without quotes inside abbreviations, by dimension and size of the
 * unit in base units. English, German, Spanish, French, Italian, Portuguese, Dutch, Polish, Turkish, Greek, Russian,
 * Hebrew and Arabic. A spelling after `|` is read only right behind its number.
 */
const SPELLINGS: readonly [dimension: Dimension, factor: number, spellings: string][] = [
  ['mass', 0.001, 'mg milligram milligrams milligramm miligramos מג מיליגרם мг μγρ'],
  [
    'mass',
    1,
    'g gr grs gm gms gram grams gramm gramme grammes gramo gramos grammi grama gramas gramow γρ γραμμαρια γραμμ г гр грамм граммов ג גר גרם גרמים غ غم جم غرام جرام',
  ],
  [
    'mass',
    1000,
    'kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilo κιλο κιλα кг קג קילו קילוגרם כג كغ كغم كجم كيلو',
  ],
  ['mass', 28.349523, 'oz ounce ounces onza onzas unze unzen once onces'],
  ['mass', 453.59237, 'lb lbs pound pounds pfund libra libras'],
  [
    'volume',
    1,
    'ml mls milliliter milliliters millilitre millilitres mililitro mililitros μλ мл מל מיליליטר مل',
  ],
  ['volume', 10, 'cl centiliter centilitre zentiliter centilitros сл סל'],
  ['volume', 100, 'dl deciliter decilitre deziliter'],
  [
    'volume',
    1000,
    'l lt ltr ltrs liter liters litre litres litro litros litri λιτρο λιτρα λτ л литр литра литров ליטר ליטרים לט ל λ لتر',
  ],
  ['volume', 29.57353, 'floz fl_oz fluid_ounce fluid_ounces fluid_oz'],
  ['volume', 473.17647, 'pint pints'],
  ['volume', 946.35295, 'qt quart quarts'],
  ['volume', 3785.4118, 'gal gallon gallons galon galones'],
  ['volume', 28316.847, 'cu_ft cuft cubic_feet cubic_foot'],
  [
    'count',
    1,
    'ct cnt count pc pcs pce piece pieces stk stuck stucke unidad unidades ud uds pieza piezas piece pieces pz pezzi szt sztuk adet τεμ τεμαχια шт штук יח יחי יחידה יחידות قطعة قطع sheet sheets blatt tablets tablet tabletten tabs capsules caps kapseln capsulas comprimidos tabletas טבליות כמוסות rolls rollen rollos גלילים count bags teabags beutel bolsitas sachets שקיקים',
  ],
  ['length', 0.001, 'micron microns μm um'],
  ['length', 1, 'mm millimeter millimeters millimetre millimetres milimetros ממ מילימטר мм χιλ'],
  ['length', 10, 'cm centimeter centimeters centimetre centimetres zentimeter centimetros סמ סנטימטר см εκ'],
  ['length', 1000, 'm mtr meter meters metre metres metro metros metri μετρα מטר מטרים м метр метров متر'],
  ['length', 25.4, 'inch inches zoll pulgada pulgadas pouces pollici אינץ ιντσες дюйм дюймов " ″ |in'],
  ['length', 304.8, 'ft feet foot fuss'],
  ['length', 914.4, 'yd yds yard yards'],
  ['data', 0.001, 'kb kilobyte'],
  ['data', 1, 'mb megabyte megabytes מגה|meg'],
  ['data', 1024, 'gb gigabyte gigabytes gig gigs гб'],
  ['data', 1048576, 'tb terabyte terabytes тб'],
  ['power', 1, 'w watt watts vatios вт βατ ואט'],
  ['power', 1000, 'kw kilowatt kilowatts квт'],
  ['voltage', 1, 'v volt volts voltios וולט'],
  ['charge', 1, 'mah мач'],
  ['charge', 1000, '|ah'],
  ['frequency', 1, 'hz hertz'],
  ['frequency', 1e3, 'khz'],
  ['frequency', 1e6, 'mhz'],
  ['frequency', 1e9, 'ghz'],
  ['resolution', 1, 'mp mpx megapixel megapixels megapixeles mpix'],
  ['light', 1, 'lm lumen lumens lumenes'],
  ['percent', 1, '% percent prozent'],
];

function readSpellings(): Map<string, Unit> {
  const units = new Map<string, Unit>();
  for (const [dimension, factor, spellings] of SPELLINGS) {
    const [free = '', glued = ''] = spellings.split('|');
    for (const spelling of free.split(' '))
      if (spelling) units.set(spelling, { dimension, factor, glued: false });
    for (const spelling of glued.split(' '))
      if (spelling) units.set(spelling, { dimension, factor, glued: true });
  }
  return units;
}

/** Spelling → unit; words of a spelling of two words are joined by `_`. */
export const UNITS: ReadonlyMap<string, Unit> = readSpellings();

/** Words that say how many are in the pack by themselves. */
export const PACK_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    twinpack: 2,
    doppelpack: 2,
    zweierpack: 2,
    dreierpack: 3,
    viererpack: 4,
    sechserpack: 6,
    sixpack: 6,
    שלישיית: 3,
    שלישיה: 3,
    רביעיית: 4,
    רביעיה: 4,
    חמישיית: 5,
    חמישיה: 5,
    שישיית: 6,
    שישיה: 6,
    שמיניית: 8,
    שמיניה: 8,
  }),
);

/** Words for a pack: behind a number (`6 pack`, `6er-Pack`) or before it with a small word between (`pack of 6`). */
export const PACK_UNITS: ReadonlySet<string> = new Set(
  'pk pks pack packs packung er er_pack er_packung stuckpackung paquete paquetes lot lots confezione paket מארז מארזים חבילות συσκευασια уп упаковка עבוה'.split(
    ' ',
  ),
);

/** Small words between a pack word and its number. */
export const PACK_LINKS: ReadonlySet<string> = new Set('of de da di von mit con a של'.split(' '));
