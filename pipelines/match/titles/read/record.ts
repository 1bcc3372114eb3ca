/** A listing as the matcher sees it. Texts as the feed has them; the caller decides which price is evidence. */
export interface MatchRecord {
  /** Names the record for ever; ties are broken by it. */
  key: string;
  /** Whose listing it is: within a seller no two listings are matched. `*` for what codes made one of several. */
  seller: string;
  /** Who asks the price, where that is not `seller`. */
  price_seller?: string | null;
  title: string;
  /** Characters, beyond which its feed cuts titles off; null where it does not. */
  cut_at?: number | null;
  brand?: string | null;
  mpn?: string | null;
  price_minor?: number | null;
  category?: string | null;
  /** Such as `330 ml` or `400 גרם`, where the feed has it apart from the title. */
  quantity?: string | null;
  /** The same as columns of the feed's own say it: evidence beside others, too often wrong to part two items. */
  own_quantity?: string | null;
  /** `refurbished` or `used`, where it is declared. */
  condition?: string | null;
  /** Only `color`, `size`, `gender` and `age_group` are compared. */
  attributes?: Readonly<Record<string, string>> | null;
  /** 14 digits, valid and unrestricted; never compared, only teaches and forbids. */
  gtin?: string | null;
}
