import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mp4Size, webmSize } from '../../../pipelines/domain/video_size.ts';

// Made by ffmpeg, whose own words these sizes are.
const file = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../fixtures/media/${name}`, import.meta.url)));

test.each([
  ['clip.mp4', mp4Size, { width: 64, height: 48 }],
  ['rotated.mp4', mp4Size, { width: 48, height: 64 }],
  ['clip.webm', webmSize, { width: 80, height: 60 }],
] as const)('%s has the size that one sees', (name, size, expected) => {
  expect(size(file(name))).toEqual(expected);
});

test.each([
  ['clip.mp4', mp4Size],
  ['clip.webm', webmSize],
] as const)('%s cut off or damaged anywhere has its size, another, or none, and ends', (name, size) => {
  const whole = file(name);
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (length, at, byte) => {
      const damaged = whole.slice(0, length);
      if (at < length) damaged[at] = byte;
      const found = size(damaged);
      if (found) expect(Math.min(found.width, found.height)).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
  expect(size(new Uint8Array(0))).toBeNull();
  expect(size(whole.slice(0, 40))).toBeNull();
});
