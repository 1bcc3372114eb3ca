import { foldTitle } from '../../../domain/quantity.ts';

/**
 * Names of colours, one row a colour, in English, German, Spanish, French, Italian, Greek,
 * Russian and Hebrew. Colour is an axis of variants: two listings of different colour are different trade items.
 */
const ROWS: readonly string[] = [
  'black blk schwarz negro negra noir noire nero nera μαυρο μαυρη черный черная שחור שחורה שחורים',
  'white wht weiss blanco blanca blanc blanche bianco bianca λευκο λευκη ασπρο белый белая לבן לבנה לבנים',
  'silver silber plateado plata argent argento ασημι серебристый כסף כסוף',
  'red rot rojo roja rouge rosso rossa κοκκινο κοκκινη красный красная אדום אדומה אדומים',
  'blue blau azul bleu blu μπλε синий синяя כחול כחולה',
  'green grun verde vert verte πρασινο πρασινη зеленый зеленая ירוק ירוקה ירוקים',
  'yellow gelb amarillo amarilla jaune giallo gialla κιτρινο желтый желтая צהוב צהובה',
  'pink pnk ροζ розовый розовая ורוד ורודה',
  'purple violet lila violett morado violeta viola μωβ фиолетовый סגול סגולה',
  'orange naranja arancione πορτοκαλι оранжевый כתום כתומה',
  'brown braun marron marrone καφε коричневый חום חומה',
  'gray grey grau gris grigio grigia γκρι серый серая אפור אפורה',
  'gold golden dorado dorada oro χρυσο золотой זהב זהוב',
  'beige μπεζ бежевый בז',
  'cyan turkis turquoise turquesa טורקיז',
  'magenta',
  'clear transparent transparente שקוף',
  'ivory elfenbein',
  'bronze',
  'navy',
];

/** Folded word → bit of its colour. */
export const COLOR_BITS: ReadonlyMap<string, number> = new Map(
  ROWS.flatMap((row, index) => row.split(' ').map((word) => [foldTitle(word), (1 << index) >>> 0] as const)),
);

/** Sizes of clothes by their letters; numbers count as sizes only in a size attribute. */
export const LETTER_SIZES: ReadonlySet<string> = new Set('xxs xs xl xxl xxxl 2xl 3xl 4xl 5xl'.split(' '));
