import fc from 'fast-check';
import { expect, test } from 'vitest';
import { median, medianByte } from '../../../../pipelines/domain/picture/pixels.ts';

test('counting bytes finds the same middle as sorting them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 255 })), (bytes) => {
      expect(medianByte(bytes.length, (nth) => bytes[nth] as number)).toBe(median(bytes));
    }),
  );
});
