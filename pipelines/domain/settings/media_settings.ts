import { Type } from './schema.ts';
import { closed } from './schema_parts.ts';

export const MediaSchema = Type.Object(
  {
    schedule: Type.Optional(
      Type.String({ description: 'Cron expression, five fields, UTC. Default every quarter of an hour.' }),
    ),
    mirrors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            address: Type.String({
              pattern: '^https?://[^/?#]+/',
              description: 'Begin of addresses that feeds name, with its host and a path.',
            }),
            at: Type.String({
              minLength: 1,
              description:
                'Where the rest of the address is looked for: a folder, relative to the configuration file, or the begin of another http address, which may be private.',
            }),
          },
          closed,
        ),
        { description: 'Pictures that are got from elsewhere than their addresses say.' },
      ),
    ),
    bytes: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Most bytes of a picture or video. Default 20 MB.' }),
    ),
    pixels: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Most pixels of a picture. Default 40 million.' }),
    ),
    seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3600, description: 'Most seconds for one. Default 20.' }),
    ),
    requests_per_second: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: 'To one host. Default 10.' }),
    ),
  },
  { ...closed, description: 'How pictures and videos are fetched.' },
);
