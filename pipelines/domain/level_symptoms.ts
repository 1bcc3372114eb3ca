import { type FeedProfile, isKnown } from './feed_profile.ts';
import type { Level, RunMeasures } from './run_measures.ts';
import { LEAST_LISTINGS, NEWS, percent, SPREADS, type Symptom } from './symptom.ts';

interface LevelRule {
  /** Held below this share of what is usual, warned of below that one. */
  hold: number;
  warning: number;
  says: string;
}

/** A level that is not held on is only warned of. */
const NEVER = 0;

const LEVEL_RULES: Record<Level, LevelRule> = {
  accepted: { hold: 0.7, warning: 0.9, says: 'of its rows could be taken' },
  gtin: { hold: 0.6, warning: 0.85, says: 'of its rows have a valid GTIN' },
  distinct_titles: { hold: 0.7, warning: 0.85, says: 'of its titles are different ones' },
  readable_titles: {
    hold: 0.95,
    warning: 0.99,
    says: 'of its titles are free of signs that were decoded wrongly',
  },
  in_stock: { hold: 0.25, warning: 0.6, says: 'of its rows are in stock' },
  usual_currency: { hold: 0.8, warning: 0.95, says: 'of its prices are in the usual currency' },
  brand: { hold: NEVER, warning: 0.6, says: 'of its rows have a brand' },
  mpn: { hold: NEVER, warning: 0.6, says: 'of its rows have a part number' },
  category: { hold: NEVER, warning: 0.6, says: 'of its rows have a category' },
  url: { hold: NEVER, warning: 0.6, says: 'of its rows have an address' },
  image_url: { hold: NEVER, warning: 0.6, says: 'of its rows have a picture' },
};

/** Each share of its rows (with a brand, in stock …) that fell below what is usual of the feed. */
export function levelSymptoms(
  levels: RunMeasures,
  profile: FeedProfile | undefined,
  rows: number,
): Symptom[] {
  const symptoms: Symptom[] = [];
  for (const [name, { hold, warning, says }] of Object.entries(LEVEL_RULES) as [Level, LevelRule][]) {
    const [value, usual] = [levels[name], profile?.usual?.[name]];
    if (value === undefined || !usual) continue;
    // What is nearer: a feed that a person let fall is held against where it fell to.
    const reference = Math.abs(usual.last - value) < Math.abs(usual.mean - value) ? usual.last : usual.mean;
    const lost = reference - value;
    if (lost * rows < LEAST_LISTINGS) continue;
    const own = isKnown(profile) ? Math.max(SPREADS * usual.spread, NEWS * usual.most) : 0;
    const isHeld = hold !== NEVER && lost > Math.max(reference * (1 - hold), own);
    if (!isHeld && lost <= Math.max(reference * (1 - warning), own)) continue;
    const limit = reference - Math.max(reference * (1 - (isHeld ? hold : warning)), own);
    const message = `${percent(value)} ${says} (usually ${percent(reference)}${isHeld ? `; held below ${percent(limit)}` : ''})`;
    const grade = isHeld ? 'hold' : 'warning';
    symptoms.push({ measure: name, grade, message, value, usual: reference, limit, examples: [] });
  }
  return symptoms;
}
