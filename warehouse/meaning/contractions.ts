/** A text with `not` written out where it is drawn together with a verb: `can't` is `can not`, else its words are `can` alone. */
export const withoutContractions = (text: string): string =>
  text
    .replace(/\bcan['’]t\b/gi, 'can not')
    .replace(/\bwon['’]t\b/gi, 'will not')
    .replace(/\bshan['’]t\b/gi, 'shall not')
    .replace(/(\p{L})n['’]t\b/giu, '$1 not');
