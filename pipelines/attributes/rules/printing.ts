import { readNumber } from '../../text/numbers.ts';
import { DIGITS, isGlued, type Token } from '../../text/tokens.ts';
import { type Finding, type Rule } from './rule.ts';

const YIELD = 'printer.page_yield';
const SPEED = 'printer.pages_per_minute';
const ROTATION = 'general.rotation_speed';
const PAGES = new Set(
  'pages page pg pgs seiten seite paginas pagine páginas strony stron sivua sider sidor pag страниц σελιδες עמודים דפים sh'.split(
    ' ',
  ),
);
const PER_MINUTE = new Set(['ppm', 'ipm', 'cpm']);
const ROTATIONS = new Set(['rpm', 'upm', 'u/min']);
/** Pages that a cartridge prints. */
const YIELDS = [30, 1_000_000] as const;
const LEAST_THOUSANDS = 0.5;
const MOST_THOUSANDS = 300;

/** Page yield, pages a minute, rotations a minute: numbers before a word that is no unit of measure. */
export const printingRule: Rule = ({ tokens, topics }) => {
  const found: Finding[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if ((tokens[at] as Token).kind !== DIGITS) continue;
    const number = numberAt(tokens, at);
    const word = tokens[number.next]?.text ?? '';
    if (PER_MINUTE.has(word)) found.push({ key: SPEED, value: number.value, rule: 'ppm.amount', at });
    else if (ROTATIONS.has(word)) found.push({ key: ROTATION, value: number.value, rule: 'rpm.amount', at });
    else if (isYield(number.value) && PAGES.has(word) && !isPer(tokens, number.next + 1))
      found.push({
        key: YIELD,
        value: number.value,
        rule: topics.has('printing') ? 'yield.topic' : 'yield.alone',
        at,
      });
    else if (topics.has('printing') && isThousands(tokens, at, number))
      found.push({ key: YIELD, value: number.value * 1000, rule: 'yield.thousands', at });
    at = number.next - 1;
  }
  return found;
};

const isYield = (value: number): boolean => value >= YIELDS[0] && value <= YIELDS[1];
const isPer = (tokens: readonly Token[], at: number): boolean => /^(?:per|\/)$/.test(tokens[at]?.text ?? '');

/** `(4K)`, `6.5k pages` of a cartridge. */
function isThousands(
  tokens: readonly Token[],
  at: number,
  { value, next }: { value: number; next: number },
): boolean {
  if (
    tokens[next]?.text !== 'k' ||
    !isGlued(tokens, next) ||
    value < LEAST_THOUSANDS ||
    value > MOST_THOUSANDS
  )
    return false;
  const isWhole = !isGlued(tokens, at) || tokens[at - 1]?.text === '(';
  return (
    isWhole &&
    (PAGES.has(tokens[next + 1]?.text ?? '') ||
      (tokens[at - 1]?.text === '(' && tokens[next + 1]?.text === ')'))
  );
}

/** The number at a token: three digits behind a point, a comma or a space are thousands. */
function numberAt(tokens: readonly Token[], at: number): { value: number; next: number } {
  let digits = (tokens[at] as Token).text;
  let next = at + 1;
  const isThree = (place: number) => tokens[place]?.kind === DIGITS && tokens[place]?.text.length === 3;
  if (digits.length <= 3) {
    while (
      /^[.,']$/.test(tokens[next]?.text ?? '') &&
      isGlued(tokens, next) &&
      isGlued(tokens, next + 1) &&
      isThree(next + 1)
    ) {
      digits += (tokens[next + 1] as Token).text;
      next += 2;
    }
    if (next === at + 1 && isThree(next) && !isGlued(tokens, next)) {
      const behind = tokens[next + 1]?.text ?? '';
      if (PAGES.has(behind)) return { value: Number(digits + (tokens[next] as Token).text), next: next + 1 };
    }
  }
  const isFraction =
    next === at + 1 && /^[.,]$/.test(tokens[next]?.text ?? '') && tokens[next + 1]?.kind === DIGITS;
  if (isFraction && isGlued(tokens, next) && isGlued(tokens, next + 1))
    return { value: readNumber(`${digits}.${(tokens[next + 1] as Token).text}`), next: next + 2 };
  return { value: Number(digits), next };
}
