import { foldKey } from '../text/fold.ts';
import type { Availability } from './listing.ts';

/** Spellings that feeds use, as people write them; `AVAILABILITY_SPELLINGS` has them folded. */
const WORDS: Record<Exclude<Availability, 'gone'>, string> = {
  in_stock:
    'in stock|available|online only|in store only|yes|true|y|1|on stock|ready to ship|ships today|ships now|' +
    'auf lager|lieferbar|sofort lieferbar|verfügbar|vorrätig|en stock|disponible|disponibile|disponível|op voorraad|' +
    'leverbar|na skladě|skladem|dostępny|w magazynie|på lager|i lager|în stoc|skladom|в наличии|במלאי|在庫あり|有货',
  low_stock:
    'low stock|limited stock|limited availability|few left|last items|only a few left|wenige verfügbar|stock limité',
  preorder: 'pre order|pre sale|coming soon|vorbestellbar|vorbestellung|précommande|reserva|予約',
  backorder:
    'back order|backordered|available for order|on order|made to order|on request|special order|' +
    'auf bestellung|bestellbar|nachbestellt|sur commande|na zamówienie|под заказ|取り寄せ',
  out_of_stock:
    'out of stock|sold out|unavailable|not available|no stock|no|false|n|0|temporarily out of stock|oos|reserved|' +
    'nicht auf lager|nicht verfügbar|nicht lieferbar|ausverkauft|vergriffen|rupture de stock|en rupture|épuisé|' +
    'indisponible|agotado|sin stock|no disponible|esaurito|non disponibile|esgotado|uitverkocht|niet op voorraad|' +
    'vyprodáno|niedostępny|brak w magazynie|slutsåld|udsolgt|нет в наличии|אזל מהמלאי|在庫なし|售罄|缺货',
  discontinued:
    'discontinued|end of life|eol|no longer available|retired|eingestellt|auslaufartikel|arrêté|descatalogado',
  unknown: 'unknown|unspecified|undefined|check availability|call for availability',
};

/** A spelling without its schema.org prefix, case, accents, spaces and signs: `https://schema.org/InStock` is `instock`. */
export function foldSpelling(text: string): string {
  return foldKey(text.replace(/^[\t-\r ]*https?:\/\/schema\.org\//, ''));
}

/** Folded spelling and what it means; every spelling once. */
export const AVAILABILITY_SPELLINGS: readonly (readonly [spelling: string, availability: Availability])[] =
  Object.entries(WORDS).flatMap(([availability, words]) =>
    words.split('|').map((word) => [foldSpelling(word), availability as Availability] as const),
  );
const BY_SPELLING = new Map(AVAILABILITY_SPELLINGS);

/** What a feed's word means, or null where the index does not know the word. */
export function readAvailability(text: string): Availability | null {
  return BY_SPELLING.get(foldSpelling(text)) ?? null;
}
