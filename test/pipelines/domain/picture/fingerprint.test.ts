import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { isSamePicture } from '../../../../pipelines/domain/picture/fingerprint.ts';
import { readPicture } from '../../../../pipelines/media/picture.ts';

/** A label on an article on white: what tells two articles apart may be the label alone. */
const article = (body: string, label: string, x = 90) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="480"><rect width="600" height="480" fill="#fff"/><rect x="${x}" y="60" width="420" height="360" rx="40" fill="${body}"/>${label}</svg>`,
    ),
  );
const STRIPE = '<rect x="160" y="150" width="280" height="90" fill="#f4e9c8"/>';
const DISC = '<circle cx="300" cy="200" r="80" fill="#f4e9c8"/>';

const print = async (image: Sharp, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  (await readPicture(await image.toFormat(format, { quality: 70 }).toBuffer(), { pixels: 1e6 })).fingerprint;
const original = await print(article('#a02c2c', STRIPE));

test.each<[string, () => Promise<Sharp>]>([
  ['smaller, as JPEG', async () => article('#a02c2c', STRIPE).resize(300).jpeg({ quality: 60 })],
  ['as a small WebP', async () => sharp(await article('#a02c2c', STRIPE).resize(200).webp().toBuffer())],
  ['in inks', async () => article('#a02c2c', STRIPE).toColourspace('cmyk').jpeg({ quality: 80 })],
])('the same picture %s is the same', async (_, made) => {
  const bytes = await (await made()).toBuffer();
  const { fingerprint } = await readPicture(bytes, { pixels: 1e6 });
  expect(isSamePicture(original, fingerprint)).toBe(true);
});

test.each<[string, () => Sharp | Promise<Sharp>]>([
  ['in another colour', () => article('#2c2ca0', STRIPE)],
  [
    'in another colour and in inks',
    async () => sharp(await article('#2c2ca0', STRIPE).toColourspace('cmyk').jpeg().toBuffer()),
  ],
  ['with another label', () => article('#a02c2c', DISC)],
  ['from another side', () => article('#a02c2c', STRIPE).flop().affine([1, 0.1, 0, 1])],
  ['in another place', () => article('#a02c2c', STRIPE, 20)],
  ['in another shape', () => article('#a02c2c', STRIPE).resize({ width: 600, height: 560, fit: 'fill' })],
])('an article %s is another picture', async (_, made) => {
  expect(isSamePicture(original, await print(await made()))).toBe(false);
});
