import { Type as TypeBox } from 'typebox';
import { expect, test } from 'vitest';
import { ConfigurationSchema } from '../../../../pipelines/domain/settings/configuration.ts';
import { Type } from '../../../../pipelines/domain/settings/schema.ts';

const written = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));

/** One schema with everything that settings are described by. */
const described = (by: typeof Type) =>
  by.Object(
    {
      text: by.String({ minLength: 1, description: 'a text' }),
      bare: by.String(),
      number: by.Number({ exclusiveMinimum: 0 }),
      whole: by.Optional(by.Integer({ minimum: 1, description: 'a whole number' })),
      is_on: by.Boolean({ description: 'on or off' }),
      list: by.Array(by.Object({ name: by.String() }), { minItems: 1 }),
      table: by.Optional(by.Record(by.String(), by.String({ minLength: 1 }), { minProperties: 1 })),
      word: by.Unsafe<'a' | 'b'>({ type: 'string', enum: ['a', 'b'] }),
      optional_alone: by.Optional(by.Object({ name: by.Optional(by.String()) })),
    },
    { additionalProperties: false, description: 'all' },
  );

test('settings are described as TypeBox would describe them', () => {
  expect(written(described(Type))).toEqual(written(described(TypeBox)));
});

test('the same schema may be asked for in one place and left out in another', () => {
  const text = Type.String();
  expect(written(Type.Object({ asked: text, left_out: Type.Optional(text) }))).toMatchObject({
    required: ['asked'],
  });
});

test('a configuration must name its market and its sellers, and nothing else', () => {
  expect(written(ConfigurationSchema)).toMatchObject({
    required: ['market', 'sellers'],
    additionalProperties: false,
  });
});
