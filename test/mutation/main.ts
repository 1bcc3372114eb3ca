import { globSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Score, scoreText } from './score.ts';
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
const scores: Score[] = [];
for (const file of files.filter((name) => name.endsWith('.ts')))
  scores.push(await mutateTypeScript(root, file));
const sql = files.filter((file) => file.endsWith('.sql'));
if (sql.length > 0)
  scores.push(
    ...(await mutateSql(root, sql, (file, done, of) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${file} ${done}/${of}  `);
    })),
  );
console.log(scoreText(scores));
