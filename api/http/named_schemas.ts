type Json = Record<string, unknown>;

/** Schemas with a name, to be referred to. Throws where two that differ have one name. */
export class NamedSchemas {
  readonly #named = new Map<string, Json>();

  /** The schema with each part that has a `title` replaced by a reference to it. */
  referTo(schema: unknown): Json {
    return this.#walk(schema) as Json;
  }

  /** A reference to the schema under the name it has, else under this one. */
  named(name: string, schema: unknown): Json {
    const titled = schema as Json;
    return this.referTo(typeof titled['title'] === 'string' ? titled : { ...titled, title: name });
  }

  /** Every schema that was named, by its name, in the order of names. */
  all(): Record<string, Json> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#walk(each));
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = value as Json;
    // A property may be called title; the name of a schema is a text.
    const isName = typeof title === 'string';
    const walked = Object.fromEntries(
      Object.entries(isName ? rest : value).map(([key, part]) => [key, this.#walk(part)]),
    );
    if (!isName) return walked;
    const known = this.#named.get(title);
    if (known && JSON.stringify(known) !== JSON.stringify(walked))
      throw new Error(`two schemas that differ are called ${title}; give one of them another title`);
    this.#named.set(title, walked);
    return { $ref: `#/components/schemas/${title}` };
  }
}
