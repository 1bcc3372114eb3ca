import { dirname, join } from 'node:path';
import { parseAst } from 'vitest/node';

/** A node of a syntax tree (ESTree). */
interface Node {
  type: string;
  start: number;
  [property: string]: unknown;
}

/** The names of a file that hold SQL, and those of its functions and methods that give it. */
interface SqlNames {
  texts: Set<string>;
  functions: Set<string>;
}

/** Methods that edit a text or read something out of it. */
const EDITS = /^(?:replace|replaceAll|match|matchAll|search|split|slice|substring|indexOf|lastIndexOf)$/;
/** Methods whose answer is the same text, only tidied or joined. */
const KEEPS = /^(?:trim|trimStart|trimEnd|concat|toString|join|replace|replaceAll|slice|substring)$/;
/** What a name says that holds SQL, whatever it was made of; of these only replacing is refused. */
const SQL_NAME = /^(?:sql|statement|select|column|relation)$|Sql$/;
const STATEMENT = /^\s*(?:--|\(?(?:select|with|create|copy|insert into|delete from|describe|drop) )/;
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'];

/**
 * Places where SQL is edited as text, `file:line: code`. SQL is what comes from a `.sql` file or begins like a
 * statement, what is composed of it, and what a function returns of it, followed through the imports of these files.
 */
export function sqlEdits(sources: ReadonlyMap<string, string>): string[] {
  const trees = new Map(
    [...sources].map(([file, source]) => [file, parseAst(source, { lang: 'ts' }) as unknown as Node]),
  );
  const names = new Map<string, SqlNames>();
  for (const file of trees.keys())
    names.set(file, {
      texts: new Set(),
      functions: new Set(file.endsWith('database.ts') ? ['loadSql'] : []),
    });
  let known = -1;
  for (let before = -2; before !== known; ) {
    before = known;
    for (const [file, tree] of trees) learnNames(file, tree, names);
    known = [...names.values()].reduce((sum, { texts, functions }) => sum + texts.size + functions.size, 0);
  }
  return [...trees].flatMap(([file, tree]) => editsOf(file, tree, sources.get(file) ?? '', names));
}

function editsOf(file: string, tree: Node, source: string, names: ReadonlyMap<string, SqlNames>): string[] {
  const found: string[] = [];
  walk(tree, (node) => {
    if (node.type !== 'CallExpression') return;
    const callee = node['callee'] as Node;
    if (callee.type !== 'MemberExpression') return;
    const method = nameOf(callee['property']);
    const object = callee['object'] as Node;
    const named = method.startsWith('replace') && SQL_NAME.test(lastName(object));
    if (!EDITS.test(method) || !(named || isSql(object, namesIn(names, file)))) return;
    const line = source.slice(0, (callee['property'] as Node).start).split('\n').length;
    found.push(`${file}:${line}: ${source.split('\n')[line - 1]?.trim()}`);
  });
  return found;
}

function namesIn(names: ReadonlyMap<string, SqlNames>, file: string): SqlNames {
  return names.get(file) ?? { texts: new Set(), functions: new Set() };
}

/** Adds what one pass over a file tells of its names. */
function learnNames(file: string, tree: Node, names: ReadonlyMap<string, SqlNames>): void {
  const own = namesIn(names, file);
  walk(tree, (node) => {
    if (node.type === 'ImportDeclaration') {
      const from = namesIn(names, join(dirname(file), String((node['source'] as Node)['value'])));
      for (const specifier of node['specifiers'] as Node[]) {
        const imported = nameOf(specifier['imported']);
        if (from.texts.has(imported)) own.texts.add(nameOf(specifier['local']));
        if (from.functions.has(imported)) own.functions.add(nameOf(specifier['local']));
      }
    }
    if (node.type === 'VariableDeclarator' && node['init'] !== null)
      learn(own, nameOf(node['id']), node['init'] as Node);
    if (node.type === 'FunctionDeclaration') learn(own, nameOf(node['id']), node);
    if (node.type === 'MethodDefinition') learn(own, nameOf(node['key']), node['value'] as Node);
  });
}

function learn(names: SqlNames, name: string, value: Node): void {
  if (name === '') return;
  if (!FUNCTIONS.includes(value.type)) {
    if (isSql(value, names)) names.texts.add(name);
  } else if (answersOf(value).some((answer) => isSql(answer, names))) names.functions.add(name);
}

/** What a function returns, without those inside it. */
function answersOf(node: Node): Node[] {
  const body = node['body'] as Node | null;
  if (body === null) return [];
  if (body.type !== 'BlockStatement') return [body];
  const answers: Node[] = [];
  walk(body, (inner) => {
    if (inner.type === 'ReturnStatement' && inner['argument'] !== null)
      answers.push(inner['argument'] as Node);
    return !FUNCTIONS.includes(inner.type);
  });
  return answers;
}

/** True of an expression whose value is SQL or has SQL in it. */
function isSql(node: Node, names: SqlNames): boolean {
  const sql = (...properties: string[]): boolean =>
    properties.some((property) => isSql(node[property] as Node, names));
  switch (node.type) {
    case 'Identifier':
      return names.texts.has(nameOf(node));
    case 'Literal':
      return typeof node['value'] === 'string' && STATEMENT.test(node['value']);
    case 'TemplateLiteral':
      return (
        STATEMENT.test(beginOf(node)) || (node['expressions'] as Node[]).some((part) => isSql(part, names))
      );
    case 'ArrayExpression':
      return (node['elements'] as (Node | null)[]).some(
        (element) => element !== null && isSql(element, names),
      );
    case 'BinaryExpression':
    case 'LogicalExpression':
      return sql('left', 'right');
    case 'ConditionalExpression':
      return sql('consequent', 'alternate');
    case 'AwaitExpression':
      return sql('argument');
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return sql('expression');
    case 'CallExpression': {
      const callee = node['callee'] as Node;
      if (callee.type !== 'MemberExpression') return names.functions.has(nameOf(callee));
      const method = nameOf(callee['property']);
      if ((callee['object'] as Node).type === 'ThisExpression') return names.functions.has(method);
      return KEEPS.test(method) && isSql(callee['object'] as Node, names);
    }
    default:
      return false;
  }
}

/** The text of a template before its first value. */
function beginOf(template: Node): string {
  const [first] = template['quasis'] as { value: { cooked: string } }[];
  return first?.value.cooked ?? '';
}

function nameOf(node: unknown): string {
  const name = (node as Node | null | undefined)?.['name'];
  return typeof name === 'string' ? name : '';
}

/** `sql` of `sql`, `part.sql` and `this.sql`. */
function lastName(node: Node): string {
  return node.type === 'MemberExpression' ? nameOf(node['property']) : nameOf(node);
}

/** Calls `visit` with a node and all in it, but not what is in one that it answers false to. */
function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit);
}
