import { foldText } from '../../text/fold.ts';
import { ingredientNamed } from '../ingredient.ts';
import type { Phrase } from './constraints.ts';
import { endOfStem, freedAt } from './freed.ts';
import { INTENT_LANGUAGES } from './lexicon.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind, behindAll } from './phrase_list.ts';
import { type JoinedPhrases, phrasesAt } from './phrases.ts';

/** `allergic to nuts and eggs`, `nut allergy`, `lactose-intolerant`, `Nussallergie`, `coeliac`: what somebody must not have. */
export const takeAllergy: Rule = (marked, at) => {
  // `a friend with coeliac disease`
  const having = behind(marked, 'must_have', at);
  return (
    allergicTo(marked, at) ??
    illOf(marked, at) ??
    (having && illOf(marked, behindAll(marked, 'skipped', having)))
  );
};

const illOf: Rule = (marked, at) =>
  allergyBehind(marked, at) ?? compoundAllergy(marked, at) ?? ailment(marked, at);

/** `allergic to nuts`; what is no ingredient of ours ends where a refused phrase does. */
const allergicTo: Rule = (marked, at) => {
  const named = behind(marked, 'allergic', at);
  const eaten = behindUnable(marked, at);
  const from = named ?? eaten;
  if (from === null) return null;
  const list = ingredientsAt(marked, from) ?? (named && phrasesAt(marked, named, ['or', 'and']));
  return list && refuse(marked, at, list.phrases, list.next);
};

/** `cannot eat`, `must not eat`. */
function behindUnable(marked: MarkedText, at: number): number | null {
  const forbidden = behind(marked, 'forbidden', at);
  if (forbidden !== null) return forbidden;
  const unable = behind(marked, 'unable', at);
  return unable === null ? null : behind(marked, 'consuming', unable);
}

/** `nut and egg allergy`, `gluten-intolerant`. */
const allergyBehind: Rule = (marked, at) => {
  const list = ingredientsAt(marked, at);
  if (list === null) return null;
  const hyphen = marked.tokens[list.next];
  const next = behind(marked, 'allergic_behind', hyphen?.folded === '-' ? list.next + 1 : list.next);
  return next === null ? null : refuse(marked, at, list.phrases, next);
};

/** `Nussallergie`, `laktoseintolerant`. */
const compoundAllergy: Rule = (marked, at) => {
  const word = marked.tokens[at]?.folded ?? '';
  const ending = ENDINGS.find(
    (end) => word.endsWith(end) && ingredientNamed(word.slice(0, -end.length)) !== null,
  );
  if (ending === undefined) return null;
  const { start, text } = marked.phrase(at, at + 1);
  const end = endOfStem(text, word.slice(0, -ending.length));
  if (end === null) return null;
  return refusePhrases(marked, at, [{ text: text.slice(0, end), start, end: start + end }], at + 1);
};
const ENDINGS = Object.values(INTENT_LANGUAGES).flatMap(({ allergic_behind }) =>
  allergic_behind.map(foldText),
);

/** `my coeliac daughter` must have no gluten. */
const ailment: Rule = (marked, at) => {
  const next = marked.lexicon.ailment.at(marked.tokens, at)?.next ?? null;
  return next === null ? null : refuse(marked, at, [[at, next]], next);
};

/** Ingredients that are named in a row. */
const MOST_NAMED = 8;

/** Ingredients from a token on, joined by commas, `and` and `or`; null where none begins there. */
function ingredientsAt(marked: MarkedText, at: number): JoinedPhrases | null {
  const phrases: [number, number][] = [];
  let next = at;
  for (let from: number | null = at; from !== null && phrases.length < MOST_NAMED; ) {
    const first: number = behindAll(marked, 'skipped', from);
    const named = marked.lexicon.ingredient.at(marked.tokens, first)?.next ?? null;
    if (named === null) break;
    phrases.push([first, named]);
    next = named;
    const comma: number = marked.tokens[named]?.folded === ',' ? named + 1 : named;
    const joined: number | null = behind(marked, 'and', comma) ?? behind(marked, 'or', comma);
    from = joined ?? (comma > named ? comma : null);
  }
  return phrases.length === 0 ? null : { phrases, next };
}

const refuse = (marked: MarkedText, at: number, phrases: readonly [number, number][], next: number) =>
  refusePhrases(
    marked,
    at,
    phrases.map(([first, end]) => marked.phrase(first, end)),
    next,
  );

function refusePhrases(marked: MarkedText, at: number, phrases: readonly Phrase[], next: number): number {
  marked.intent.avoid.push(...phrases);
  marked.intent.health.push(...phrases);
  marked.mark(at, next, 'told');
  return next;
}

/** `without nuts, my son is allergic`: an allergy to nothing that is named is to what is refused. */
export function settleHealth(marked: MarkedText): void {
  const { avoid, health } = marked.intent;
  const freed = [...marked.tokens.keys()].flatMap((at) => {
    const span = marked.uses[at] === 'word' ? freedAt(marked, at) : null;
    return span ? [{ text: marked.text.slice(span.start, span.end), ...span }] : [];
  });
  const refused = [...avoid, ...freed].filter(({ text }) => ingredientNamed(text) !== null);
  if (refused.length === 0) return;
  for (const at of marked.tokens.keys()) {
    const alone = behind(marked, 'allergic_behind', at) ?? behind(marked, 'allergic_alone', at);
    if (marked.uses[at] !== 'word' || alone !== at + 1) continue;
    marked.mark(at, at + 1, 'told');
    health.push(...refused.filter((one) => !health.includes(one)));
  }
}
