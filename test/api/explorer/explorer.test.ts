import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumProgram } from './chromium.ts';
import { exploredMarket, FOREIGN, MARKER } from './explored_market.ts';

const program = chromiumProgram();
const closing: (() => Promise<void>)[] = [];
let server: Awaited<ReturnType<typeof exploredMarket>>;
let browser: Browser;
let page: Page;
/** What the browser complained of, a breach of the content security policy included. */
let complaints: string[] = [];

beforeAll(async () => {
  if (program === null) return;
  server = await exploredMarket((close) => closing.push(close));
  browser = await chromium.launch({
    executablePath: program,
    chromiumSandbox: false,
    args: ['--disable-gpu'],
  });
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(20_000);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  for (const close of closing) await close();
});
afterEach(() => {
  expect(complaints).toEqual([]);
  complaints = [];
});

const heading = (level: 1 | 2, name: string | RegExp) => page.getByRole('heading', { level, name });

/** Opens a page of the explorer and waits for its heading. */
async function open(hash: string, name: string | RegExp): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await heading(1, name).waitFor();
  await page.locator('main:not([aria-busy])').waitFor();
}

/** Rules of axe that the page as it stands breaks, on a desk by day and on a phone by night. */
async function violations(): Promise<string[]> {
  const broken: string[] = [];
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const found = await new AxeBuilder({ page }).analyze();
    broken.push(
      ...found.violations.map(
        ({ id, nodes }) => `${width} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      ),
    );
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (beyond > 0) broken.push(`${width}: ${beyond} pixels too wide`);
  }
  return broken;
}

describe.skipIf(program === null)('the explorer in a browser', () => {
  test('asks for the key once, refuses one that is unknown, and keeps a good one', async () => {
    await page.goto(server.url);
    await heading(1, 'Look into the index').waitFor();
    expect(await page.getByRole('button', { name: 'Forget key' }).isVisible()).toBe(false);
    expect(await violations()).toEqual([]);
    await page.getByLabel('API key').fill('ci_nobody');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('The index does not know this key.');
    // The browser itself notes an answer of 401.
    expect(complaints.splice(0).join()).toContain('401');
    await page.getByLabel('API key').fill(server.token);
    await page.getByRole('button', { name: 'Open' }).click();
    await heading(2, /All products/).waitFor();
    await page.reload();
    await heading(2, /All products/).waitFor();
  });

  test('suggests what is typed, by keyboard, and narrows what it found', async () => {
    const field = page.getByRole('combobox', { name: 'Search the index' });
    await field.pressSequentially('stabilo boss');
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    await suggestions.getByRole('option').first().waitFor();
    await field.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe('suggestion-0');
    await field.press('Escape');
    expect(await suggestions.isVisible()).toBe(false);
    await field.press('Enter');
    await heading(2, /“stabilo boss”/).waitFor();
    expect(await page.getByRole('link', { name: MARKER.title }).count()).toBe(1);
    await page.getByRole('link', { name: 'alpha', exact: true }).click();
    await page.getByRole('link', { name: 'Drop alpha' }).waitFor();
    expect(page.url()).toContain('seller=alpha');
    await page.getByLabel(/Most to pay/).fill('5');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByText('Nothing fits').waitFor();
    await page.getByRole('link', { name: /Drop At most/ }).click();
    await page.getByRole('link', { name: MARKER.title }).waitFor();
    expect(await violations()).toEqual([]);
    await open('#/search?q=stabilo boss under $20', 'Search');
    await page.getByText('Read as “stabilo boss” · at most $20.00.').waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'Take the words as they are' }).click();
    await page.getByText('Every word is taken as a word.').waitFor();
    expect(page.url()).toContain('literal=true');
    await page.getByRole('link', { name: 'Read them' }).click();
    await page.getByText('Read as “stabilo boss”').waitFor();
  });

  test('names the currency of the market where nothing was found', async () => {
    const ofMarket = '**/v1/search?limit=1';
    await page.route(ofMarket, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { results: object[] };
      const results = answer.results.map((result) => ({ ...result, currency: 'EUR' }));
      await route.fulfill({ response, json: { ...answer, results } });
    });
    await page.reload();
    await open('#/search?q=zzzz qqqq', 'Search');
    await page.getByLabel('Most to pay, delivered (EUR)').waitFor();
    await page.unroute(ofMarket);
    await page.reload();
    await open('#/search?q=stabilo boss', 'Search');
  });

  test('says of what is sold in another currency that nothing can be compared, and draws its price', async () => {
    await open('#/search?q=stabilo pencil greece', 'Search');
    await page.getByText('No offer in USD to buy now').first().waitFor();
    await page.getByRole('link', { name: FOREIGN.title }).click();
    await heading(1, FOREIGN.title).waitFor();
    await page.getByText('2 offers from 2 sellers.', { exact: true }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('No offer in the market’s currency to buy now');
    expect(text).toMatch(/Its price at \w+ did not move in the 1 day that is known of the last 90\./);
    expect(text).not.toContain('null');
    expect(await violations()).toEqual([]);
    await open('#/search?q=stabilo boss', 'Search');
  });

  test('keeps a choice of sellers within a screen, however long their names are', async () => {
    const sellers = '**/v1/sellers';
    await page.route(sellers, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { sellers: object[] };
      const long = answer.sellers.map((seller) => ({ ...seller, name: 'Handelsgesellschaft '.repeat(8) }));
      await route.fulfill({ response, json: { ...answer, sellers: long } });
    });
    await open('#/runs', 'Runs');
    expect(await violations()).toEqual([]);
    await page.unroute(sellers);
    await open('#/search?q=stabilo boss', 'Search');
  });

  test('shows a product: offers by what they cost, the chart, and how each listing was matched', async () => {
    await page.getByRole('link', { name: MARKER.title }).click();
    await heading(1, MARKER.title).waitFor();
    const offers = page.getByRole('table', { name: /By what they cost/ });
    expect(await offers.getByRole('row').nth(1).textContent()).toContain('$9.50');
    expect(await offers.getByRole('row').nth(2).textContent()).toContain('$11.00');
    const chart = page.getByRole('img', { name: /Prices over time/ });
    expect(await chart.getAttribute('aria-label')).toContain('alpha from $9.50 to $12.00, last $9.50');
    await chart.locator('canvas').waitFor();
    await page.getByText('The same as a table').click();
    const prices = page.getByRole('table', { name: /Each price/ });
    expect(await prices.getByRole('row').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/alpha\$12\.00.*2026-01-01.*2026-01-02/)]),
    );
    await page.getByRole('checkbox', { name: 'beta' }).uncheck();
    expect(await page.getByText('same GTIN').count()).toBe(2);
    const stock = page.getByRole('table', { name: /Each seller over/ });
    expect(await stock.getByRole('row').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^alphaIn stock2026-01-01 00:00/)]),
    );
    await page.getByText('No buyer has told of it.').waitFor();
    expect(await violations()).toEqual([]);
  });

  test('shows sellers', async () => {
    await open('#/sellers', 'Sellers');
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'shop', exact: true }).click();
    await heading(1, /^shop/).waitFor();
    expect(await violations()).toEqual([]);
  });

  test('shows a run that is held, with why, and takes what is decided', async () => {
    await open('#/runs', 'Runs');
    expect(await violations()).toEqual([]);
    await page.getByRole('row', { name: /Held/ }).getByRole('link').click();
    await heading(1, /shop\/catalogue/).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^s0: 10.00 USD → 990.00 USD$/ })
      .first()
      .waitFor();
    await page.getByLabel(/Reason/).fill('prices a hundredfold');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText(/rejected by tests/).waitFor();
    expect(await server.state.runDecisions()).toMatchObject([
      { decision: 'rejected', reason: 'prices a hundredfold' },
    ]);
    expect(await violations()).toEqual([]);
    await open('#/runs?state=accepted', 'Runs');
    await page.getByRole('row', { name: /shop/ }).getByRole('link').click();
    await page.getByText('call us').waitFor();
    await page.getByRole('button', { name: 'Retract' }).waitFor();
  });

  test('takes reviews by keyboard, one pair after another', async () => {
    await open('#/reviews', 'Reviews');
    await heading(2, /^Pair 1 of/).waitFor();
    expect(await page.locator('article').count()).toBe(2);
    expect(await page.locator('.agrees').count()).toBeGreaterThan(1);
    expect(await violations()).toEqual([]);
    await page.keyboard.press('d');
    await heading(2, /^Pair 2 of/).waitFor();
    await page.keyboard.press('s');
    await heading(2, /^Pair 3 of/).waitFor();
    await page.keyboard.press('k');
    await heading(2, /^Pair 2 of .*same/).waitFor();
    const decided = await server.state.matchDecisions();
    expect(decided.map(({ verdict }) => verdict).sort()).toEqual(['different', 'same']);
  });

  test('makes a watch, shows its secret once, pauses and deletes it', async () => {
    await open('#/watches', 'Watches');
    await page.getByLabel(/Which/).fill(MARKER.gtin);
    await page.getByLabel(/Below which price/).fill('9');
    await page.getByLabel(/Callback/).fill('https://example.com/told');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByText(/whsec_/).waitFor();
    await page.getByRole('link', { name: /^wat_/ }).click();
    await heading(1, 'Watch').waitFor();
    await page.getByText('Price below $9.00').waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('link', { name: MARKER.title }).waitFor();
    await open('#/watches', 'Watches');
    await page.getByRole('row').getByRole('link', { name: MARKER.title }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: /^wat_/ }).click();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No watch yet').waitFor();
  });

  test('leads to the documentation, which can be read as easily', async () => {
    await page.getByRole('link', { name: 'Docs' }).click();
    await heading(1, 'The commerce index').waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'GET /v1/search', exact: true }).click();
    await heading(2, 'Example').waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'ProductResult' }).first().click();
    await heading(2, 'ProductResult').waitFor();
    await page.getByRole('link', { name: 'Try it' }).click();
    // Swagger UI is a megabyte and reads the whole document first.
    await heading(2, 'Operations').waitFor({ timeout: 200_000 });
    await page.locator('#operations-tag-search button').click();
    await page.getByRole('button', { name: 'GET /v1/search Keyword' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'Explorer' }).click();
    await heading(2, /All products/).waitFor();
  });

  test('says what went wrong, and forgets the key when it is told to', async () => {
    await open('#/products/prd_0000000000000000', 'There is no such thing');
    expect(complaints.splice(0).join()).toContain('404');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'Search the index' }).click();
    await heading(2, /All products/).waitFor();
    await open('#/nowhere', 'Not found');
    await page.getByRole('button', { name: 'Forget key' }).click();
    await heading(1, 'Look into the index').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });
});
