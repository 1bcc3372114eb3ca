import { chmodSync, statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { durationMs } from '../../../api/cli/duration.ts';
import { Program } from './program.ts';

const CONFIGURATION = `market: { country: US, currency: USD }
sellers:
  - { id: alpha, name: Alpha, kind: retailer, access: merchant_feed, feeds: [{ name: main, url: a.csv, format: google }] }
`;

const made = () =>
  new Program().write({
    'commerce-index.yaml': CONFIGURATION,
    'a.csv': 'id,title,price,link\n1,Kettle,10.00 USD,https://alpha.example/1\n',
  });

test.each([
  ['0', 0],
  ['30m', 1_800_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['3650d', 315_360_000_000],
])('%s is %i milliseconds', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

test.each(['', 'h', '1', '-1h', '1.5h', '1 h', '1w', '3651d', '1e3h', '٣h', '0x1h'])(
  '%j is no duration',
  (text) => {
    expect(() => durationMs(text)).toThrow(InvalidArgumentError);
  },
);

test('a key is rotated: the new one is shown once, the old one goes on for the overlap', async () => {
  const program = made();
  const { out: first } = await program.run(['keys', 'create', '--owner', 'ada', '--scope', 'read']);
  const idOf = async (place: number) =>
    (await program.run(['keys', 'list'])).out.split('\n')[place]?.split(' ')[0] ?? '';
  const id = await idOf(2);
  const before = Date.now();
  const { code, out, err } = await program.run(['keys', 'rotate', id, '--overlap', '30m']);
  expect(code).toBe(0);
  expect(out).toMatch(/^ci_[\w-]{43}\n$/);
  expect(out).not.toBe(first);
  const ends = Date.parse(/in place of key_\w+, which ends (\S+);/.exec(err)?.[1] ?? '');
  expect(ends - before).toBeGreaterThanOrEqual(1_800_000);
  expect(ends - Date.now()).toBeLessThanOrEqual(1_800_000);
  const { out: list } = await program.run(['keys', 'list']);
  expect(list.match(/ada/g)).toHaveLength(2);
  expect(list).toContain(new Date(ends).toISOString());
  expect((await program.run(['keys', 'rotate', 'key_none'])).err).toBe(
    'error: there is no key key_none; `keys list` shows them\n',
  );
  expect((await program.run(['keys', 'rotate', id, '--overlap', '2w'])).err).toContain(
    'such as 30m, 24h or 7d',
  );
});

test('the data folder and the state are for their owner alone; doctor names what is not', async () => {
  const program = made();
  await program.run(['keys', 'create']);
  const rights = (name: string) => (statSync(`${program.cwd}/${name}`).mode & 0o777).toString(8);
  expect([rights('data'), rights('data/state.sqlite')]).toEqual(['700', '600']);
  expect((await program.run(['doctor'])).out).toContain('ok    state files: for their owner alone');
  chmodSync(`${program.cwd}/data`, 0o755);
  chmodSync(`${program.cwd}/data/state.sqlite`, 0o644);
  const { code, out } = await program.run(['doctor']);
  expect(code).toBe(3);
  expect(out).toContain(`others can enter it (755): chmod 700 ${program.cwd}/data keeps it to its owner`);
  expect(out).toMatch(/FAIL {2}state files: \S+state\.sqlite\b.* can be read by others; chmod 600 \//);
});

const FIRST = 'the-first-operators-key-1';
const SECOND = 'the-second-operators-key-2';

test('another API_KEY takes the place of the one before; back again it is good again', async () => {
  const program = made();
  await program.run(['ingest']);
  const statuses = async (key: string) => {
    const running = program.begin(['api'], { PORT: '0', API_KEY: key });
    onTestFinished(() => void running.stop());
    await running.says('readyz');
    const url = /(http:\S+)\/v1/.exec(running.out)?.[1] ?? '';
    const answers: number[] = [];
    for (const token of [FIRST, SECOND])
      answers.push(
        (await fetch(`${url}/v1/sellers`, { headers: { authorization: `Bearer ${token}` } })).status,
      );
    await running.stop();
    return answers;
  };
  expect(await statuses(FIRST)).toEqual([200, 401]);
  expect(await statuses(SECOND)).toEqual([401, 200]);
  expect(await statuses(FIRST)).toEqual([200, 401]);
});
