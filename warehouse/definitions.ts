/** The SQL that makes something; empty where SQL cannot. */
export type Definition = string;

/** What a connection is to have once a statement names it, by name. */
export class Definitions {
  readonly #byName: ReadonlyMap<string, Definition>;
  readonly #named: RegExp;
  readonly #made = new Set<string>();

  /** `named` finds where SQL names one of them, which is its first group. */
  constructor(byName: ReadonlyMap<string, Definition>, named: RegExp) {
    this.#byName = byName;
    this.#named = named;
  }

  /** Relations, each named where SQL reads from it. */
  static relations(byName: ReadonlyMap<string, Definition>): Definitions {
    return new Definitions(
      byName,
      new RegExp(`\\b(?:from|join)\\s+(${[...byName.keys()].join('|')})\\b`, 'g'),
    );
  }

  /** The names of those that this SQL names, also through others, and that were not asked for yet: each behind those it names. */
  lackedBy(sql: string): string[] {
    const lacked: string[] = [];
    const come = (text: string): void => {
      for (const [, name = ''] of text.matchAll(this.#named)) {
        // What a statement calls so itself is none of these.
        if (this.#made.has(name) || new RegExp(`\\b${name} as \\(`).test(text)) continue;
        this.#made.add(name);
        come(this.definitionOf(name));
        lacked.push(name);
      }
    };
    come(sql);
    return lacked;
  }

  /** Has names asked for anew, since what makes them failed. */
  forget(names: readonly string[]): void {
    for (const name of names) this.#made.delete(name);
  }

  definitionOf(name: string): Definition {
    return this.#byName.get(name) ?? '';
  }
}
