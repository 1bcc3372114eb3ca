import { docsPage, marked } from '../docs/html.ts';
import { ERROR_CODES, ERRORS } from './errors.ts';

/** The page /docs/errors: one anchor per code, which the `type` of a problem points at. */
export function errorsPage(): string {
  const sections = ERROR_CODES.map((code) => {
    const { status, title, retryable, remedy } = ERRORS[code];
    return `<section id="${code}"><h2><code>${code}</code> ${status}</h2><p>${marked(title)}. ${
      retryable ? 'May be retried.' : 'Do not retry unchanged.'
    }</p><p>${marked(remedy)}</p></section>`;
  });
  return docsPage(
    'Errors',
    `<h1>Errors</h1><p>Every error is <code>application/problem+json</code> (RFC 9457) with <code>code</code>,
<code>request_id</code>, <code>param</code>, <code>retryable</code> and <code>errors[]</code>.</p>
${sections.join('\n')}`,
  );
}
