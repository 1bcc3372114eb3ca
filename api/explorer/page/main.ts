import { IndexError } from '../../client/client.ts';
import { h, note, show } from './element.ts';
import { keyPage } from './key_page.ts';
import type { Page } from './page.ts';
import { productPage } from './product_page.ts';
import { reviewPage } from './review_page.ts';
import { reviewsPage } from './reviews_page.ts';
import { type Route, routeOf } from './route.ts';
import { runPage } from './run_page.ts';
import { runsPage } from './runs_page.ts';
import { searchPage } from './search_page.ts';
import { sellerPage } from './seller_page.ts';
import { sellersPage } from './sellers_page.ts';
import { forgetKey, keptKey } from './session.ts';
import { watchPage } from './watch_page.ts';
import { watchesPage } from './watches_page.ts';

/** Pages by the first part of their address: the list, and one of it. */
const PAGES: Readonly<Record<string, { list: Page; one?: Page }>> = {
  '': { list: searchPage },
  search: { list: searchPage },
  products: { list: searchPage, one: productPage },
  sellers: { list: sellersPage, one: sellerPage },
  runs: { list: runsPage, one: runPage },
  reviews: { list: reviewsPage, one: reviewPage },
  watches: { list: watchesPage, one: watchPage },
};

const main = document.querySelector('main') as HTMLElement;
const said = document.querySelector('#said') as HTMLElement;
const forget = document.querySelector('#forget') as HTMLButtonElement;
let visit = new AbortController();

function pageOf({ parts }: Route): Page {
  const [first = '', second] = parts;
  const pages = PAGES[first];
  if (!pages) return () => Promise.resolve(absent(first));
  return second === undefined ? pages.list : (pages.one ?? pages.list);
}

const absent = (name: string) => ({
  title: 'Not found',
  content: [
    h('h1', {}, 'Not found'),
    note(`There is no page “${name}”. `, h('a', { href: '#/' }, 'Search'), '.'),
  ],
});

/** Shows the page of the address; of two visits the later one wins. */
async function render(): Promise<void> {
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  const route = routeOf(location.hash);
  forget.hidden = keptKey() === null;
  markCurrent(route);
  main.setAttribute('aria-busy', 'true');
  try {
    const page =
      keptKey() === null ? keyPage(null, () => void render()) : await pageOf(route)({ ...route, signal });
    if (signal.aborted) return;
    show(main, page.content);
    document.title = `${page.title} · Commerce index`;
    said.textContent = page.title;
    if (document.activeElement === document.body || !document.activeElement?.isConnected) main.focus();
    scrollTo(0, 0);
  } catch (error) {
    if (!signal.aborted) showError(error);
  } finally {
    if (!signal.aborted) main.removeAttribute('aria-busy');
  }
}

function showError(error: unknown): void {
  const problem = error instanceof IndexError ? error.problem : null;
  if (problem?.code === 'unauthorized') {
    forgetKey();
    forget.hidden = true;
    show(main, keyPage('The index does not know this key.', () => void render()).content);
    return;
  }
  const detail = error instanceof Error ? error.message : String(error);
  show(
    main,
    h('h1', {}, problem?.title ?? 'This could not be shown'),
    note(detail),
    problem &&
      note('Code ', h('code', {}, problem.code), ', request ', h('code', {}, problem.request_id), '.'),
    problem?.code === 'forbidden' && note('Forget the key above and enter one that has the scope.'),
    problem?.code === 'not_found'
      ? h('p', {}, h('a', { class: 'button', href: '#/' }, 'Search the index'))
      : h('button', { type: 'button', onclick: () => void render() }, 'Try again'),
  );
  document.title = 'Error · Commerce index';
  main.focus();
}

function markCurrent({ parts }: Route): void {
  const [first = ''] = parts;
  for (const link of document.querySelectorAll('nav a')) {
    const [own = ''] = routeOf(link.getAttribute('href') ?? '').parts;
    const isCurrent = own === first || (own === '' && ['search', 'products'].includes(first));
    if (isCurrent && link.getAttribute('href')?.startsWith('#')) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

document.querySelector('#skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
forget.addEventListener('click', () => {
  forgetKey();
  void render();
});
addEventListener('hashchange', () => void render());
void render();
