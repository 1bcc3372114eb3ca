import { h, note } from './element.ts';
import type { View } from './page.ts';

import { keepKey } from './session.ts';

/** Asks for the API key; `problem` says why, where one was entered already. */
export function keyPage(problem: string | null, done: () => void): View {
  const input = h('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    'aria-describedby': 'key-help',
  });
  const enter = (event: SubmitEvent) => {
    event.preventDefault();
    keepKey(input.value.trim());
    done();
  };
  const form = h(
    'form',
    { class: 'key', onsubmit: enter },
    h('label', { for: 'key' }, 'API key'),
    h('div', { class: 'row' }, input, h('button', { type: 'submit' }, 'Open')),
    problem && h('p', { class: 'problem', role: 'alert' }, problem),
    h(
      'p',
      { id: 'key-help', class: 'note' },
      'The first start of the index printed one; ',
      h('code', {}, 'npx commerce-index keys create'),
      ' makes another. It is kept in this tab until you close it, and sent to this index alone.',
    ),
  );
  return {
    title: 'Enter a key',
    content: [
      h('h1', {}, 'Look into the index'),
      note('Products, their prices and how they were matched; feeds and what became of them.'),
      form,
    ],
  };
}
