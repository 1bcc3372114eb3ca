import type { Intent, Phrase } from '../../pipelines/domain/intent.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { WantedPhrase } from './wanted_phrase.ts';

/**
 * What is refused and asked for at once is no property of the thing (`silverware box without silverware`: it comes
 * without), and no record tells it.
 */
export function withoutContradictions(intent: Intent): { intent: Intent; contradictions: string[] } {
  const asked = new Set(wordsOf(intent.words.map(({ text }) => text).join(' ')).map(({ text }) => text));
  const contradicts = ({ text }: Phrase) => wordsOf(text).every((word) => asked.has(word.text));
  return {
    intent: { ...intent, avoid: intent.avoid.filter((each) => !contradicts(each)) },
    contradictions: intent.avoid
      .filter(contradicts)
      .map(({ text }) => `without “${text}”: it is asked for too, so no record can tell`),
  };
}

/** `not from some marketplace seller`: all of that kind. */
export function marketplacesRefused(snapshot: Snapshot, { avoid }: Intent): string[] {
  const isMarketplace = ({ text }: Phrase) =>
    wordsOf(text).some((word) => /^mark(?:et|t)pla/.test(word.text));
  if (!avoid.some(isMarketplace)) return [];
  return snapshot.sellers().flatMap(({ id, kind }) => (kind === 'marketplace_seller' ? [id] : []));
}

/** A maker's own shop bears its name: who refuses the one refuses the other. */
export function brandsRefused(snapshot: Snapshot, intent: Intent): Phrase[] {
  const shops = new Set(
    snapshot.sellers().flatMap(({ id, kind }) => (kind === 'brand_storefront' ? [id] : [])),
  );
  return intent.sellers.filter(({ avoid, seller }) => avoid && shops.has(seller));
}

const keyOf = ({ wanted }: WantedPhrase) => wanted.words.map(({ texts }) => texts[0]).join(' ');

/** The phrases, each once, less those that `others` have too; `own` stay. */
export function withoutOpposed(
  phrases: readonly WantedPhrase[],
  others: readonly WantedPhrase[],
  own: readonly WantedPhrase[],
): WantedPhrase[] {
  const refused = new Set(others.map(keyOf));
  const distinct = new Map(phrases.toReversed().map((each) => [keyOf(each), each]));
  return [...distinct.values()]
    .toReversed()
    .filter((each) => own.includes(each) || !refused.has(keyOf(each)));
}
