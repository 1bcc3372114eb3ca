import type * as TypeBox from 'typebox';

/** A JSON schema. */
type Schema = Record<string, unknown>;

/** Schemas of settings that may be left out. */
const optional = new WeakSet<Schema>();

const ofType =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options });

const makers = {
  String: ofType('string'),
  Number: ofType('number'),
  Integer: ofType('integer'),
  Boolean: ofType('boolean'),
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  Object: (properties: Record<string, Schema>, options: Schema = {}): Schema => {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
  /** Of keys that are any text. */
  Record: (_keys: Schema, values: Schema, options: Schema = {}): Schema => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...options,
  }),
  Optional: (schema: Schema): Schema => {
    const own = { ...schema };
    optional.add(own);
    return own;
  },
  Unsafe: (schema: Schema): Schema => schema,
};

/**
 * What settings are described by: makes the schemas that TypeBox makes, with its types. Every command reads its
 * configuration, and TypeBox itself is 373 modules, an eighth of the time that a command takes to start.
 */
export const Type = makers as unknown as Pick<typeof TypeBox.Type, keyof typeof makers>;
