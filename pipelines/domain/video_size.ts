/** Width and height in pixels as one sees them. */
export interface VideoSize {
  width: number;
  height: number;
}

/**
 * The size that the first picture track of an MP4 file states (ISO/IEC 14496-12: `moov`, `trak`, `tkhd`), turned as its
 * matrix says. Null where there is none, or where the file is cut off before it.
 */
export function mp4Size(bytes: Uint8Array): VideoSize | null {
  const file = viewOf(bytes);
  for (const movie of boxes(file, { from: 0, to: bytes.length }, 'moov'))
    for (const track of boxes(file, movie, 'trak'))
      for (const header of boxes(file, track, 'tkhd')) {
        const size = trackSize(file, header);
        if (size) return size;
      }
  return null;
}

interface Span {
  from: number;
  to: number;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const tagAt = (file: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((nth) => file.getUint8(at + nth)));

/** What is inside of the boxes of a type that lie in a span, one after another. */
function* boxes(file: DataView, { from, to }: Span, type: string): Generator<Span> {
  for (let at = from; at + 8 <= to; ) {
    const short = file.getUint32(at);
    const isLong = short === 1;
    if (isLong && at + 16 > to) return;
    const size = isLong ? Number(file.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    const head = isLong ? 16 : 8;
    if (size < head || at + size > to) return;
    if (tagAt(file, at + 4) === type) yield { from: at + head, to: at + size };
    at += size;
  }
}

/** Null of a track without pictures, such as sound. */
function trackSize(file: DataView, { from, to }: Span): VideoSize | null {
  // Times and duration have 64 bits in version 1, and 32 in version 0.
  const matrix = from + (file.getUint8(from) === 1 ? 52 : 40);
  if (matrix + 44 > to) return null;
  const [width, height] = [file.getUint32(matrix + 36) >>> 16, file.getUint32(matrix + 40) >>> 16];
  if (width === 0 || height === 0) return null;
  const isTurned = file.getInt32(matrix) === 0 && file.getInt32(matrix + 4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Ids of the elements of Matroska on the way to a size (RFC 9559), from the outside. */
const WEBM_PATH = [0x18538067, 0x1654ae6b, 0xae, 0xe0];
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;

/** The size that the first picture track of a WebM file states. Null where there is none, or where the file is cut off before it. */
export function webmSize(bytes: Uint8Array): VideoSize | null {
  const file = viewOf(bytes);
  let spans: Span[] = [{ from: 0, to: bytes.length }];
  for (const id of WEBM_PATH)
    spans = spans.flatMap((span) => [...elements(file, span)].filter((one) => one.id === id));
  for (const span of spans) {
    const inside = [...elements(file, span)];
    const read = (id: number) => {
      const found = inside.find((one) => one.id === id);
      return found ? wholeNumber(file, found) : 0;
    };
    const [width, height] = [read(PIXEL_WIDTH), read(PIXEL_HEIGHT)];
    if (width > 0 && height > 0) return { width, height };
  }
  return null;
}

/** The elements of EBML that lie in a span, one after another; the last may be cut off. */
function* elements(file: DataView, { from, to }: Span): Generator<Span & { id: number }> {
  for (let at = from; at < to; ) {
    const idBytes = lengthAt(file, at);
    const sizeAt = at + idBytes;
    if (idBytes > 4 || sizeAt >= to) return;
    const sizeBytes = lengthAt(file, sizeAt);
    const start = sizeAt + sizeBytes;
    if (sizeBytes > 8 || start > to) return;
    const id = wholeNumber(file, { from: at, to: sizeAt });
    const marker = 2 ** (7 * sizeBytes);
    const size = wholeNumber(file, { from: sizeAt, to: start }) - marker;
    // All ones: as long as what it lies in.
    const end = size === marker - 1 ? to : Math.min(to, start + size);
    yield { id, from: start, to: end };
    at = end;
  }
}

/** Bytes of the number that begins here: one more than the zero bits before its first one. */
const lengthAt = (file: DataView, at: number) => Math.clz32(file.getUint8(at)) - 23;

function wholeNumber(file: DataView, { from, to }: Span): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 256 + file.getUint8(at);
  return value;
}
