import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../http/openapi.ts';
import { OPERATIONS } from '../http/operations.ts';
import { schemaTypes } from './schema_types.ts';

/** Writes the types of the client; `npm run api:generate`. */
writeFileSync(join(import.meta.dirname, 'schema.ts'), schemaTypes(openApiDocument(OPERATIONS, '')));
