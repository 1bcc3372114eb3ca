import type { Condition } from '../listing.ts';
import type { NamedRun } from './named_run.ts';
import type { Measured } from './rate.ts';
import type { StatedDay } from './stated_day.ts';
import type { Span } from './tokens.ts';

/** Words of the text as the shopper wrote them, and where. */
export interface Phrase extends Span {
  text: string;
  /** What records call it, where the text says it otherwise: `milk frother` of `froths milk`. */
  says?: string;
  /** Of a must: any one of these will do, as records call them: `size 9`, `size 10` of `size 9 or 10`. */
  any_of?: readonly string[];
}

/** What may be spent, in minor units of `currency` (ISO 4217), which need not be the market's; both ends are within, unless it `isBelow`. */
export interface Budget {
  min_minor: number | null;
  max_minor: number | null;
  /** `under $200`: what costs just `max_minor` is no longer within. */
  isBelow: boolean;
  /** What is about to be paid, where the text says about how much (`around 700`); `max_minor` is then a tenth more. */
  about_minor: number | null;
  /** It was said of each of what is wanted; the amounts are of all of it as far as the text says how many. */
  isEach: boolean;
  currency: string;
  spans: Span[];
}

/**
 * A measure asked for, in base units of its dimension (units.ts, rate.ts), both ends within unless it is `strict`; equal ends ask
 * for just that.
 */
export interface Measure extends Phrase {
  dimension: Measured;
  min: number | null;
  max: number | null;
  /** The end itself is no longer within: `bigger than 55 inches`. */
  strict: boolean;
  /** As `text`, with numbers in digits: `55 inch`. */
  written: string;
  /** Nothing else is said between the stops that it stands between. */
  isApart: boolean;
  /** What is measured, folded, where a word behind it says so: `ram` of `16 GB ram`. */
  of: string | null;
}

/** A seller to buy from, or (`avoid`) not from. */
export interface SellerChoice extends Phrase {
  seller: string;
  avoid: boolean;
}

/** A condition asked for, or (`avoid`) refused. */
export interface ConditionChoice extends Phrase {
  condition: Condition;
  avoid: boolean;
}

/** By when it must be there: on the day, or (`before`) on the day before it at the latest. */
export interface Deadline extends Phrase {
  day: StatedDay;
  before: boolean;
}

/** How many are wanted, in pieces or in whole packages. `isPack`: as one pack, whose words stay words; `isLeast`: or more. */
export interface Quantity extends Phrase {
  pieces: number;
  of: 'pieces' | 'packages';
  isPack: boolean;
  isLeast: boolean;
}

/** How old a child is, in years; the words are none of the thing. */
export interface Age extends Phrase {
  years: number;
}

/** What a text says that the choice is made by: the words stay words. */
export interface Priority extends Phrase {
  criterion: 'price' | 'speed' | 'quality';
  /** `the cheapest`: no other than the one of the lowest price. */
  isLowest: boolean;
}

/** By its kind's own measure (a screen's size, a drum's load) the most or the least is wanted, or of a line the newest. */
export interface Extreme extends Phrase {
  wants: 'largest' | 'smallest' | 'newest';
  /** `a large bottle`: of what there is the larger ones will do. */
  isSoft: boolean;
  /** The attribute of which it is the most or the least, as a slug of its name (`battery_life`); null for its kind's own. */
  of: string | null;
}

/** A shopper's text as constraints and what is left. Nothing is in it that the text does not say. */
export interface Intent {
  budget: Budget | null;
  deadline: Deadline | null;
  quantity: Quantity | null;
  /**
   * As one pack of several, of which no number is said: `a whole case of it`. Of what qualifies what holds one piece is
   * left aside wherever something holds more.
   */
  bulk: Phrase | null;
  /** How many pieces, which are wanted or of which one thing is made (a puzzle): the words stay words. */
  parts: Quantity | null;
  measures: Measure[];
  /** Every one must be there. */
  must_have: Phrase[];
  /** What would be good to have, and cannot be told from a record: `a good screen`. It ranks. */
  wishes: Phrase[];
  /** Not one may be there; a phrase of several words means all of them together. */
  avoid: Phrase[];
  /** Of these (`avoid`, `free_of`), what is told as somebody's health (`nut allergy`, `coeliac`, which is gluten). */
  health: Phrase[];
  /** What words say that it is free of (`wool` of `wool-free`); they stay words, which a record may have too. */
  free_of: Phrase[];
  sellers: SellerChoice[];
  conditions: ConditionChoice[];
  /** `cheapest`, `asap`, `best rated`. */
  priorities: Priority[];
  /** `the biggest`, `smallest`, `newest`: of what meets the rest, what measures most or least, or came last of its line. */
  extreme: Extreme | null;
  /** It must be the maker's own: `no knock-offs`. */
  genuine: Phrase | null;
  /** Only what can be bought now: `in stock`. */
  in_stock: Phrase | null;
  /** What no constraint took, in order: what to rank by, with the constraints' own words. */
  words: Phrase[];
  /** What of the words tells of people, reasons and occasions, and asks for nothing that a record has. */
  asides: Phrase[];
  /** What of the words a clause about the thing says (`that shut out an office`). */
  clauses: Phrase[];
  /** How old the children are that it is for: `for kids from 6 years`. */
  ages: Age[];
  /** For how long it must last, as what it is for says (`for a twelve hour flight`); among the asides, too. */
  lasting: Measure[];
  /** What says that something is used up (`ran out of`), where the reader was told that this may be meant. */
  ran_out: Phrase[];
  /** Numbers in words that count what no constraint took, in digits (`says`): they stay words, as those in digits do. */
  numbers: Phrase[];
  /** What was not understood and must not be left aside: other numbers in words, health, delivery, what nobody eats. */
  unread: Phrase[];
  /** What was not understood and may be left aside where nothing of the kind speaks of it: `doesn't smear`, `two huskies`. */
  doubted: Phrase[];
  /** Words side by side that may name a thing, whatever else was read of them. */
  runs: NamedRun[];
}
