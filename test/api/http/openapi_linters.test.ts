import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../api/http/openapi.ts';
import { OPERATIONS } from '../../../api/http/operations.ts';

const document = openApiDocument(OPERATIONS, '');

test('Redocly finds no error, and warns of nothing but what is meant so', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  const said = new Set(
    problems.map(
      ({ severity, ruleId, location }) =>
        `${severity} ${ruleId} ${location[0]?.pointer?.split('/')[2] ?? ''}`,
    ),
  );
  expect([...said].filter((one) => one.startsWith('error'))).toEqual([]);
  // Checkout is announced and answers nothing else; every number that is taken has a least and a most.
  expect([...said].map((one) => one.split(' ')[1]).filter((rule) => !MEANT.includes(rule ?? ''))).toEqual([]);
});

/** What Spectral calls so, first of its four grades. */
const isError = (severity: number) => severity === 0;

const MEANT = ['operation-2xx-response', 'no-mixed-number-range-constraints'];

test('Spectral finds no error, and warns of nothing but what is meant so', async () => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[oas as unknown as RulesetDefinition, 'recommended']], rules: {} });
  const all = await spectral.run(document);
  // It reads patterns without Unicode; test/api/docs/examples.test.ts holds the examples against them with it.
  const problems = all.filter(
    ({ message }) => !message.includes('must match pattern') || !message.includes('\\p{'),
  );
  expect(
    problems
      .filter(({ severity }) => isError(severity))
      .map(({ message, path }) => `${path.join('/')} ${message}`),
  ).toEqual([]);
  // Whom to ask is whoever runs the index, which the document cannot know.
  expect(new Set(problems.map(({ code }) => code))).toEqual(
    new Set(['info-contact', 'operation-success-response']),
  );
});
