import { foldText } from '../../text/fold.ts';
import table from '../connectors.json' with { type: 'json' };
import { type Finding, type Rule } from './rule.ts';

const CONNECTOR = 'general.connector';
const CONNECTIVITY = 'general.connectivity';

/** Folded spelling → connector. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([name, spellings]) =>
    spellings.split('|').map((spelling) => [foldText(spelling), name] as const),
  ),
);
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
const ANY = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${[...SPELLINGS.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);
/** Spellings this short are also abbreviations of other things. */
const SHORT = /^(?:lc|sc|st|fc|dp|ide|sas|pci|c1[34]|c19|c20|bnc|rca)$/;
const RADIO: readonly [RegExp, string][] = [
  [/(?<!\p{L})bluetooth(?!\p{L})/u, 'Bluetooth'],
  [/(?<!\p{L})(?:wi-?fi|wlan|wireless lan|802\.11[a-z]*)(?!\p{L})/u, 'Wi-Fi'],
  [/(?<!\p{L})nfc(?!\p{L})/u, 'NFC'],
  [/(?<!\p{L})(?:ethernet)(?!\p{L})/u, 'Ethernet'],
];

/** The connector that a text names, or null. */
export const connectorOf = (folded: string): string | null => {
  const [match] = folded.matchAll(ANY);
  return match ? (SPELLINGS.get(match[0]) ?? null) : null;
};

/** What stands between the two ends of a cable, or says of which gender they are. */
const ENDS_BEFORE = /(?:(?<!\p{L})(?:to|auf|vers|zu|naar|->|>)|[/-])[ (]*$/u;
const ENDS_BEHIND =
  /^[ )]*(?:\(?(?:m\/m|m\/f|f\/f|f\/m|male|female|plug|socket|stecker|buchse|coupler)(?!\p{L})|(?:to|auf|vers|zu|naar)(?!\p{L})|->|[/-] ?\p{L}|cable(?!\p{L})|kabel)/u;

/** Connectors and radios, each name once: of a cable the ends are surest; `USB-A` says more than `USB`. */
export const connectorRule: Rule = ({ folded, topics }) => {
  const found = new Map<string, Finding>();
  const isCable = topics.has('cable');
  for (const match of folded.matchAll(ANY)) {
    const name = SPELLINGS.get(match[0]) as string;
    if (SHORT.test(match[0]) && !isCable) continue;
    const end = match.index + match[0].length;
    const isEnd = ENDS_BEFORE.test(folded.slice(0, match.index)) || ENDS_BEHIND.test(folded.slice(end));
    const near = isCable ? (isEnd ? 'end' : 'cable') : topics.has('storage') ? 'storage' : 'other';
    if (!found.has(name) || near === 'end')
      found.set(name, { key: CONNECTOR, value: name, rule: `connector.${near}`, at: match.index });
  }
  if ([...found.keys()].some((name) => name !== 'USB' && name.includes('USB'))) found.delete('USB');
  for (const [pattern, name] of RADIO) {
    const match = pattern.exec(folded);
    if (match)
      found.set(name, { key: CONNECTIVITY, value: name, rule: 'connectivity.word', at: match.index });
  }
  return [...found.values()];
};
