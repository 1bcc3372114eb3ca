import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { nearestName } from '../../pipelines/domain/nearest_name.ts';
import { type Configuration, ConfigurationSchema } from '../../pipelines/domain/settings/configuration.ts';
import { crossChecks } from './configuration_checks.ts';

/** Where in the file: keys and list positions from the top. */
export type FieldPath = readonly (string | number)[];

/** One thing wrong with a configuration, and what is allowed. */
export interface Mistake {
  path: FieldPath;
  message: string;
}

/** The configuration cannot be used; every mistake in it, one to a line: `file:line:column field: what is wrong`. */
export class ConfigurationError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigurationError';
    this.lines = lines;
  }
}

/** Compiled at every start of every command, so that neither the schema is checked (a test does) nor its code made faster. */
const validate = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
}).compile<Configuration>(ConfigurationSchema);

/** Reads and checks a configuration file. Throws ConfigurationError with all mistakes found. `shown` names it in messages. */
export function readConfigurationFile(path: string, shown = path): Configuration {
  const lineCounter = new LineCounter();
  const document = parseDocument(readText(path, shown), { lineCounter, prettyErrors: false });
  if (document.errors.length > 0)
    throw new ConfigurationError(
      document.errors.map((error) => {
        const { line, col } = lineCounter.linePos(error.pos[0]);
        return `${shown}:${line}:${col} is not valid YAML: ${error.message}`;
      }),
    );
  const content: unknown = document.toJS();
  if (content === null || content === undefined)
    throw new ConfigurationError([`${shown}:1:1 is empty; it needs at least market and sellers`]);
  const mistakes = [...schemaMistakes(content), ...crossChecks(content)];
  if (mistakes.length === 0) return content as Configuration;
  const placed = mistakes.map((mistake) => ({
    ...mistake,
    ...lineCounter.linePos(offsetOf(document, mistake.path)),
  }));
  placed.sort((a, b) => a.line - b.line || a.col - b.col);
  throw new ConfigurationError(
    placed.map(
      ({ line, col, path: field, message }) => `${shown}:${line}:${col} ${fieldName(field)}: ${message}`,
    ),
  );
}

function readText(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigurationError([
      code === 'ENOENT'
        ? `${shown}: there is no such file; name another with --config or COMMERCE_INDEX_CONFIG`
        : `${shown}: cannot be read (${code})`,
    ]);
  }
}

function schemaMistakes(content: unknown): Mistake[] {
  if (validate(content)) return [];
  return (validate.errors ?? []).map((error) => describe(error));
}

function describe(error: ErrorObject): Mistake {
  const path = pointerPath(error.instancePath);
  const schema = error.parentSchema as { enum?: string[]; description?: string; properties?: object };
  const shown = JSON.stringify(error.data);
  switch (error.keyword) {
    case 'required':
      return { path: [...path, error.params['missingProperty'] as string], message: 'is missing' };
    case 'additionalProperties': {
      const name = error.params['additionalProperty'] as string;
      const known = Object.keys(schema.properties ?? {});
      return {
        path: [...path, name],
        message: `is not a known field${meant(name, known)}; allowed: ${known.join(', ')}`,
      };
    }
    case 'enum':
      return { path, message: `${shown} is not allowed; one of ${(schema.enum ?? []).join(', ')}` };
    case 'type':
      return { path, message: typeMessage(error, shown) };
    case 'minItems':
      return { path, message: 'is an empty list; at least one is needed' };
    default:
      return {
        path,
        message: `${shown} ${error.message ?? 'is not allowed'}${schema.description ? ` (${schema.description})` : ''}`,
      };
  }
}

/** `, did you mean memory_limit?` where a known name is near. */
function meant(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === null ? '' : `, did you mean ${nearest}?`;
}

function typeMessage(error: ErrorObject, shown: string | undefined): string {
  const wanted = String(error.params['type']);
  const quotes = wanted === 'string' && typeof error.data !== 'object' ? '; put it in quotes' : '';
  const article = /^[aeiou]/.test(wanted) ? 'an' : 'a';
  return `must be ${article} ${wanted}, is ${(shown ?? 'nothing').slice(0, 80)}${quotes}`;
}

/** `/sellers/0/feeds` as its steps; a number where it is one. */
function pointerPath(pointer: string): FieldPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** `sellers[0].feeds[1].format`. */
function fieldName(path: FieldPath): string {
  if (path.length === 0) return '(the whole file)';
  return path.reduce<string>(
    (name, step) => (typeof step === 'number' ? `${name}[${step}]` : name === '' ? step : `${name}.${step}`),
    '',
  );
}

/** Where the field, or the nearest thing that holds it, begins. */
function offsetOf(document: Document, path: FieldPath): number {
  let node = document.contents as Node | null | undefined;
  let offset = node?.range?.[0] ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (!pair) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step] as Node | undefined;
      offset = node?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}
