/**
 * `npm run pictures:results [folder]`: takes the pictures of docs/results: how comment, check page, job summary and HTML report
 * look for 1, 4 and 500 findings, and the comment for each other answer, in light and dark beside each other. Look at them before they are committed.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, root } from './build.js';
import { launchChromium, shrinkPictures } from './chromium.js';
import { checkPage, commentPage, summaryPage } from './picture-pages.js';

const target = resolve(process.argv[2] ?? join(root, 'docs', 'results'));
const folder = mkdtempSync(join(tmpdir(), 'tallystick-pictures-'));
const lib = build(join(folder, 'lib'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
const load = (/** @type {string} */ path) => import(pathToFileURL(join(lib, path)).href);

const SHA = '9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b';
const REPOSITORY = 'https://github.com/OWNER/catalog';
const CONTRACT = 'docs/openapi.yaml';

/** A tag of a Go struct that was renamed: it breaks as many operations as it is sent by. */
const RENAMED = ['GET /feeds', 'GET /feeds/{id}', 'GET /groups/{id}/feeds', 'POST /feeds'];

/** So many findings, as a pull request gets them. */
function violationsOf(/** @type {number} */ count) {
  const renamed = RENAMED.map((subject, index) => ({
    ...base(subject, 200 + index * 30),
    field: subject === 'GET /feeds' ? 'data[].unread_count' : 'unread_count',
    problem: 'case',
    message: `${subject === 'GET /feeds' ? 'data[].unread_count' : 'unread_count'} is sent under the name unreadCount, but the contract names it unread_count.`,
    expected: 'unread_count',
    actual: 'unreadCount',
    suggestion: 'Send it as unread_count.',
  }));
  const others = Array.from({ length: Math.max(0, count - RENAMED.length) }, (_, index) => {
    const name = ['title', 'link', 'site_url', 'failure', 'suspended'][index % 5] ?? '';
    return {
      ...base(`GET /catalog/${index % 97}/items`, 300 + index),
      file_path: `internal/model/model${index % 40}.go`,
      line: 10 + index,
      field: name,
      problem: 'type',
      message: `${name} is number in the contract, but the code sends string.`,
      expected: 'number',
      actual: 'string',
    };
  });
  return [...renamed, ...others].slice(0, count).map((one, index) => ({ ...one, fingerprint: String(index) }));
}

function base(/** @type {string} */ subject, /** @type {number} */ line) {
  return {
    check: 'CONTRACT-001',
    severity: 'error',
    file_path: 'internal/model/model.go',
    line: 25,
    contract: CONTRACT,
    subject,
    status: '200',
    promisedAt: { file: CONTRACT, line },
    related: [],
  };
}

function analysisOf(/** @type {number} */ count, /** @type {typeof CHANGES.lost.lost} */ lost) {
  const violations = violationsOf(count);
  const broken = new Set(violations.map(({ subject }) => subject));
  const retained = Array.from({ length: 24 }, (_, index) => `GET /kept/${index + 1}`);
  const unread = new Map(lost.map(({ subject, why }) => [subject, why]));
  const matrix = [...retained, ...broken, ...unread.keys()].map((subject, index) => ({
    contract: CONTRACT,
    kind: 'endpoint',
    subject,
    status: broken.has(subject) ? 'violated' : unread.has(subject) ? 'unverified' : 'verified',
    reason: unread.get(subject),
    compared: unread.has(subject) ? 0 : 5,
    unknown: 0,
    promisedAt: { file: CONTRACT, line: 20 + index * 8 },
    codeAt: { file: 'internal/handler/handler.go', line: 40 + index },
  }));
  const counts = { subjects: matrix.length, verified: retained.length, violated: broken.size, errors: count };
  const none = {
    verifiedByRoute: 0,
    missing: 0,
    unverified: unread.size,
    undocumented: 0,
    warnings: 0,
    notes: 0,
    fieldsUnknown: 0,
  };
  const ratio = retained.length / (retained.length + broken.size);
  return {
    tool: { name: 'tallystick', version: '0.1.0' },
    summary: {
      contracts: 1,
      ...counts,
      ...none,
      fieldsCompared: (retained.length + broken.size) * 5,
      complianceRatio: ratio,
      health: 'partial',
    },
    matrix,
    violations,
    routes: matrix.map(({ subject, codeAt }) => ({ method: 'GET', path: subject.slice(4), at: codeAt, documented: true })),
    gaps: [],
    crashes: [],
    contracts: [{ id: CONTRACT, title: 'Catalog', version: '1.0.0', kind: 'openapi', basePath: '/api' }],
    stats: { files: 58, millis: 900, cacheHits: 0, inferred: 0 },
  };
}

/** What each question finds besides new errors. */
const CHANGES = {
  lost: {
    lost: [
      {
        contract: CONTRACT,
        subject: 'GET /feeds',
        at: { file: CONTRACT, line: 200 },
        why: 'the handler sends a value of type any (internal/handler/feed.go:58)',
      },
      {
        contract: CONTRACT,
        subject: 'GET /groups/{id}/feeds',
        at: { file: CONTRACT, line: 260 },
        why: 'the handler sends a value of type any (internal/handler/group.go:31)',
      },
    ],
  },
  breaking: {
    breaking: [
      {
        contract: CONTRACT,
        subject: 'GET /feeds',
        rule: 'property-type-changed',
        message: 'GET /feeds 200 data[].unread_count was integer and is now string.',
        at: { file: CONTRACT, line: 214 },
      },
    ],
    dropped: [{ contract: CONTRACT, subject: 'DELETE /feeds/{id}' }],
  },
  moved: { moved: [{ contract: CONTRACT, from: '/api', to: '/', operations: 24 }] },
};

/** Runs without a result: exit 2, which somebody can mend, and exit 3. */
const MISTAKES = {
  'exit-2': {
    message: 'docs/openapi.yaml is not valid YAML: a mapping value is not allowed here.',
    hint: 'Check the file with a YAML linter.',
    location: { file: CONTRACT, line: 41 },
  },
  'exit-3': {
    message: 'Tallystick failed by a bug of its own, not by this change (Cannot read properties of undefined).',
    hint: 'Please report it with the log of the run (tallystick 0.1.0).',
  },
};

function resultOf(
  /** @type {number} */ count,
  /** @type {Partial<typeof CHANGES.lost & typeof CHANGES.breaking & typeof CHANGES.moved>} */ more = {},
) {
  const analysis = analysisOf(count, more.lost ?? []);
  return {
    name: 'Tallystick',
    analysis,
    change: {
      added: analysis.violations,
      surfaced: [],
      remaining: [],
      fixed: [],
      unseen: [],
      lost: [],
      dropped: [],
      moved: [],
      breaking: [],
      unproven: [],
      uncompared: [],
      ...more,
    },
    base: '4f2c9d1e8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d',
    failed: true,
    notes: [],
    sha: SHA,
    repositoryUrl: REPOSITORY,
    runUrl: `${REPOSITORY}/actions/runs/1`,
    rulesUrl: 'https://github.com/OWNER/tallystick/blob/v1/src/rules',
  };
}

/** What the file of a finding holds around its line. */
function excerptsOf(/** @type {{ file: string, line: number }} */ { file, line }) {
  const [above, own, below] = file.endsWith('.yaml')
    ? ['        properties:', '          unread_count: { type: integer }', '          title: { type: string }']
    : ['type Feed struct {', '\tUnreadCount int64 `json:"unreadCount"`', '\tTitle string `json:"title"`'];
  return { first: line - 1, lines: [above, own, below] };
}

const WIDTH = { comment: 780, check: 780, summary: 780, html: 780, phone: 390 };
/** Taller pages are cut: the first screens are what a reader sees. */
const TALLEST = 900;

/** Takes one picture of a page in light and dark, beside each other. */
async function picture(
  /** @type {import('playwright-core').Browser} */ browser,
  /** @type {string} */ name,
  /** @type {number} */ width,
  /** @type {(scheme: 'light' | 'dark') => string} */ pageOf,
) {
  const shots = [];
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    const file = join(folder, `${name}-${scheme}.html`);
    writeFileSync(file, pageOf(scheme));
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme });
    await page.goto(pathToFileURL(file).href);
    const height = Math.min((await page.locator('html').boundingBox())?.height ?? TALLEST, TALLEST);
    const shot = await page.screenshot({ clip: { x: 0, y: 0, width, height }, fullPage: true });
    shots.push(`<img src="data:image/png;base64,${shot.toString('base64')}" width="${width}">`);
    await page.close();
  }
  const page = await browser.newPage({ viewport: { width: width * 2, height: 1 } });
  await page.setContent(`<body style="margin:0;display:flex;align-items:start;background:#888">${shots.join('')}</body>`);
  const path = join(target, `${name}.png`);
  await page.screenshot({ path, fullPage: true });
  shrinkPictures(path);
  await page.close();
}

const browser = await launchChromium();
try {
  mkdirSync(target, { recursive: true });
  const [{ comment }, { checkAnnotations, checkOutput }, { jobSummary }, { html }] = await Promise.all(
    ['comment', 'check', 'summary', 'html'].map((name) => load(`reports/${name}.js`)),
  );
  for (const count of [1, 4, 500]) {
    const result = resultOf(count);
    const { analysis } = result;
    const annotations = checkAnnotations(analysis.violations);
    const link = (/** @type {{ file: string, line: number }} */ { file, line }) => `${REPOSITORY}/blob/${SHA}/${file}#L${line}`;
    const report = html.render(analysis, { maxViolations: 100, excerpts: excerptsOf, link });
    await picture(browser, `comment-${count}`, WIDTH.comment, (scheme) => commentPage(comment(result), scheme));
    await picture(browser, `check-${count}`, WIDTH.check, (scheme) => checkPage(checkOutput(result), annotations, scheme));
    await picture(browser, `summary-${count}`, WIDTH.summary, (scheme) => summaryPage(jobSummary(result), scheme));
    await picture(browser, `html-${count}`, count === 4 ? WIDTH.phone : WIDTH.html, () => report);
  }
  for (const [name, change] of Object.entries(CHANGES)) {
    const result = { ...resultOf(0, change), byChange: true };
    await picture(browser, `comment-${name}`, WIDTH.comment, (scheme) => commentPage(comment(result), scheme));
  }
  const { mistakeComment } = await load('reports/mistake.js');
  for (const [name, mistake] of Object.entries(MISTAKES)) {
    const result = {
      name: 'Tallystick',
      mistake,
      conclusion: 'failure',
      sha: SHA,
      repositoryUrl: REPOSITORY,
      runUrl: `${REPOSITORY}/actions/runs/1`,
    };
    await picture(browser, `comment-${name}`, WIDTH.comment, (scheme) => commentPage(mistakeComment(result), scheme));
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
