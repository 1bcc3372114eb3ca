import { readFile } from 'node:fs/promises';
import { type MatchModel, modelFromJson } from './model.ts';

let last: { path: string; model: Promise<MatchModel> } | null = null;

/** The model in a file. Files never change, so the one read last is kept, for it takes a while to read. */
export function openMatchModel(path: string): Promise<MatchModel> {
  if (last?.path !== path) {
    const model = readFile(path, 'utf8').then(modelFromJson);
    const opened = { path, model };
    last = opened;
    model.catch(() => {
      if (last === opened) last = null;
    });
  }
  return last.model;
}
