import { globSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Score, scoreText, survivorsText } from './score.ts';
import { mutateSql } from './sql_run.ts';
import { mutateTypeScript } from './typescript_run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The `.ts` and `.sql` files that a path names, itself or below it, from the root. */
function filesOf(path: string): string[] {
  const full = resolve(path);
  const found = statSync(full).isDirectory() ? globSync(`${full}/**/*.{ts,sql}`) : [full];
  return found.map((file) => relative(root, file)).sort();
}

const files = [...new Set(process.argv.slice(2).flatMap(filesOf))];
if (files.length === 0 || files.some((file) => !/\.(ts|sql)$/.test(file))) {
  console.error('usage: npm run mutate -- PATH [PATH…]   (.ts and .sql files, or folders of them)');
  process.exit(2);
}
// so that the copies are removed
process.once('SIGINT', () => process.exit(130));
const scores: Score[] = [];
const tell = (score: Score): void => {
  scores.push(score);
  process.stdout.write(survivorsText(score));
};
for (const file of files.filter((name) => name.endsWith('.ts'))) tell(await mutateTypeScript(root, file));
const sql = files.filter((file) => file.endsWith('.sql'));
if (sql.length > 0) await mutateSql(root, sql, tell);
console.log(scoreText(scores));
