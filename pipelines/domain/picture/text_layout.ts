import { type Area, areasOf } from './areas.ts';
import { median, type Pixels } from './pixels.ts';

/** How much of a picture is writing, and how it stands. */
export interface TextLayout {
  /** Areas that are as small as letters and stand in lines with others. */
  letters: number;
  /** Lines of them. */
  lines: number;
  /** Columns that the lines have in common, as a table's. */
  columns: number;
  /** Share of the picture that has the paper's brightness. */
  paper: number;
  /** Share of the picture that is neither paper nor writing nor a rule of a table. */
  pictured: number;
}

/** Brightness apart from the paper's by so much is ink. */
const INK = 48;
/** A letter's height in pixels, and as a share of the picture's. */
const LETTER_MIN_PIXELS = 4;
const LETTER_MAX_SHARE = 0.07;
/** Letters in a line of text, at least. */
const LINE_LETTERS = 4;

/** Measures the writing in a picture of one channel; letters need about five pixels of height to be seen. */
export function textLayoutOf(pixels: Pixels): TextLayout {
  const { width, height } = pixels;
  const paper = commonest(pixels.data);
  const { mask: ink, set: inked } = inkOf(pixels.data, paper);
  const areas = areasOf(ink, width, height);
  const letters = areas.filter((area) => isLetter(area, width, height));
  const lines = linesOf(letters);
  const written = lines.flat();
  const pictured = areas
    .filter((area) => !isLetter(area, width, height) && !isRule(area))
    .reduce((sum, area) => sum + area.size, 0);
  return {
    letters: written.length,
    lines: lines.length,
    columns: columnsOf(lines, width),
    paper: 1 - inked / ink.length,
    pictured: pictured / (width * height),
  };
}

/** What is not the paper: 1 for each such pixel, and how many there are. */
function inkOf(data: Uint8Array, paper: number): { mask: Uint8Array; set: number } {
  const mask = new Uint8Array(data.length);
  let set = 0;
  for (let at = 0; at < data.length; at++)
    if (Math.abs((data[at] as number) - paper) > INK) {
      mask[at] = 1;
      set++;
    }
  return { mask, set };
}

/** The brightness that most pixels have, give or take 8. */
function commonest(data: Uint8Array): number {
  const counts = new Int32Array(32);
  for (let at = 0; at < data.length; at++) counts[(data[at] as number) >> 3]!++;
  return counts.indexOf(Math.max(...counts)) * 8 + 4;
}

function isLetter({ left, right, top, bottom }: Area, width: number, height: number): boolean {
  const [wide, tall] = [right - left + 1, bottom - top + 1];
  return tall >= LETTER_MIN_PIXELS && tall <= height * LETTER_MAX_SHARE && wide <= width * 0.12;
}

/** The grid of a table: a frame that is mostly empty, or a stroke. */
function isRule({ size, left, right, top, bottom }: Area): boolean {
  const [wide, tall] = [right - left + 1, bottom - top + 1];
  return size / (wide * tall) < 0.15 || Math.min(wide, tall) <= 3;
}

/** A line that letters are put into: their heights in order, and the sum of their middles. */
interface Line {
  letters: Area[];
  heights: number[];
  middles: number;
}

/** Letters of about one height whose middles are at about one height, from top to bottom. */
function linesOf(letters: Area[]): Area[][] {
  const lines: Line[] = [];
  for (const letter of letters.toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const middle = (letter.top + letter.bottom) / 2;
    const last = lines.at(-1);
    const line = last && middle - last.middles / last.letters.length <= reachOf(last) ? last : newLine(lines);
    line.letters.push(letter);
    line.middles += middle;
    insert(line.heights, letter.bottom - letter.top + 1);
  }
  return lines.map((line) => ofOneHeight(line.letters)).filter((line) => line.length >= LINE_LETTERS);
}

const reachOf = ({ heights }: Line) => Math.max(3, (heights[heights.length >> 1] as number) * 0.6);

function newLine(lines: Line[]): Line {
  const line: Line = { letters: [], heights: [], middles: 0 };
  lines.push(line);
  return line;
}

/** Puts a number where it belongs among sorted ones. */
function insert(sorted: number[], value: number): void {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) <= value) from = middle + 1;
    else to = middle;
  }
  sorted.splice(from, 0, value);
}

/** Without what is much lower or higher than the others: leaves and pebbles are, letters are not. */
function ofOneHeight(line: Area[]): Area[] {
  const usual = median(line.map(({ top, bottom }) => bottom - top + 1));
  return line.filter(({ top, bottom }) => {
    const tall = bottom - top + 1;
    return tall >= usual * 0.55 && tall <= usual * 1.5;
  });
}

/** Stretches across the picture that most lines write in, parted by ones that hardly any line does. */
function columnsOf(lines: Area[][], width: number): number {
  if (lines.length < 3) return 0;
  const written = Array.from({ length: 100 }, () => 0);
  for (const line of lines) {
    const places = new Set<number>();
    for (const { left, right } of line)
      for (let place = Math.floor((left * 100) / width); place <= Math.floor((right * 100) / width); place++)
        places.add(place);
    for (const place of places) written[place]!++;
  }
  let columns = 0;
  let isInside = false;
  for (const count of written) {
    if (!isInside && count >= lines.length * 0.4) {
      columns++;
      isInside = true;
    } else if (isInside && count <= lines.length * 0.15) isInside = false;
  }
  return columns;
}
