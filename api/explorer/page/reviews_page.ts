import { answerOf, type Schemas } from '../../client/client.ts';
import { badge, h, note, show } from './element.ts';
import type { Page } from './page.ts';
import { type ReviewDetail, reviewPair } from './review_pair.ts';
import { hrefOf } from './route.ts';
import { index } from './session.ts';
import { plural } from './wording.ts';

type Review = Schemas['Review'];
type Verdict = Schemas['DecideReviewRequest']['verdict'];

const PAGE = 50;

/** The queue of doubtful matches, one pair at a time, by keyboard. */
export const reviewsPage: Page = async ({ query, signal }) => {
  const cursor = query.get('cursor');
  const { reviews, next_cursor } = await answerOf(
    index().GET('/v1/reviews', {
      params: { query: { undecided: true, limit: PAGE, ...(cursor && { cursor }) } },
      signal,
    }),
  );
  const more =
    next_cursor !== null &&
    h(
      'p',
      {},
      h(
        'a',
        { class: 'button', href: hrefOf(['reviews'], { cursor: next_cursor }) },
        'The pairs behind these',
      ),
    );
  const queue = h('div', {});
  const content = [
    h('h1', {}, 'Reviews'),
    ...(reviews.length === 0 ? [note('No pair waits for a person.')] : [queue]),
    ...(more ? [more] : []),
  ];
  if (reviews.length > 0) await new Queue(queue, reviews, signal).show();
  return { title: 'Reviews', content };
};

class Queue {
  readonly #place: HTMLElement;
  readonly #reviews: readonly Review[];
  readonly #signal: AbortSignal;
  readonly #verdicts = new Map<string, Verdict>();
  readonly #told = h('p', { class: 'note', role: 'status' });
  #at = 0;
  #detail: ReviewDetail | null = null;
  #isBusy = false;

  constructor(place: HTMLElement, reviews: readonly Review[], signal: AbortSignal) {
    this.#place = place;
    this.#reviews = reviews;
    this.#signal = signal;
    addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  async show(): Promise<void> {
    const { id } = this.#reviews[this.#at] as Review;
    const detail = await answerOf(
      index().GET('/v1/reviews/{id}', { params: { path: { id } }, signal: this.#signal }),
    );
    this.#detail = detail;
    const said = this.#verdicts.get(id);
    const button = (label: string, key: string, kind: string, act: () => void) =>
      h(
        'button',
        { type: 'button', class: kind, onclick: act, 'aria-keyshortcuts': key },
        label,
        ' ',
        h('kbd', {}, key),
      );
    show(
      this.#place,
      h(
        'div',
        { class: 'row spread' },
        h(
          'h2',
          {},
          `Pair ${this.#at + 1} of ${this.#reviews.length}`,
          said && [' ', badge(said, said === 'same' ? 'good' : 'bad')],
        ),
        h(
          'div',
          { class: 'row' },
          button('Before', 'k', 'quiet', () => this.#move(-1)),
          button('Next', 'j', 'quiet', () => this.#move(1)),
        ),
      ),
      h(
        'div',
        { class: 'row' },
        button('One item', 's', 'good', () => void this.#decide('same')),
        button('Different', 'd', 'bad', () => void this.#decide('different')),
      ),
      this.#told,
      reviewPair(detail),
    );
  }

  #key(event: KeyboardEvent): void {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (
      ctrlKey ||
      metaKey ||
      altKey ||
      (target instanceof HTMLElement && target.matches('input, textarea, select'))
    )
      return;
    const acts: Record<string, () => void> = {
      j: () => this.#move(1),
      k: () => this.#move(-1),
      s: () => void this.#decide('same'),
      d: () => void this.#decide('different'),
    };
    const act = acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #move(step: number): void {
    const next = Math.min(Math.max(this.#at + step, 0), this.#reviews.length - 1);
    if (next === this.#at || this.#isBusy) return;
    this.#at = next;
    void this.#guarded(() => this.show());
  }

  async #decide(verdict: Verdict): Promise<void> {
    const detail = this.#detail;
    if (!detail || this.#isBusy) return;
    await this.#guarded(async () => {
      await answerOf(
        index().POST('/v1/reviews/{id}', {
          params: { path: { id: detail.id } },
          body: { verdict, revision: detail.revision },
        }),
      );
      this.#verdicts.set(detail.id, verdict);
      this.#told.textContent = `Said: ${verdict === 'same' ? 'one item' : 'different'}. ${plural(this.#verdicts.size, 'pair')} decided; it takes effect with the next publication, and the last word holds.`;
      if (this.#at < this.#reviews.length - 1) this.#at++;
      await this.show();
    });
  }

  /** Does one thing at a time, and says what went wrong. */
  async #guarded(act: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    try {
      await act();
    } catch (error) {
      if (!this.#signal.aborted)
        this.#told.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      this.#isBusy = false;
    }
  }
}
