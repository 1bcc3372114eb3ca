import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { PublishBusyError, withPublishLock } from '../../warehouse/lock.ts';

/** The path of a lock that another connection holds, as another process would, until it is told to let go. */
function held(): { path: string; letGo: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-index-lock-'));
  const path = join(folder, 'publish.lock');
  const other = new DatabaseSync(path);
  other.exec('begin exclusive');
  let isHeld = true;
  const letGo = () => {
    if (isHeld) other.close();
    isHeld = false;
  };
  onTestFinished(() => {
    letGo();
    rmSync(folder, { recursive: true, force: true });
  });
  return { path, letGo };
}

/** The longest time in milliseconds in which nothing else of this process could run. */
async function longestStandstill(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const clock = setInterval(look, 5);
  await work();
  clearInterval(clock);
  look();
  return longest;
}

test('whoever waits for the lock keeps nothing else of its process waiting', async () => {
  const { path } = held();
  const start = performance.now();
  const longest = await longestStandstill(async () => {
    await expect(withPublishLock(path, 1_500, async () => 1)).rejects.toThrow(PublishBusyError);
  });
  expect(performance.now() - start).toBeGreaterThanOrEqual(1_500);
  expect(longest).toBeLessThan(500);
});

test('a lock that is let go in time is taken, and free again behind the work, also when that fails', async () => {
  const { path, letGo } = held();
  setTimeout(letGo, 300);
  expect(await withPublishLock(path, 5_000, async () => 'done')).toBe('done');
  await expect(withPublishLock(path, 0, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await withPublishLock(path, 0, async () => 'again')).toBe('again');
});

test('the work is not begun while another holds the lock, and the holder is named', async () => {
  const { path } = held();
  let begun = false;
  const waiting = withPublishLock(path, 0, async () => {
    begun = true;
  });
  await expect(waiting).rejects.toThrow(
    `another process is publishing (it holds ${path}); try again when it has finished`,
  );
  expect(begun).toBe(false);
});

test('what is no lock at all is said as it is', async () => {
  await expect(
    withPublishLock(join(tmpdir(), 'nowhere', 'x', 'publish.lock'), 0, async () => 1),
  ).rejects.toThrow('unable to open database file');
});
