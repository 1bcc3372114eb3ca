import { expect, test } from 'vitest';
import { gluedSizes, titledSizes } from '../../../pipelines/text/titled_size.ts';

test.each([
  ['Wedge Sandal, Black, 8 M US', ['8']],
  ['Loafer, Black Tumbled Leather, 8.5 W US', ['8.5']],
  ['Flip-Flop - 9 B(M) US - Black', ['9']],
  ['Trainers, White/White 113, 6 UK (39 EU)', ['6', '39']],
  ['Low Sneaker, White, 9 Regular US', ['9']],
  ['Slipper, Chestnut, 6 Big Kid US', ['6']],
  ['Boot EU 42, brown', ['42']],
  ['Chino Pants, Incense, 14', ['14']],
  ['Two Strap Sandal, Black, 8.5', ['8.5']],
  ['Zip Up Hoodie, Mauve Rose, X-Large', ['xl']],
  ['Hoodie, Extra-Small', ['xs']],
  ['Hoodie, Medium', ['m']],
  ['Hoodie, 2XL', ['2xl']],
  ['Hoodie, S', ['s']],
  ['Nano Jacket - L - Black', ['l']],
  ['Rain Jacket, X-Large, Harbor Blue', ['xl']],
  ['Pack w/ rain cover, S/M, Green', ['s', 'm']],
  // nothing of these is a size that somebody wears
  ['Shorts 4 Pack', []],
  ['Drill 118 US plug', []],
  ['Mug, blue', []],
  ['Bed in a Box, CertiPUR-US Certified', []],
  ['Cable 10 eucalyptus', []],
  ['US 2024 calendar', []],
  ['M - the movie, restored', []],
  ['Keyboard, German/L, black', []],
  ['Stickers, S/M/L, assorted', []],
])('%s: %j', (title, sizes) => {
  expect(titledSizes(title)).toEqual(sizes);
});

test.each([
  ['BROOKS GHOST15 MENS BLK SZ10 **NEW**', ['10']],
  ['HUGGIES COMFORT SZ4 50CT NAPPIES', ['4']],
  ['Laufschuhe Gr.8,5 weiß', ['8,5']],
  ['Sandal taille8', ['8']],
  // Nothing is a size behind other letters, with more of them or with more digits.
  ['Jigsaw ESZ10', []],
  ['Rice GR250', []],
  ['Rug size10x12', []],
  ['Shoes sz 10', []],
])('in one piece: %s: %j', (title, sizes) => {
  expect(gluedSizes(title)).toEqual(sizes);
});
