import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recommendationFor } from '../../../../pipelines/domain/risk/recommendation.ts';
import {
  bySeverity,
  RISK_CODES,
  RISKS,
  type RiskFlag,
  riskOf,
  SEVERITIES,
} from '../../../../pipelines/domain/risk/risk_flag.ts';

const flags = fc.array(
  fc.record({
    code: fc.constantFrom(...RISK_CODES),
    severity: fc.constantFrom(...SEVERITIES),
    detail: fc.constant('…'),
  }),
  { maxLength: 5 },
);
const flag = (severity: RiskFlag['severity']): RiskFlag => ({
  code: 'region_variant',
  severity,
  detail: '…',
});

describe('the risk of an offer', () => {
  test.each([
    ['none', []],
    ['low', ['low', 'low', 'low']],
    ['elevated', ['medium', 'low']],
    ['elevated', ['medium', 'medium']],
    ['high', ['medium', 'medium', 'medium']],
    ['high', ['low', 'high']],
  ] as const)('%s comes of %j', (risk, severities) => expect(riskOf(severities.map(flag))).toBe(risk));

  test('is never lowered by another observation', () => {
    fc.assert(
      fc.property(flags, flags, (some, more) => {
        expect(RISKS.indexOf(riskOf([...some, ...more]))).toBeGreaterThanOrEqual(RISKS.indexOf(riskOf(some)));
      }),
    );
  });

  test('has a recommendation that speaks of each observation once, gravest first, and of no fraud', () => {
    fc.assert(
      fc.property(flags, (some) => {
        const sorted = some.toSorted(bySeverity);
        const text = recommendationFor(riskOf(sorted), sorted);
        expect(text.match(/\.(?: |$)/g)).toHaveLength(
          some.length === 0 ? 1 : 1 + new Set(some.map(({ code }) => code)).size,
        );
        expect(text).not.toMatch(/fraud|scam|fake|counterfeit|cheat/i);
      }),
    );
    expect(
      recommendationFor('low', [{ code: 'seller_new_to_listing' }, { code: 'seller_new_to_listing' }]),
    ).toBe('Little stands out. Look at the seller’s other listings, since this one has little history.');
  });
});
