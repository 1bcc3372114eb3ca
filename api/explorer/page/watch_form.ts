import { answerOf, type Schemas } from '../../client/client.ts';
import { h, note, show } from './element.ts';
import { hrefOf } from './route.ts';
import { index } from './session.ts';
import { minorPer, words } from './wording.ts';

type Asked = Schemas['CreateWatchRequest'];

type Condition = Asked['condition']['type'];

/** Whatever the interface takes: the compiler misses what is missing here, and what is too much. */
const TARGETS: Record<keyof Asked['target'], true> = {
  product: true,
  seller: true,
  brand: true,
  category: true,
};
/** Each condition and the figure that it needs. */
const CONDITIONS: Record<Condition, 'price' | 'percent' | null> = {
  price_below: 'price',
  price_drop_percent: 'percent',
  price_changed: null,
  back_in_stock: null,
  out_of_stock: null,
  new_seller: null,
  seller_left: null,
  policy_violated: null,
  match_degraded: null,
};

/** Makes a watch; its secret is shown once, here. */
export function watchForm({ product, currency }: { product: string; currency: string }): HTMLElement {
  const kind = choice('watch-kind', Object.keys(TARGETS));
  const target = h('input', { id: 'watch-target', required: true, value: product, autocomplete: 'off' });
  const condition = choice('watch-condition', Object.keys(CONDITIONS));
  const figure = h('input', {
    id: 'watch-figure',
    type: 'number',
    min: 0,
    step: 'any',
    inputmode: 'decimal',
  });
  const figureLabel = h('label', { for: 'watch-figure' });
  const figureField = h('div', { class: 'field' }, figureLabel, figure);
  const callback = h('input', {
    id: 'watch-callback',
    type: 'url',
    required: true,
    placeholder: 'https://…',
  });
  const told = h('div', { role: 'status' });
  const asked = () => CONDITIONS[condition.value as Condition];
  const askFigure = () => {
    figureField.hidden = asked() === null;
    figure.required = asked() !== null;
    figureLabel.textContent =
      asked() === 'percent' ? 'By how many percent' : `Below which price (${currency})`;
  };
  condition.addEventListener('change', askFigure);
  askFigure();
  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    const type = condition.value as Condition;
    const value = Number(figure.value);
    await makeWatch(told, {
      target: { [kind.value]: target.value.trim() },
      condition: {
        type,
        ...(asked() === 'price' && { value_minor: Math.round(value * minorPer(currency)) }),
        ...(asked() === 'percent' && { percent: value }),
      },
      callback_url: callback.value.trim(),
    });
  };
  const field = (label: string, input: HTMLElement) =>
    h('div', { class: 'field' }, h('label', { for: input.id }, label), input);
  return h(
    'form',
    { class: 'watch', onsubmit: (event: SubmitEvent) => void make(event) },
    field('Watch a', kind),
    field('Which (any reference, id or name)', target),
    field('Tell when', condition),
    figureField,
    field('Callback, told by a signed POST', callback),
    h('button', { type: 'submit' }, 'Watch'),
    told,
  );
}

/** Makes the watch and tells its id and secret there, or what is wrong with it. */
async function makeWatch(told: HTMLElement, body: Asked): Promise<void> {
  try {
    const { id, secret } = await answerOf(index().POST('/v1/watches', { body, params: {} }));
    const link = h('a', { href: hrefOf(['watches', id]) }, h('code', {}, id));
    show(told, note('Made: ', link, '. Its secret is shown only now: ', h('code', {}, secret)));
  } catch (error) {
    show(told, h('p', { class: 'problem' }, error instanceof Error ? error.message : String(error)));
  }
}

function choice(id: string, values: readonly string[]) {
  return h(
    'select',
    { id },
    values.map((value) => h('option', { value }, words(value))),
  );
}
