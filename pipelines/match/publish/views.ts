/**
 * The places that one record has in an index, one for each title that it is known by: a listing without a code has one,
 * a variant that codes made up to eight. The first of them stands for the record wherever there can be only one.
 */
export class Views {
  /** First place of the record of each place. */
  readonly heads: Uint32Array;
  readonly #others = new Map<number, number[]>();

  /** `heads` in shared memory, so that threads have it too. */
  constructor(heads: Uint32Array) {
    this.heads = heads;
    heads.forEach((head, place) => {
      if (head === place) return;
      const others = this.#others.get(head);
      if (others) others.push(place);
      else this.#others.set(head, [place]);
    });
  }

  /** All places of the record that a place belongs to, the first one first. */
  of(place: number): number[] {
    const head = this.heads[place] ?? place;
    return [head, ...(this.#others.get(head) ?? [])];
  }
}
