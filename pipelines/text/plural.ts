/**
 * English plural folding after D. Harman, "How effective is suffixing?" (1991), the S stemmer: it touches only
 * final `s` of words in the letters a to z, so that in other languages it joins at most a word with its own plural.
 */
export function fromPlural(word: string): string {
  if (!word.endsWith('s') || !/^[a-z]{4,}$|^[b-df-hj-np-tv-z]{2}s$/.test(word)) return word;
  if (word.endsWith('ies')) return /[ae]ies$/.test(word) || word.length < 5 ? word : `${word.slice(0, -3)}y`;
  if (/(?:sses|xes|ches|shes|zes)$/.test(word)) return word.slice(0, -2);
  return /[us]s$/.test(word) ? word : word.slice(0, -1);
}
