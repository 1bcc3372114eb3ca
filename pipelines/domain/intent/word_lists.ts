import type { Condition } from '../listing.ts';
import type { Comparison } from './comparison.ts';
import type { Period } from './stated_day.ts';

/** The lists of words that every language has, `than` made of its `comparison`. */
export const LISTS = [
  'than',
  'at_most',
  'at_least',
  'purse',
  'about',
  'about_money',
  'about_glued',
  'about_behind',
  'strict',
  'or_less',
  'spent',
  'denies',
  'spends',
  'too_much',
  'exceeds',
  'likes',
  'degree',
  'in_total',
  'each',
  'or_more',
  'between',
  'range_joiner',
  'not_a_budget_after',
  'must_have',
  'not_must_have_before',
  'praise',
  'wish',
  'lowest_price',
  'best_price',
  'soonest',
  'best_rated',
  'avoid',
  'allergic',
  'allergic_behind',
  'allergic_alone',
  'forbidden',
  'ran_out',
  'none_left',
  'left',
  'largest',
  'smallest',
  'newest',
  'predicate',
  'which',
  'copula',
  'determiner',
  'joined_by',
  'genuine',
  'original',
  'in_stock',
  'large',
  'small',
  'ruled_out',
  'too_little',
  'too_much',
  'avoid_from',
  'accepts',
  'accepted',
  'nothing',
  'excepting',
  'judged',
  'freed',
  'free_word',
  'not_freed',
  'and',
  'or',
  'phrase_end',
  'skipped',
  'seller_cue',
  'plain',
  'filler',
  'powers',
  'in_place',
  'asks_open',
  'asks_close',
  'idle',
  'superlative',
  'holding',
  'asks',
  'fond_of',
  'reason',
  'used_up',
  'broken',
  'each_day',
  'owned',
  'of_people',
  'subject',
  'possessive',
  'occasion',
  'maker_too',
  'safety',
  'arrival',
  'unable',
  'consuming',
  'optional',
  'ideally',
  'several',
  'who',
  'lacking',
  'aged',
  'young_relative',
  'left_handed',
  'liking',
  'made_by',
  'all_of',
  'all_but',
  'of_several',
  'nearby',
  'quarter',
  'three_quarters',
  'age_open',
  'age_unit',
  'age_close',
  'far',
  'time_unit',
  'particle',
  'mounted',
  'counted_anyway',
  'persons',
  'aspect',
  'purpose',
  'how_often',
  'gift',
  'relative',
  'either',
  'whole',
  'measured',
  'deadline',
  'deadline_before',
  'deadline_for',
  'within',
  'in_days',
  'next_day',
  'day_tail',
  'delivery',
  'wanted',
  'quantity_named',
  'pieces',
  'counted_behind',
  'packs',
  'pack_of',
  'in_pack',
  'bulk',
  'bulk_holder',
  'sold_by_number',
  'about_count',
  'counted_apart',
  'parts',
  'not_counted',
  'enlarging',
  'therefore',
  'never',
  'counter',
  'dozen',
  'by_dozen',
  'most_of',
  'least_of',
  'name_link',
  'another',
  'portion',
  'to_place',
  'goes_with',
  'fits',
] as const;
export type ListName = (typeof LISTS)[number];

/** The words of one language, as its file holds them; README.md beside it tells what each list is for. */
export type IntentWords = Record<Exclude<ListName, 'than'>, readonly string[]> & {
  comparison: Comparison;
  condition: Partial<Record<Condition, readonly string[]>>;
  condition_beside_another: Partial<Record<Condition, readonly string[]>>;
  /** ISO 4217 codes, parted by spaces, the commonest first → words. */
  currency: Readonly<Record<string, readonly string[]>>;
  /** Days from today → words. */
  day_named: Readonly<Record<string, readonly string[]>>;
  period: Readonly<Record<Period, readonly string[]>>;
  /** Day by which it must be there (`feastDay` reads it) → words. */
  feast: Readonly<Record<string, readonly string[]>>;
  /** Days → words for that long a time. */
  day_unit: Readonly<Record<string, readonly string[]>>;
  /** Whole number → words. */
  number: Readonly<Record<string, readonly string[]>>;
  /**
   * What a record says of a thing (`|` parts ways to say it) → how people say it otherwise. Words in square brackets must stand behind, and are not
   * of the phrase: `high capacity [toner]`; of those in `<>` one must stand anywhere in the text: `the high capacity one <ink toner>`.
   */
  property?: Readonly<Record<string, readonly string[]>>;
  /** Last letters of a noun that is there more than once. */
  plural_ends: readonly string[];
  /** Last letters of a word that says what a thing is free of. */
  free_ends: readonly string[];
  /** Number of a weekday, 0 is Sunday → short names beside those of the CLDR. */
  weekday_short: Readonly<Record<string, readonly string[]>>;
  /** Number of a month → the same. */
  month_short: Readonly<Record<string, readonly string[]>>;
  head_last: boolean;
};
