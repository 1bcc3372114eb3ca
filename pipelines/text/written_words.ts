/** The words of a text as they are written, capitals and all, without the signs around them; `"` after a number is inches. */
export const writtenWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}"]+$/gu, ''))
    .filter((word) => word !== '');
