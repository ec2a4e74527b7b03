import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/chromium.js';
import type { Place } from '../../src/reports/excerpt.js';
import { html } from '../../src/reports/html.js';
import type { Analysis } from '../../src/rules/judge.js';
import { HOSTILE, hostileAnalysis } from '../reports/hostile.js';
import { analysisOf, finding, mixedAnalysis, row } from '../reports/sample.js';
import { validatedAnalysis } from '../reports/validation-sample.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { inChromium, tellIfNotRun } from './chromium.js';

tellIfNotRun('the HTML report in a browser');

const excerpts = (place: Place) => ({ first: place.line, lines: ['here', HOSTILE, '\tindented'] });

inChromium('the HTML report in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    removeFolders();
  });

  /** The report of an analysis, open in a page of its own; `wrong` collects what the page does that it must not. */
  async function opened(analysis: Analysis, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) wrong.push(`request ${request.url()}`);
    });
    page.on('console', (message) => wrong.push(`console ${message.text()}`));
    page.on('pageerror', (error) => wrong.push(`error ${error.message}`));
    page.on('dialog', (dialog) => {
      wrong.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    const folder = folderOf({ 'report.html': html.render(analysis, { maxViolations: 100, excerpts }) });
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    return { page, wrong };
  }

  const visible = (page: Page, selector: string): Promise<number> => page.locator(selector).filter({ visible: true }).count();
  const widths = (page: Page): Promise<readonly number[]> => page.evaluate('[document.documentElement.scrollWidth, innerWidth]');

  const analyses: readonly (readonly [string, Analysis])[] = [
    ['findings of every kind', mixedAnalysis()],
    ['nothing found', analysisOf()],
    ['a running service', validatedAnalysis()],
    ['hostile names', hostileAnalysis()],
    ['names of 2,000 characters', hostileAnalysis('averylongname'.repeat(160))],
    ['500 findings', fiveHundred()],
  ];

  test.each(analyses)('with %s no script of others runs, nothing is asked for, nothing fails', async (_, analysis) => {
    const { page, wrong } = await opened(analysis);
    expect(await page.title()).toContain('Contract compliance');
    expect(wrong).toEqual([]);
  });

  test.each(analyses)('with %s fits a window of 320 pixels and one of 1,600', async (_, analysis) => {
    for (const width of [320, 1600]) {
      const { page } = await opened(analysis, { viewport: { width, height: 800 } });
      const [content, window] = await widths(page);
      expect(content).toBe(window);
    }
  });

  test.each(['light', 'dark'] as const)(
    'is accessible in %s colours: contrasts, names, headings, keyboard',
    async (colorScheme) => {
      const { page: service } = await opened(validatedAnalysis(), { colorScheme });
      expect(await violationsOfAxe(service)).toEqual([]);
      const { page } = await opened(mixedAnalysis(), { colorScheme });
      expect(await violationsOfAxe(page)).toEqual([]);
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(13, 17, 23)');
    },
  );

  test.each([true, false])('filters by status and severity, with scripts: %s', async (javaScriptEnabled) => {
    const { page } = await opened(mixedAnalysis(), { javaScriptEnabled });
    expect(await visible(page, '#matrix tbody tr')).toBe(4);
    await page.locator('#show-verified').uncheck();
    await page.locator('#show-unverified').uncheck();
    expect(await page.locator('#matrix tbody th').filter({ visible: true }).allTextContents()).toEqual([
      'GET /books/{id}',
      'DELETE /books/{id}',
    ]);
    expect(await visible(page, '.finding')).toBe(5);
    await page.locator('#show-error').uncheck();
    expect(await page.locator('.finding h3').filter({ visible: true }).allTextContents()).toEqual([
      'subtitle missing field in response 200',
      'internalId extra field in response 200',
    ]);
  });

  test('what a running service breaks stays in sight when promises that the code keeps are not', async () => {
    const { page } = await opened(validatedAnalysis());
    await page.locator('#show-verified').uncheck();
    expect(await visible(page, '#matrix tbody tr')).toBe(0);
    expect(await page.locator('.finding h3').filter({ visible: true }).allTextContents()).toEqual([
      'pages answered differently in response 200',
      'pages unclear contract in response 200',
    ]);
    expect(await visible(page, '#service tbody tr')).toBe(3);
  });

  test('an endpoint of a running service leads to what differs', async () => {
    const { page } = await opened(validatedAnalysis());
    await page.locator('#close').click();
    await page.locator('#service a').click();
    await page.locator('.finding[open]').first().waitFor();
    expect(await page.locator('.finding[open] .broken').textContent()).toContain('GET /books/{id}');
  });

  test('without scripts shows everything and no control that would do nothing', async () => {
    const { page } = await opened(mixedAnalysis(), { javaScriptEnabled: false });
    expect(await visible(page, '.finding')).toBe(5);
    expect(await visible(page, '.search')).toBe(0);
    expect(await visible(page, '.promised .excerpt')).toBe(5);
  });

  test('search finds a field by any words of it or of its subject, and says how much it shows', async () => {
    const { page } = await opened(mixedAnalysis());
    await page.locator('#search').fill('bornon books/{id}');
    await page.locator('#shown').filter({ hasText: 'shown' }).waitFor();
    expect(await page.locator('.finding h3').filter({ visible: true }).allTextContents()).toEqual([
      'author.bornOn spelled differently in response 200',
    ]);
    expect(await page.locator('#shown').textContent()).toMatch(/^1 of \d+ shown$/);
  });

  test('promised and actual stand side by side, below each other where it is narrow', async () => {
    for (const [width, beside] of [
      [1200, true],
      [390, false],
    ] as const) {
      const { page } = await opened(mixedAnalysis(), { viewport: { width, height: 800 } });
      const expected = await page.locator('.side.promised').first().boundingBox();
      const actual = await page.locator('.side.actual').first().boundingBox();
      expect(expected?.y === actual?.y).toBe(beside);
    }
  });

  test('the keyboard reaches the filters and opens a finding', async () => {
    const { page } = await opened(mixedAnalysis());
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('To the findings');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await page.locator('#show-error').isChecked()).toBe(false);
    await page.locator('#show-error').check();
    await page.locator('.finding summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('.finding').first().getAttribute('open')).toBeNull();
  });

  test('a link from the matrix opens the findings it leads to', async () => {
    const { page } = await opened(fiveHundred());
    const link = page.locator('#matrix a').nth(3);
    const target = page.locator((await link.getAttribute('href')) ?? '');
    expect(await target.getAttribute('open')).toBeNull();
    await link.click();
    await page.locator(`${await link.getAttribute('href')}[open]`).waitFor();
    const { y = -1 } = (await target.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(900);
  });

  test('paper shows all findings, open, and no controls', async () => {
    const { page } = await opened(fiveHundred());
    await page.emulateMedia({ media: 'print' });
    expect(await visible(page, '.filters')).toBe(0);
    const heights = await page.locator('.finding:not([open]) .sides').evaluateAll((all) => all.map((side) => side.clientHeight));
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.min(...heights)).toBeGreaterThan(0);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

/** What axe-core finds wrong: rule and element, one line each. */
async function violationsOfAxe(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html].join())))',
  );
}

function fiveHundred(): Analysis {
  const subjects = Array.from({ length: 50 }, (_, index) => `GET /books/{id}/chapters/${index}`);
  return analysisOf({
    matrix: subjects.map((subject) => row({ subject, status: 'violated' })),
    violations: subjects.flatMap((subject, nth) =>
      Array.from({ length: 10 }, (_, index) => finding({ subject, field: `field${index}`, line: nth * 10 + index + 1 })),
    ),
  });
}
