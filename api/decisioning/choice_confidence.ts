import { type DecisionTerms, worth } from '../../pipelines/domain/decision.ts';
import { dayLeftAside } from './answered.ts';
import type { WeighedOption } from './decision_options.ts';
import type { DecisionQuestion } from './decision_request.ts';

/** The choice is clear from so far ahead on. */
const CLEAR_MARGIN = 0.1;
/** Most to say of an offer that only stands first because nothing else is left. */
const AS_LIKELY = 0.5;
/** What was not understood may have been a must, what only a description speaks of it may deny, and a day may matter. */
const DOUBTED_SURE = 0.7;

/** A trouble is told, and another thing than what is taken may help as well. */
const NEED_SURE = 0.5;

/** What was left aside may have meant something. */
const ASIDE_SURE = 0.85;

/**
 * How sure it is that the text was understood, 0 to 1: the chance by what was left aside and what it shares with the record, where that
 * was weighed.
 */
export function sureness(question: DecisionQuestion): number {
  const { nearest, meant, need, left_aside, told_musts, constraints } = question;
  const weighed = nearest?.chance ?? meant;
  const isTold = told_musts.length > 0 || constraints.doubted.length > 0 || dayLeftAside(question) !== null;
  if (weighed !== null) return weighed * (isTold ? DOUBTED_SURE : 1);
  if (need !== null) return NEED_SURE;
  if (isTold || left_aside.length > 0) return DOUBTED_SURE;
  return constraints.asides.length > 0 ? ASIDE_SURE : 1;
}

/**
 * Half where the second is as good, towards 1 the further it is behind; times how sure the data are. A doubtful second
 * is no rival; a doubtful winner is at best as likely right as not.
 */
export function confidenceOf(
  winner: WeighedOption,
  second: WeighedOption | undefined,
  terms: DecisionTerms,
): number {
  const isClear = second === undefined || (second.doubtful && !winner.doubtful);
  const margin = isClear ? CLEAR_MARGIN * 3 : worth(winner, terms) - worth(second, terms);
  const most = winner.doubtful ? AS_LIKELY : 1;
  return (
    most * (1 - Math.exp(-margin / CLEAR_MARGIN) / 2) * winner.source_confidence * winner.offer.confidence
  );
}
