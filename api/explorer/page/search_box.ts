import type { Schemas } from '../../client/client.ts';
import { h, show } from './element.ts';
import { go } from './navigation.ts';
import { hrefOf, productHref } from './route.ts';
import { index } from './session.ts';
import { categoryPath, plural } from './wording.ts';

type Suggestion = Schemas['Suggestion'];

/** Typing pauses this long before suggestions are asked for. */
const PAUSE_MS = 120;

/** A search field with suggestions: a combobox whose list opens below it. */
export function searchBox(q: string): HTMLFormElement {
  const input = h('input', {
    id: 'q',
    type: 'search',
    role: 'combobox',
    value: q,
    placeholder: 'Words, GTIN, sku or link',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-expanded': 'false',
    'aria-controls': 'suggestions',
    'aria-autocomplete': 'list',
  });
  const list = h('ul', { id: 'suggestions', role: 'listbox', 'aria-label': 'Suggestions', hidden: true });
  const suggestions = new Suggestions(input, list);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const href = suggestions.chosen ?? hrefOf(['search'], { q: input.value.trim() });
    suggestions.close();
    go(href);
  };
  return h(
    'form',
    { role: 'search', onsubmit: submit },
    h('label', { for: 'q' }, 'Search the index'),
    h(
      'div',
      { class: 'row' },
      h('div', { class: 'combobox' }, input, list),
      h('button', { type: 'submit' }, 'Search'),
    ),
  );
}

class Suggestions {
  /** Where the suggestion that is marked leads. */
  chosen: string | null = null;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLUListElement;
  #marked = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = new AbortController();

  constructor(input: HTMLInputElement, list: HTMLUListElement) {
    this.#input = input;
    this.#list = list;
    input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#ask(), PAUSE_MS);
    });
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('blur', () => this.close());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked.abort();
    this.#list.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#mark(-1);
  }

  async #ask(): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const q = this.#input.value.trim();
    if (q === '') return this.close();
    try {
      const { data } = await index().GET('/v1/search/suggest', {
        params: { query: { q, limit: 8 } },
        signal,
      });
      if (!signal.aborted && document.activeElement === this.#input) this.#open(data?.suggestions ?? []);
    } catch (error) {
      // Suggestions are a help: without them the search goes on.
      if (!signal.aborted) console.warn('no suggestions', error);
    }
  }

  #open(found: readonly Suggestion[]): void {
    this.#mark(-1);
    show(this.#list, found.map(option));
    for (const item of this.#list.children)
      item.addEventListener('mousedown', (event) => {
        event.preventDefault();
        this.close();
        go((item as HTMLElement).dataset['href'] ?? '');
      });
    this.#list.hidden = found.length === 0;
    this.#input.setAttribute('aria-expanded', String(found.length > 0));
  }

  #key(event: KeyboardEvent): void {
    const { key } = event;
    if (key === 'Escape' && !this.#list.hidden) {
      event.preventDefault();
      this.close();
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && !this.#list.hidden) {
      event.preventDefault();
      const size = this.#list.children.length + 1;
      // One place beyond the list is the field itself.
      this.#mark(((this.#marked + (key === 'ArrowDown' ? 2 : size)) % size) - 1);
    }
  }

  #mark(place: number): void {
    this.#marked = place;
    const items = [...this.#list.children] as HTMLElement[];
    for (const [at, item] of items.entries()) item.setAttribute('aria-selected', String(at === place));
    const item = items[place];
    this.chosen = item?.dataset['href'] ?? null;
    if (item) this.#input.setAttribute('aria-activedescendant', item.id);
    else this.#input.removeAttribute('aria-activedescendant');
    item?.scrollIntoView({ block: 'nearest' });
  }
}

function option({ text, kind, product_id, category, products }: Suggestion, at: number): HTMLLIElement {
  const href = product_id
    ? productHref(product_id)
    : kind === 'category'
      ? hrefOf(['search'], { category })
      : hrefOf(['search'], { q: text });
  const beside = kind === 'product' ? (category ? categoryPath(category) : '') : plural(products, 'product');
  return h(
    'li',
    { id: `suggestion-${at}`, role: 'option', 'aria-selected': 'false', 'data-href': href },
    h('span', { class: 'what' }, kind === 'category' && category ? categoryPath(category) : text),
    ' ',
    h('span', { class: 'beside' }, kind === 'product' ? beside : `${kind} · ${beside}`),
  );
}
