import type { MediaRole } from '../media.ts';
import type { PictureMeasures } from './measures.ts';

/** Border of one colour. */
const PLAIN = 0.86;
/** Share of a side that an article which is all there may reach: pictures are trimmed close. */
const WHOLE_CUT = 0.3;
/** Sides at which it may. */
const WHOLE_SIDES = 1;
/** The article's share of a primary picture. */
const SUBJECT = { least: 0.02, most: 0.97 };
/** A primary picture is of its article: that spans so much of a side, and lies no farther off the middle. */
const EXTENT = 0.5;
const OFFSET = 0.15;
/** Things apart in a primary picture: a pair, a set; more is a collage. */
const THINGS = 6;
/** A table of sizes: lines, letters and columns at least, and how much else there may be. */
const TABLE = { lines: 4, letters: 28, columns: 3, paper: 0.6, pictured: 0.3 };
/** Colours of a scene and of a close-up. */
const SCENE_VARIETY = 0.42;
const CLOSE_VARIETY = 0.3;

/**
 * The role of a picture from the picture alone: never what the seller calls it. A table of sizes is lines of text in
 * columns; a primary picture shows the whole article on a plain background; what is cut off on a plain background or
 * fills the picture with few colours is a detail, what fills it with many a scene. When unsure `gallery`.
 */
export function pictureRole(measures: PictureMeasures): Exclude<MediaRole, 'video'> {
  const { plain, subject, cut, cut_sides, things, extent, offset, variety, text } = measures;
  if (isTable(text)) return 'size_chart';
  if (plain >= PLAIN) {
    const isWhole = cut <= WHOLE_CUT && cut_sides <= WHOLE_SIDES;
    const isShown = subject >= SUBJECT.least && subject <= SUBJECT.most;
    const isFramed = extent >= EXTENT && offset <= OFFSET && things <= THINGS;
    if (isWhole && isShown && isFramed) return 'primary';
    return !isWhole && subject > 0.3 ? 'detail' : 'gallery';
  }
  if (variety >= SCENE_VARIETY) return 'lifestyle';
  return variety <= CLOSE_VARIETY && cut_sides >= 2 ? 'detail' : 'gallery';
}

function isTable({ lines, letters, columns, paper, pictured }: PictureMeasures['text']): boolean {
  return (
    lines >= TABLE.lines &&
    letters >= TABLE.letters &&
    columns >= TABLE.columns &&
    paper >= TABLE.paper &&
    pictured <= TABLE.pictured
  );
}
