import { type AttributeType, attributesAsked } from '../../pipelines/attributes/attributes.ts';
import { nodesCalled } from '../../pipelines/categories/nodes_called.ts';
import { INTENT_LANGUAGES } from '../../pipelines/domain/intent/lexicon.ts';
import { type Intent, intentReader } from '../../pipelines/domain/intent.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { languageIn } from './text_language.ts';

const synonyms = Synonyms.standard();
const readers = new WeakMap<Snapshot, Map<string, (text: string) => Intent>>();

/** Whether goods are called so, in any language, though no shelf is by that word alone: `thermometer`. */
const namesGoods = (word: string): boolean => nameOfWord(fromPlural(word)) !== null;

/** Whether a kind of thing is called so, in any language: `lessive`. */
const namesKind = (word: string): boolean =>
  [word, `${word}s`, ...synonyms.allOf(word)]
    .flatMap((name) => [name, name.split(' ').at(-1) ?? name])
    .some((name) => nodesCalled(name).length > 0);

/** Whether records state what is called so in numbers. */
const namesMeasure = (name: string): boolean => attributesAsked(name).some(({ type }) => NUMERIC.has(type));
const NUMERIC: ReadonlySet<AttributeType> = new Set<AttributeType>(['measure', 'number', 'rate']);

/** The reader of a snapshot's market for a text: the text's own language first, then the market's, then English. */
export function marketReader(
  snapshot: Snapshot,
  text: string,
  isOfSupplies: boolean,
): (text: string) => Intent {
  const own = languageIn(text);
  const languages = [own, snapshot.locale.slice(0, 2), 'en'].filter((code) => code in INTENT_LANGUAGES);
  const name = `${languages.join(' ')}${isOfSupplies ? ' supplies' : ''}`;
  const known = readers.get(snapshot) ?? new Map<string, (text: string) => Intent>();
  readers.set(snapshot, known);
  const reader =
    known.get(name) ??
    intentReader({
      currency: snapshot.currency,
      languages: [...new Set(languages)],
      locale: snapshot.locale,
      sellers: snapshot.sellers(),
      isKind: namesKind,
      isGoods: namesGoods,
      isMeasured: namesMeasure,
      isOfSupplies,
    });
  known.set(name, reader);
  return reader;
}
