/** The text as HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** HTML of a text in which backquotes mark code. */
export const marked = (text: string): string => escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');

/** A page of the documentation around this content. */
export function docsPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)} · Commerce index</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/explorer/page/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/explorer/page/style.css">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<header class="bar"><a class="name" href="/docs">Commerce index</a>
<nav aria-label="Documentation"><a href="/docs">Guide</a><a href="/docs#operations">Operations</a><a href="/docs/records">Records</a><a href="/docs/exports">Exports</a><a href="/docs/errors">Errors</a><a href="/docs/try">Try it</a><a href="/openapi.json">OpenAPI</a><a href="/">Explorer</a></nav></header>
<main>
${content}
</main>
</body>
</html>
`;
}
