/** One part of a pattern: what may stand there, and whether nothing may. */
interface Part {
  choices: string[];
  next: number;
}

/**
 * The phrases that a pattern stands for: of `(a|b)` one, of `(a)?` that or nothing, and groups may stand in groups.
 * `(i|we) (nearly)? ran (out of|low on)` is eight phrases. A pattern without groups is the phrase itself. A bracket that
 * is not closed is a RangeError.
 */
export function phrasesOf(pattern: string): string[] {
  if (!pattern.includes('(')) return [pattern];
  const { choices, next } = readAlternatives(pattern, 0);
  if (next < pattern.length)
    throw new RangeError(`The phrase pattern “${pattern}” closes a group that is not open.`);
  return [...new Set(choices.map((phrase) => phrase.replaceAll(/ {2,}/g, ' ').trim()))];
}

/** Alternatives parted by `|`, up to the bracket that closes them or the end. */
function readAlternatives(pattern: string, from: number): Part {
  const choices: string[] = [];
  let own = [''];
  let at = from;
  while (at < pattern.length && pattern[at] !== ')') {
    if (pattern[at] === '|') {
      choices.push(...own);
      own = [''];
      at++;
      continue;
    }
    const part = pattern[at] === '(' ? readGroup(pattern, at) : readText(pattern, at);
    own = own.flatMap((before) => part.choices.map((choice) => before + choice));
    at = part.next;
  }
  return { choices: [...choices, ...own], next: at };
}

function readGroup(pattern: string, at: number): Part {
  const { choices, next } = readAlternatives(pattern, at + 1);
  if (pattern[next] !== ')')
    throw new RangeError(`The phrase pattern “${pattern}” opens a group that is not closed.`);
  return pattern[next + 1] === '?'
    ? { choices: ['', ...choices], next: next + 2 }
    : { choices, next: next + 1 };
}

function readText(pattern: string, at: number): Part {
  const text = /^[^()|]+/.exec(pattern.slice(at))?.[0] ?? '';
  return { choices: [text], next: at + text.length };
}
