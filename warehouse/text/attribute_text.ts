const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** Values that say only whether the name holds. */
const HOLDS = /^(?:yes|true|y|1|ja|si|sí|oui|כן|ναι|da)$/i;
const HOLDS_NOT = /^(?:no|false|n|0|nein|non|none|n\/a|-|לא|όχι)$/i;

let scratch = new Uint8Array(4096);

/**
 * The words of attributes kept as a flat JSON object of texts: the values, and for a value that only says yes
 * the last part of its name (`general.wireless`).
 */
export function attributeText(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (end - start + 8 > scratch.length) scratch = new Uint8Array((end - start) * 2);
  let filled = 0;
  let isValue = false;
  for (let at = start; at < end; at++) {
    if (bytes[at] !== QUOTE) continue;
    const from = at + 1;
    for (at = from; at < end && bytes[at] !== QUOTE; at++)
      if (bytes[at] === BACKSLASH) return parsedText(bytes, start, end);
    if (isValue) {
      if (
        at - from <= 8 &&
        HOLDS_OR_NOT.has(
          Buffer.from(bytes.buffer, bytes.byteOffset + from, at - from)
            .toString('utf8')
            .toLowerCase(),
        )
      )
        return parsedText(bytes, start, end);
      for (let index = from; index < at; index++) scratch[filled++] = bytes[index] as number;
      scratch[filled++] = SPACE;
    }
    isValue = !isValue;
  }
  return scratch.subarray(0, filled);
}

const HOLDS_OR_NOT = new Set(
  'yes|true|y|1|ja|si|sí|oui|כן|ναι|da|no|false|n|0|nein|non|none|n/a|-|לא|όχι'.split('|'),
);

function parsedText(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
  return Buffer.from(attributeWords(JSON.parse(text) as Record<string, unknown>));
}

/** The same for attributes as an object. */
export function attributeWords(attributes: Record<string, unknown>): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => {
      const text = String(value);
      if (HOLDS_NOT.test(text)) return [];
      return HOLDS.test(text) ? [name.slice(name.lastIndexOf('.') + 1).replaceAll('_', ' ')] : [text];
    })
    .join(' ');
}
