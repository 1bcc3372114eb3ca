import { type Area, areasOf, median, type Pixels } from './pixels.ts';

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
  const ink = Uint8Array.from(pixels.data, (value) => (Math.abs(value - paper) > INK ? 1 : 0));
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
    paper: 1 - ink.reduce((sum, one) => sum + one, 0) / ink.length,
    pictured: pictured / (width * height),
  };
}

/** The brightness that most pixels have, give or take 8. */
function commonest(data: Uint8Array): number {
  const counts = Array.from({ length: 32 }, () => 0);
  for (const value of data) counts[value >> 3]!++;
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

/** Letters of about one height whose middles are at about one height, from top to bottom. */
function linesOf(letters: Area[]): Area[][] {
  const lines: Area[][] = [];
  for (const letter of letters.toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const middle = (letter.top + letter.bottom) / 2;
    const line = lines.at(-1);
    const reach = line && Math.max(3, median(line.map((one) => one.bottom - one.top + 1)) * 0.6);
    const at = line && line.reduce((sum, one) => sum + (one.top + one.bottom) / 2, 0) / line.length;
    if (line && at !== undefined && reach !== undefined && middle - at <= reach) line.push(letter);
    else lines.push([letter]);
  }
  return lines.map(ofOneHeight).filter((line) => line.length >= LINE_LETTERS);
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
