import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

const READ_BYTES = 1024 * 1024;
/** How often a file that has nothing new is looked at. */
const LOOK_MS = 25;

/**
 * The bytes of a file that is being written at its end and nowhere else, until `finished` says where it then lies;
 * fails with it. What the reader does not take stays in the file, so a slow one costs no memory and holds up nobody.
 */
export function growingFile(path: string, finished: Promise<{ path: string }>): Readable {
  return new GrowingFile(path, finished);
}

class GrowingFile extends Readable {
  readonly #pieces: (targets?: readonly Buffer[]) => AsyncGenerator<Buffer>;
  #read: AsyncGenerator<Buffer> | undefined;
  #piped = false;

  constructor(path: string, finished: Promise<{ path: string }>) {
    super({ highWaterMark: READ_BYTES });
    this.#pieces = (targets) => bytesOf(path, finished, targets);
  }

  override _read(): void {
    if (this.#piped) return;
    this.#read ??= this.#pieces();
    this.#read.next().then(
      ({ value, done }) => this.push(done ? null : value),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#read?.return(undefined);
    done(error);
  }

  /**
   * To one destination, through two buffers, of which one is read while the other is sent: a new one for each piece is
   * memory outside of JavaScript's heap, and each 32 MB of that make V8 look through the whole heap, at more cost than
   * reading and sending.
   */
  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    if (this.#piped || this.#read !== undefined) return super.pipe(destination, options);
    this.#piped = true;
    this.#sendAll(destination, options?.end !== false).catch((error: Error) => this.destroy(error));
    return destination;
  }

  async #sendAll(destination: NodeJS.WritableStream, isEnded: boolean): Promise<void> {
    await this.#send(destination);
    this.push(null);
    this.resume();
    if (isEnded) destination.end();
  }

  async #send(destination: NodeJS.WritableStream): Promise<void> {
    const closed = new Promise<void>((resolve) => this.once('close', resolve));
    const buffers = [Buffer.allocUnsafeSlow(READ_BYTES), Buffer.allocUnsafeSlow(READ_BYTES)];
    let before: Promise<void> = Promise.resolve();
    for await (const piece of this.#pieces(buffers)) {
      // Who leaves has the stream destroyed; what it was sent last may then never be told as written.
      await Promise.race([before, closed]);
      if (this.destroyed) return;
      before = new Promise<void>((resolve, reject) =>
        destination.write(piece, (error) => (error ? reject(error) : resolve())),
      );
      // A failure is met with the next piece, or at the end.
      before.catch(() => undefined);
    }
    await Promise.race([before, closed]);
  }
}

/** In pieces, each in a buffer of its own, or in the `targets` by turns: then one is gone when as many more were asked for. */
async function* bytesOf(
  path: string,
  finished: Promise<{ path: string }>,
  targets: readonly Buffer[] = [],
): AsyncGenerator<Buffer> {
  const state = { path, done: false };
  const whole = async () => Object.assign(state, { path: (await finished).path, done: true });
  const end = whole();
  // The failure is met where it is awaited below, or nobody reads any more.
  end.catch(() => undefined);
  let file: FileHandle | null = null;
  try {
    for (let taken = 0; ; ) {
      // Asked before reading: what was there at the end is read once more.
      const { done, path: place } = state;
      file ??= await openIfThere(place);
      const buffer = targets[taken % targets.length] ?? Buffer.allocUnsafe(READ_BYTES);
      const bytes = file === null ? 0 : (await file.read(buffer, 0, READ_BYTES, null)).bytesRead;
      if (bytes > 0) {
        taken++;
        yield buffer.subarray(0, bytes);
      } else if (done) return;
      else await Promise.race([end, pause(LOOK_MS)]);
    }
  } finally {
    await file?.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
