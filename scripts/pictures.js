/**
 * `npm run pictures [folder]`: takes the pictures of the README (docs/pictures) of the tool's real output for examples/bookshop:
 * the terminal, the HTML report, and the comment on a pull request. Look at them before they are committed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, root } from './build.js';
import { launchChromium, shrinkPictures } from './chromium.js';
import { commentPage, terminalPage } from './picture-pages.js';

const EXAMPLE = 'examples/bookshop';
const target = resolve(process.argv[2] ?? join(root, 'docs', 'pictures'));
const folder = mkdtempSync(join(tmpdir(), 'tallystick-pictures-'));
const lib = build(join(folder, 'lib'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

/** A module of the build. */
const load = (/** @type {string} */ path) => import(pathToFileURL(join(lib, path)).href);

/** The command line on the example. */
function tallystick(/** @type {string[]} */ ...words) {
  const { stdout, stderr } = spawnSync(process.execPath, [join(lib, 'cli.js'), ...words, '--no-cache'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '' },
  });
  return { stdout, stderr };
}

/** The comment that a pull request gets which breaks two promises and fixes one. */
async function realComment() {
  const { scan } = await load('scan.js');
  const { changeSince } = await load('rules/change.js');
  const { comment } = await load('reports/github/comment.js');
  const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
  const analysisOf = (/** @type {string} */ repository) => scan({ repository, dir: join(repository, EXAMPLE), scans });
  const base = join(folder, 'base');
  cpSync(join(root, EXAMPLE), join(base, EXAMPLE), { recursive: true });
  // The base keeps what the head breaks, and breaks what the head keeps.
  edit(join(base, EXAMPLE, 'src/models/author.ts'), 'birth_year', 'birthYear');
  edit(join(base, EXAMPLE, 'src/models/order.ts'), 'placedAt: Date', 'placedAt: Date | null');
  const head = join(folder, 'head');
  cpSync(join(root, EXAMPLE), join(head, EXAMPLE), { recursive: true });
  const analysis = await analysisOf(head);
  return comment({
    name: 'Tallystick',
    analysis,
    change: changeSince(await analysisOf(base), analysis),
    base: '4f2c9d1e8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d',
    failed: true,
    notes: [],
    sha: '9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b',
    repositoryUrl: 'https://github.com/OWNER/bookshop',
    runUrl: 'https://github.com/OWNER/bookshop/actions/runs/1',
    rulesUrl: 'https://github.com/OWNER/tallystick/blob/v1/src/rules',
  });
}

function edit(/** @type {string} */ file, /** @type {string} */ from, /** @type {string} */ to) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}.`);
  writeFileSync(file, text.replaceAll(from, to));
}

const browser = await launchChromium();

/** Takes the picture of a page; `tallest` cuts it, in pixels of the page. */
async function picture(
  /** @type {string} */ name,
  /** @type {string} */ html,
  /** @type {{ width: number, tallest?: number, scheme?: 'light' | 'dark', fit?: boolean }} */ { width, tallest, scheme, fit },
) {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html);
  const page = await browser.newPage({
    viewport: { width, height: 800 },
    deviceScaleFactor: 1.5,
    colorScheme: scheme ?? 'light',
  });
  await page.goto(pathToFileURL(file).href);
  const box = await page.locator(fit ? 'body' : 'html').boundingBox();
  const height = Math.min(box?.height ?? 0, tallest ?? Number.POSITIVE_INFINITY);
  const clip = { x: 0, y: 0, width: fit ? (box?.width ?? width) : width, height };
  const path = join(target, `${name}.png`);
  await page.screenshot({ path, clip, fullPage: true });
  shrinkPictures(path);
  await page.close();
}

try {
  mkdirSync(target, { recursive: true });
  const { stdout, stderr } = tallystick('scan', EXAMPLE);
  await picture('terminal', terminalPage(`tallystick scan ${EXAMPLE}`, `${stderr}${stdout}`), { width: 1200, fit: true });
  const report = tallystick('scan', EXAMPLE, '--format', 'html').stdout;
  const markdown = await realComment();
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    await picture(`report-${scheme}`, report, { width: 1100, tallest: 1720, scheme });
    await picture(`comment-${scheme}`, commentPage(markdown, scheme), { width: 900, scheme });
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
