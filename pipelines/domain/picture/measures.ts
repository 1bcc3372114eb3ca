import { type Area, areasOf } from './areas.ts';
import { backgroundOf } from './background.ts';
import { paletteOf } from './palette.ts';
import type { Pixels } from './pixels.ts';
import { type TextLayout, textLayoutOf } from './text_layout.ts';

/** What is measured of a picture to tell its role. Shares are 0 to 1. */
export interface PictureMeasures {
  /** Of the border: has one colour. */
  plain: number;
  /** Of the picture: not background. */
  subject: number;
  /** Of the side that the article is cut off most: the article. */
  cut: number;
  /** Sides that the article is cut off at. */
  cut_sides: number;
  /** Things that stand apart and are no specks. */
  things: number;
  /** Of the picture's width or height, whichever it fills more: what all things together span. */
  extent: number;
  /** How far their middle lies off the picture's, as a share of that side; the larger of both directions. */
  offset: number;
  /** How many colours there are, evenly: entropy of 64 colours, 0 one colour, 1 all alike. */
  variety: number;
  /** How busy it is: share of neighbouring pixels that differ. */
  edges: number;
  text: TextLayout;
  /** Colours of the article, names of COLORS (pipelines/text/languages.ts), the most seen first. */
  colors: string[];
}

/** Longest side of the pictures that are measured. */
export const MEASURED_SIDE = 256;
/** Of the brightness, in which letters must be seen. */
export const TEXT_SIDE = 640;

/** Part of a side that the article must reach to count as cut off there. */
const CUT = 0.12;
/** A thing is at least this share of the largest one. */
const THING = 0.08;

/** Measures a picture of three channels (longest side MEASURED_SIDE) and its brightness (longest side TEXT_SIDE). */
export function measurePicture(pixels: Pixels, brightness: Pixels): PictureMeasures {
  const { plain, cut, subject } = backgroundOf(pixels);
  const areas = areasOf(subject, pixels.width, pixels.height);
  const largest = areas.reduce((most, { size }) => Math.max(most, size), 0);
  const counted = areas.filter(({ size }) => size >= largest * THING);
  return {
    plain,
    subject: setIn(subject) / subject.length,
    cut: Math.max(...cut),
    cut_sides: cut.filter((share) => share > CUT).length,
    things: counted.length,
    ...spanOf(counted, pixels),
    variety: varietyOf(pixels),
    edges: edgesOf(pixels),
    text: textLayoutOf(brightness),
    colors: paletteOf(pixels, subject),
  };
}

function setIn(mask: Uint8Array): number {
  let set = 0;
  for (let at = 0; at < mask.length; at++) set += mask[at] as number;
  return set;
}

function spanOf(
  areas: readonly Area[],
  { width, height }: Pixels,
): Pick<PictureMeasures, 'extent' | 'offset'> {
  if (areas.length === 0) return { extent: 0, offset: 0 };
  const [left, right] = [
    Math.min(...areas.map((one) => one.left)),
    Math.max(...areas.map((one) => one.right)),
  ];
  const [top, bottom] = [
    Math.min(...areas.map((one) => one.top)),
    Math.max(...areas.map((one) => one.bottom)),
  ];
  return {
    extent: Math.max((right - left + 1) / width, (bottom - top + 1) / height),
    offset: Math.max(
      Math.abs((left + right + 1) / 2 / width - 0.5),
      Math.abs((top + bottom + 1) / 2 / height - 0.5),
    ),
  };
}

function varietyOf({ data }: Pixels): number {
  const counts = new Int32Array(64);
  for (let at = 0; at < data.length; at += 3)
    counts[
      ((data[at] as number) >> 6) * 16 + ((data[at + 1] as number) >> 6) * 4 + ((data[at + 2] as number) >> 6)
    ]!++;
  const total = data.length / 3;
  const entropy = [...counts].reduce((sum, count) => {
    const share = count / total;
    return share > 0 ? sum - share * Math.log2(share) : sum;
  }, 0);
  return entropy / 6;
}

function edgesOf({ data, width, height }: Pixels): number {
  let edges = 0;
  for (let y = 0; y < height - 1; y++)
    for (let x = 0; x < width - 1; x++) {
      const at = 3 * (y * width + x) + 1;
      const here = data[at] as number;
      if (Math.abs(here - (data[at + 3] as number)) + Math.abs(here - (data[at + 3 * width] as number)) > 24)
        edges++;
    }
  return edges / ((width - 1) * (height - 1));
}
