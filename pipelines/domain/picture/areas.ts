/** Pixels that touch one another (also by their corners). */
export interface Area {
  /** Pixels in it. */
  size: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels that are set side by side in a row. */
interface Strip {
  left: number;
  right: number;
  /** Place of its area in `Areas`. */
  area: number;
}

/**
 * The areas that the pixels set in `mask` (anything but 0) form, in the order of their first pixels. Row by row: a strip
 * belongs to what it touches above, and where that is several areas they are one. So each pixel is looked at once.
 */
export function areasOf(mask: Uint8Array, width: number, height: number): Area[] {
  const areas = new Areas();
  let above: readonly Strip[] = [];
  for (let y = 0; y < height; y++) {
    const strips = stripsOf(mask.subarray(y * width, (y + 1) * width));
    let near = 0;
    for (const strip of strips) {
      while (near < above.length && (above[near] as Strip).right < strip.left - 1) near++;
      for (let at = near; at < above.length && (above[at] as Strip).left <= strip.right + 1; at++)
        strip.area = areas.joined(strip.area, (above[at] as Strip).area);
      strip.area = areas.grown(strip, y);
    }
    above = strips;
  }
  return areas.all();
}

const NONE = -1;

function stripsOf(row: Uint8Array): Strip[] {
  const strips: Strip[] = [];
  for (let x = 0; x < row.length; x++) {
    if (row[x] === 0) continue;
    const left = x;
    while (x + 1 < row.length && row[x + 1] !== 0) x++;
    strips.push({ left, right: x, area: NONE });
  }
  return strips;
}

/** Areas in the making. One that turned out to be part of another leads there. */
class Areas {
  readonly #areas: Area[] = [];
  readonly #leadsTo: number[] = [];

  /** Makes two areas one, that which began first, and says which it is; `NONE` is none. */
  joined(one: number, other: number): number {
    if (one === NONE) return this.#whole(other);
    const [first, second] = [this.#whole(one), this.#whole(other)].toSorted((a, b) => a - b) as [
      number,
      number,
    ];
    if (first === second) return first;
    const [into, from] = [this.#areas[first] as Area, this.#areas[second] as Area];
    into.size += from.size;
    into.left = Math.min(into.left, from.left);
    into.top = Math.min(into.top, from.top);
    into.right = Math.max(into.right, from.right);
    into.bottom = Math.max(into.bottom, from.bottom);
    this.#leadsTo[second] = first;
    return first;
  }

  /** Adds a strip of this row to its area, or begins one with it; says which it is. */
  grown({ left, right, area }: Strip, y: number): number {
    const size = right - left + 1;
    if (area === NONE) {
      this.#leadsTo.push(this.#areas.length);
      return this.#areas.push({ size, left, top: y, right, bottom: y }) - 1;
    }
    const grown = this.#areas[area] as Area;
    grown.size += size;
    grown.left = Math.min(grown.left, left);
    grown.right = Math.max(grown.right, right);
    grown.bottom = y;
    return area;
  }

  all(): Area[] {
    return this.#areas.filter((_, at) => this.#leadsTo[at] === at);
  }

  #whole(area: number): number {
    let at = area;
    while (this.#leadsTo[at] !== at) at = this.#leadsTo[at] as number;
    return at;
  }
}
