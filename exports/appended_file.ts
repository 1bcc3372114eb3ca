import { closeSync, openSync, writeSync } from 'node:fs';

/** A new file that is written at its end and nowhere else, so that others may read it meanwhile. */
export class AppendedFile implements Disposable {
  readonly #descriptor: number;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w');
  }

  /** Has written all bytes when it returns, so that their buffer may be used again. */
  append(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
