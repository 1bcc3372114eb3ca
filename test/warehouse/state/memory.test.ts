import { expect, test } from 'vitest';
import { staticEmbedder } from '../../../warehouse/embedding/static_embedder.ts';
import type { NewMemory } from '../../../warehouse/state/memory.ts';
import type { State } from '../../../warehouse/state/state.ts';
import { describeStates } from './both_states.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const embedder = staticEmbedder();

const fact = (text: string, parts: Partial<NewMemory> = {}): NewMemory => ({
  owner: 'ada',
  namespace: 'home',
  text,
  constraints: null,
  metadata: null,
  created_at: NOW.toISOString(),
  expires_at: null,
  ...parts,
});
const add = (state: State, text: string, parts: Partial<NewMemory> = {}) =>
  state.memory.add(fact(text, parts), embedder.embedText(text));
const recall = async (
  state: State,
  text: string,
  { owner = 'ada', namespace = 'home', meaning = true, now = NOW } = {},
) => {
  const vector = meaning ? embedder.embedText(text) : null;
  const found = await state.memory.recall({ owner, namespace, text, vector, limit: 3, minScore: 0, now });
  return found?.map(({ item }) => item.text) ?? null;
};

describeStates('memory', (open) => {
  test('is recalled by words and by meaning, best first', async () => {
    const { state } = await open();
    for (const text of ['wears shoe size 42', 'allergic to peanuts', 'has a golden retriever', 'likes jazz'])
      await add(state, text);
    expect((await recall(state, 'which shoe size?'))?.[0]).toBe('wears shoe size 42');
    expect((await recall(state, 'the dog'))?.[0]).toBe('has a golden retriever');
    expect(await recall(state, 'peanuts', { meaning: false })).toEqual(['allergic to peanuts']);
    expect(await recall(state, 'zzz qqq')).toEqual([]);
  });

  test('is recalled by what a word is a kind of, in another language, and by who bears a name', async () => {
    const { state } = await open();
    for (const text of ['Marcus is my husband', 'Marcus cannot have peanuts', 'Ines wears size 31 trainers'])
      await add(state, text);
    await add(state, 'for the living room', { constraints: { budget_minor: 60_000, avoid: ['velvet'] } });
    expect((await recall(state, 'what may my husband not eat?'))?.slice(0, 2)).toContain(
      'Marcus cannot have peanuts',
    );
    expect((await recall(state, 'Welche Schuhe hat Ines?', { meaning: false }))?.[0]).toMatch(/trainers/);
    expect((await recall(state, 'how much may be spent', { meaning: false }))?.[0]).toMatch(/living/);
    const behind = { after: 2, limit: 1, now: NOW };
    const [living] = (await state.memory.page({ owner: 'ada', namespace: 'home' }, behind)) ?? [];
    expect(await state.memory.remove('ada', living?.item.id ?? '', NOW)).toBe(true);
    expect(await recall(state, 'velvet', { meaning: false })).toEqual([]);
  });

  test('of two owners with one name never meets, and what was never written is not there', async () => {
    const { state, again } = await open();
    const mine = await add(state, 'mine alone');
    await add(state, 'theirs alone', { owner: 'bob' });
    const other = await again();
    expect(await recall(other, 'alone')).toEqual(['mine alone']);
    expect(await recall(other, 'alone', { owner: 'bob' })).toEqual(['theirs alone']);
    expect(await recall(other, 'alone', { owner: 'eve' })).toBeNull();
    expect(await other.memory.remove('bob', mine.id, NOW)).toBe(false);
    expect(await other.memory.removeNamespace({ owner: 'eve', namespace: 'home' })).toBe(false);
    expect(await other.memory.removeNamespace({ owner: 'ada', namespace: 'home' })).toBe(true);
    expect(await recall(other, 'alone')).toBeNull();
    expect(await recall(other, 'alone', { owner: 'bob' })).toEqual(['theirs alone']);
  });

  test('that is removed or has expired is found no more, and its place is not another’s', async () => {
    const { state } = await open();
    const { id } = await add(state, 'golden retriever');
    await add(state, 'silver poodle', { expires_at: '2026-11-22T13:00:00.000Z' });
    expect(await state.memory.remove('ada', id, NOW)).toBe(true);
    expect(await state.memory.remove('ada', id, NOW)).toBe(false);
    await add(state, 'black cat');
    expect(await recall(state, 'dog')).toEqual(expect.not.arrayContaining(['golden retriever']));
    expect(await recall(state, 'poodle')).toContain('silver poodle');
    const later = new Date('2026-11-22T13:00:00Z');
    expect(await recall(state, 'poodle', { now: later })).not.toContain('silver poodle');
    expect(await state.memory.sweep(later)).toBe(1);
    expect(await state.memory.sweep(later)).toBe(0);
    expect(await recall(state, 'poodle')).not.toContain('silver poodle');
    expect(await recall(state, 'black cat')).toEqual(['black cat']);
  });

  test('of several blocks is found in each of them, and listed once each in order', async () => {
    const { state } = await open();
    const words = ['anchor', 'violin', 'tractor', 'pillow'];
    for (let number = 0; number < 300; number++)
      await add(state, number % 100 === 99 ? `owns a ${words[Math.floor(number / 100)]}` : `note ${number}`);
    for (const word of words.slice(0, 3))
      expect((await recall(state, `a ${word}`, { meaning: true }))?.[0]).toBe(`owns a ${word}`);
    const seen: string[] = [];
    for (let after = -1; ; ) {
      const page = await state.memory.page(
        { owner: 'ada', namespace: 'home' },
        { after, limit: 64, now: NOW },
      );
      const last = page?.at(-1);
      if (!last) break;
      seen.push(...(page ?? []).map(({ item }) => item.text));
      after = last.position;
    }
    expect(seen).toHaveLength(300);
    expect(new Set(seen).size).toBe(300);
    expect(seen[298]).toBe('note 298');
  });
});
