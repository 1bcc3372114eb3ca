import { readdirSync, readFileSync } from 'node:fs';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, expect, test } from 'vitest';
import { bundleWorkflows } from '../../../workflows/temporal/bundle.ts';
import { tracedWorkflowModules } from '../../../workflows/temporal/tracing.ts';

Runtime.install({ logger: new DefaultLogger('ERROR') });

const folder = new URL('../../../fixtures/histories/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
let workflowBundle: Awaited<ReturnType<typeof bundleWorkflows>>;
let tracedBundle: typeof workflowBundle;
beforeAll(async () => {
  workflowBundle = await bundleWorkflows({ env: {} });
  tracedBundle = await bundleWorkflows({ env: {}, modules: tracedWorkflowModules() });
});

interface Recorded {
  events: {
    eventId: string;
    eventType: string;
    activityTaskScheduledEventAttributes?: { activityType: { name: string } };
  }[];
}

const recorded = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recorded;

test('every workflow has a recorded history', () => {
  const text = ['workflows', 'delivery_workflows']
    .map((file) => readFileSync(new URL(`../../../workflows/temporal/${file}.ts`, import.meta.url), 'utf8'))
    .join('\n');
  const workflows = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = '']) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  expect(workflows.length).toBeGreaterThan(6);
  for (const workflow of workflows)
    expect(
      names.some((name) => name.startsWith(workflow)),
      workflow,
    ).toBe(true);
});

test.each(names)('%s, begun by an earlier version, goes on under this one', async (name) => {
  // A violation's message holds the whole history: its first line is enough.
  const problem = await Worker.runReplayHistory({ workflowBundle }, recorded(name)).then(
    () => null,
    (error: unknown) => String(error).slice(0, 300),
  );
  expect(problem).toBeNull();
});

test.each(names)('%s goes on when tracing is switched on', async (name) => {
  const sinks = { exporter: { export: { fn: () => undefined } } };
  const problem = await Worker.runReplayHistory({ workflowBundle: tracedBundle, sinks }, recorded(name)).then(
    () => null,
    (error: unknown) => String(error).slice(0, 300),
  );
  expect(problem).toBeNull();
});

test('a changed order of steps is noticed', async () => {
  const history = recorded('ingest_feed.json');
  for (const { activityTaskScheduledEventAttributes: scheduled } of history.events)
    if (scheduled?.activityType.name === 'land') scheduled.activityType.name = 'unpack';
  const problem = await Worker.runReplayHistory({ workflowBundle }, history).catch((error: unknown) => error);
  expect(problem instanceof DeterminismViolationError).toBe(true);
});
