import { expect, test } from 'vitest';
import { discountWords } from '../../../../api/explorer/page/forecast_words.ts';

const likely = {
  judged_by: 'own_history' as const,
  probability: 0.515,
  within_days: 30,
  typical_depth_pct: 11,
  expected_saving_pct: 6.4,
  dearer_probability: 0.178,
};

test('a likely fall is told with what waiting for it saves, and how often it ends dearer', () => {
  expect(discountWords(likely)).toBe(
    'A fall of 3% or more within 30 days has a probability of 51.5%; waiting for it saves 6.4% in the mean, and ends dearer in 17.8% of cases.',
  );
  expect(discountWords({ ...likely, expected_saving_pct: -2 })).toContain('costs 2% in the mean');
});
