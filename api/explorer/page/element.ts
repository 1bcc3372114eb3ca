/** What an element may hold; null and false are left out. */
export type Child = Node | string | number | null | undefined | false | readonly Child[];

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element with attributes (`onclick` … are listeners; false and null are left out) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function')
      element.addEventListener(name.replace(/^on/, ''), value as unknown as EventListener);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  add(element, children);
  return element;
}

function add(element: Element, child: Child): void {
  if (child === null || child === undefined || child === false) return;
  if (typeof child === 'string' || typeof child === 'number') element.append(String(child));
  else if (child instanceof Node) element.append(child);
  else for (const each of child) add(element, each);
}

/** Shows these children in place of what is there. */
export function show(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  add(element, children);
}

/** A column of a table: what heads it, and whether it holds numbers. */
export interface Column {
  label: string;
  numeric?: boolean;
}

/**
 * A table, which on a narrow screen becomes a list of cards. The roles are said because browsers forget them where a
 * style shows a table as something else.
 */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Child[])[]) {
  const head = columns.map(({ label, numeric }) =>
    h('th', { scope: 'col', role: 'columnheader', class: numeric && 'number' }, label),
  );
  const body = rows.map((cells) =>
    h(
      'tr',
      { role: 'row' },
      cells.map((cell, index) => {
        const { label = '', numeric } = columns[index] ?? {};
        return h(
          'td',
          { role: 'cell', 'data-label': label, class: numeric && 'number' },
          h('span', {}, cell),
        );
      }),
    ),
  );
  return h(
    'table',
    { role: 'table' },
    h('caption', {}, caption),
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, head)),
    h('tbody', { role: 'rowgroup' }, body),
  );
}

/** Terms and what they are. */
export function facts(pairs: readonly (readonly [string, Child])[]) {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return h(
    'dl',
    { class: 'facts' },
    known.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value))),
  );
}

/** A section under a heading of its own. */
export function section(heading: string, ...children: Child[]) {
  const id = `section-${heading.toLowerCase().replace(/[^a-z]+/g, '-')}`;
  return h('section', { 'aria-labelledby': id }, h('h2', { id }, heading), children);
}

/** A word with a colour; the word alone says it too. */
export const badge = (text: string, kind: string) => h('span', { class: `badge ${kind}` }, text);

export const note = (...children: Child[]) => h('p', { class: 'note' }, children);
