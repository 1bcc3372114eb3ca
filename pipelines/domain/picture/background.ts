import { medianByte, type Pixels } from './pixels.ts';

/** What lies around the article of a picture. */
export interface Background {
  /** Its colour: the median of the border, per channel. */
  color: [red: number, green: number, blue: number];
  /** Share of the border's pixels that have this colour, nearly. */
  plain: number;
  /** By side (top, right, bottom, left): share of its pixels that belong to the article. */
  cut: [number, number, number, number];
  /** 1 for each pixel of the article, 0 for the background. */
  subject: Uint8Array;
}

/** Colours this near to the border's (largest difference of a channel) are the border's. */
const SAME = 24;
/** A background may run on from pixel to pixel by so much: soft shadows and gradients. */
const STEP = 6;
/** But never farther from the border's colour than this. */
const FARTHEST = 70;
/** The border is this share of the shorter side wide. */
const BORDER_SHARE = 0.02;

/** Finds the background: what is joined to the border and has its colour, or runs on from it smoothly. */
export function backgroundOf(pixels: Pixels): Background {
  const { data, width, height } = pixels;
  const depth = Math.max(1, Math.round(Math.min(width, height) * BORDER_SHARE));
  const border = borderPixels(width, height, depth);
  const color = [0, 1, 2].map((channel) =>
    medianByte(border.length, (nth) => data[3 * (border[nth] as number) + channel] as number),
  ) as Background['color'];
  const distance = distances(data, color);
  const subject = subjectMask(pixels, border, distance);
  const plain = border.filter((at) => (distance[at] as number) <= SAME).length / border.length;
  return { color, plain, cut: cutSides(subject, width, height), subject };
}

function borderPixels(width: number, height: number, depth: number): number[] {
  const found: number[] = [];
  for (let y = 0; y < height; y++) {
    const isEdgeRow = y < depth || y >= height - depth;
    for (let x = 0; x < width; x++)
      if (isEdgeRow || x < depth || x >= width - depth) found.push(y * width + x);
  }
  return found;
}

/** Of each pixel, the largest difference of a channel to the colour. */
function distances(data: Uint8Array, [red, green, blue]: Background['color']): Uint8Array {
  const found = new Uint8Array(data.length / 3);
  for (let at = 0; at < found.length; at++)
    found[at] = Math.max(
      Math.abs((data[3 * at] as number) - red),
      Math.abs((data[3 * at + 1] as number) - green),
      Math.abs((data[3 * at + 2] as number) - blue),
    );
  return found;
}

/** All but what the border runs on into. */
function subjectMask({ data, width, height }: Pixels, border: number[], distance: Uint8Array): Uint8Array {
  const subject = new Uint8Array(width * height).fill(1);
  const stack = new Int32Array(subject.length);
  let depth = 0;
  for (const at of border)
    if ((distance[at] as number) <= SAME) {
      subject[at] = 0;
      stack[depth++] = at;
    }
  const reach = (at: number, next: number) => {
    if (subject[next] === 0) return;
    const away = distance[next] as number;
    if (away > SAME / 2 && (away > FARTHEST || stepOf(data, at, next) > STEP)) return;
    subject[next] = 0;
    stack[depth++] = next;
  };
  while (depth > 0) {
    const at = stack[--depth] as number;
    const x = at % width;
    if (x > 0) reach(at, at - 1);
    if (x < width - 1) reach(at, at + 1);
    if (at >= width) reach(at, at - width);
    if (at + width < subject.length) reach(at, at + width);
  }
  return subject;
}

function stepOf(data: Uint8Array, one: number, other: number): number {
  return Math.max(
    Math.abs((data[3 * one] as number) - (data[3 * other] as number)),
    Math.abs((data[3 * one + 1] as number) - (data[3 * other + 1] as number)),
    Math.abs((data[3 * one + 2] as number) - (data[3 * other + 2] as number)),
  );
}

function cutSides(subject: Uint8Array, width: number, height: number): Background['cut'] {
  let [top, right, bottom, left] = [0, 0, 0, 0];
  for (let x = 0; x < width; x++) {
    top += subject[x] as number;
    bottom += subject[(height - 1) * width + x] as number;
  }
  for (let y = 0; y < height; y++) {
    left += subject[y * width] as number;
    right += subject[y * width + width - 1] as number;
  }
  return [top / width, right / height, bottom / width, left / height];
}
