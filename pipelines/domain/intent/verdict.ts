import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';

/** `60 Hz is a no-go`, `8 GB is not enough`, `leather is out of the question`: a verdict on what stands before it. */
export const takeVerdict: Rule = (marked, at) => {
  const refused = behind(marked, 'ruled_out', at);
  const little = behind(marked, 'too_little', at);
  const next = refused ?? little ?? behind(marked, 'too_much', at);
  if (next === null || at === 0) return null;
  const isTaken = judgeMeasure(
    marked,
    at,
    refused !== null ? 'refused' : little !== null ? 'little' : 'much',
  );
  if (!isTaken && (refused === null || !refuseWord(marked, at - 1))) return null;
  marked.mark(at, next, 'taken');
  return next;
};

/** A measure right before the verdict becomes a bound that it does not itself meet, or is refused as it is written. */
function judgeMeasure(
  { intent, tokens }: MarkedText,
  at: number,
  verdict: 'refused' | 'little' | 'much',
): boolean {
  const measure = intent.measures.at(-1);
  if (!measure || measure.min === null || measure.min !== measure.max) return false;
  if (measure.end !== tokens[at - 1]?.end) return false;
  const { text, start, end, min: amount } = measure;
  intent.measures.pop();
  if (verdict === 'refused') intent.avoid.push({ text, start, end });
  else {
    const [min, max] = verdict === 'little' ? [amount, null] : [null, amount];
    intent.measures.push({ ...measure, min, max, strict: true });
  }
  return true;
}

/** Refuses the word that nothing else took. */
function refuseWord(marked: MarkedText, at: number): boolean {
  const token = marked.tokens[at];
  if (token?.kind !== 'word' || marked.uses[at] !== 'word' || behind(marked, 'phrase_end', at) !== null)
    return false;
  marked.intent.avoid.push(marked.phrase(at, at + 1));
  marked.mark(at, at + 1, 'taken');
  return true;
}
