import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../http/operations.ts';
import { type Answers, EXAMPLE_CALLS, type ExampleCall } from './example_calls.ts';
import type { Example } from './examples.ts';

/** Rows that a list of an example keeps. */
const ROWS = 2;
/** What differs at every call: ids made at random, cursors, moments. */
const OF_THE_CALL =
  /"(?:request_id|next_cursor|seconds|cutoff_in_minutes|\w+_at)": (?:"[^"]*"|[\d.]+)|\b(?:mem|wat|snp)_[0-9a-f]+/g;
/** How long a stream is listened to. */
const STREAM_MS = 5_000;

/**
 * Writes the examples: each call is sent to a demo that runs. It decides about a run and a pair there, so give it a copy:
 * `npm run docs:examples -- http://127.0.0.1:8080 KEY [OPERATION…]`
 */
async function generate([baseUrl = '', key = '', ...only]: string[]): Promise<void> {
  if (!URL.canParse(baseUrl) || key === '')
    throw new Error('usage: npm run docs:examples -- http://127.0.0.1:8080 KEY [OPERATION…]');
  const answers: Record<string, Record<string, unknown>> = {};
  for (const call of EXAMPLE_CALLS) {
    const isAsked = only.length === 0 || only.includes(call.id);
    const example = await send(call, { baseUrl, key, answers }).catch((error: unknown) => {
      if (isAsked) throw error;
      return null;
    });
    if (typeof example?.answer === 'object') answers[call.id] = example.answer as Record<string, unknown>;
    if (!isAsked || example === null) continue;
    const path = join(import.meta.dirname, 'examples', `${call.id}.json`);
    const text = `${JSON.stringify({ ...example, ...shortened(example) }, null, 2)}\n`;
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (lasting(text) !== lasting(before)) writeFileSync(path, text);
  }
}

/** An example without what differs at every call, so that one that says the same is not written again. */
const lasting = (text: string): string => text.replaceAll(OF_THE_CALL, '');

async function send(
  { id, url, body, headers }: ExampleCall,
  { baseUrl, key, answers }: { baseUrl: string; key: string; answers: Answers },
): Promise<Example> {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  const [address, sent] = [url, body].map((part) => (typeof part === 'function' ? part(answers) : part));
  const answer = await fetch(`${baseUrl}${address as string}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...headers?.(answers),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  });
  const expected = operation.successStatus ?? 200;
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const told = isStream ? await beginningOf(answer) : await answer.text();
  if (answer.status !== expected)
    throw new Error(
      `${operation.method} ${address as string} answered ${answer.status}, not ${expected}: ${told}`,
    );
  return {
    request: { url: address as string, ...(sent !== undefined && { body: sent }) },
    status: answer.status,
    ...(told !== '' && { answer: isStream ? told : (JSON.parse(told) as unknown) }),
  };
}

/** The first event of a stream that has one. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const until = Date.now() + STREAM_MS;
  for (let text = ''; Date.now() < until; ) {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: true });
    const found = /^id: [\s\S]*?\n\n/m.exec(text);
    if (!found && !done) continue;
    await reader.cancel();
    return found?.[0] ?? text;
  }
  throw new Error(`the stream told nothing in ${STREAM_MS} ms`);
}

/** Lists cut to their first rows; secrets, which are shown once, are not kept. */
function shortened({ answer }: Example): Pick<Example, 'answer'> {
  const cut = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, ROWS).map(cut);
    if (typeof value === 'string' && value.startsWith('whsec_')) return 'whsec_shown-only-now';
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part)]));
  };
  return answer === undefined ? {} : { answer: cut(answer) };
}

await generate(process.argv.slice(2));
