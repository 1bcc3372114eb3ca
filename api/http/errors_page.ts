import { ERROR_CODES, ERRORS } from './errors.ts';

/** The page /docs/errors: one anchor per code, which the `type` of a problem points at. */
export function errorsPage(): string {
  const sections = ERROR_CODES.map((code) => {
    const { status, title, retryable, remedy } = ERRORS[code];
    return `<section id="${code}"><h2><code>${code}</code> ${status}</h2><p>${marked(title)}. ${
      retryable ? 'May be retried.' : 'Do not retry unchanged.'
    }</p><p>${marked(remedy)}</p></section>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Errors of the commerce index</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}section:target{background:#fff6d6}
code{background:#f2f2f2;padding:0 .2em}@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}
code{background:#333}section:target{background:#443b12}}</style></head>
<body><h1>Errors</h1><p>Every error is <code>application/problem+json</code> (RFC 9457) with <code>code</code>,
<code>request_id</code>, <code>param</code>, <code>retryable</code> and <code>errors[]</code>.</p>
${sections.join('\n')}
</body></html>
`;
}

/** HTML of a text in which backquotes mark code. */
function marked(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]*)`/g, '<code>$1</code>');
}
