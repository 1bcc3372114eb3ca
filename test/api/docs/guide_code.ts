import { readFileSync } from 'node:fs';

/** What a part of the guide shows in a language, as a reader would paste it. */
export function guideCode(part: string, language: string): string[] {
  const html = readFileSync(new URL(`../../../api/docs/guide/${part}.html`, import.meta.url), 'utf8');
  return [...html.matchAll(/<code class="(\w+)">([\s\S]*?)<\/code>/g)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}

/** Its SQL. */
export const guideSql = (part: string): string[] => guideCode(part, 'sql');
