import { createHash } from 'node:crypto';
import type { Place } from '../../src/reports/excerpt.js';
import { html } from '../../src/reports/html.js';
import { HOSTILE, hostileAnalysis } from './hostile.js';
import { analysisOf, CONTRACT, finding, mixedAnalysis, row } from './sample.js';
import { validatedAnalysis, validationOf } from './validation-sample.js';

const render = (analysis = mixedAnalysis(), over = {}) => html.render(analysis, { maxViolations: 1, ...over });

/** Everything that is fetched by being written: in a page without such attributes and tags nothing is. */
const FETCHES = /<(?:link|img|iframe|object|embed|base|source|video|audio|script src)\b|\bsrc=|@import|url\(/i;

describe('the HTML report', () => {
  test('needs nothing from anywhere', () => {
    expect(render()).not.toMatch(FETCHES);
    expect(render().match(/https?:\/\//g)).toBeNull();
  });

  test('its policy lets run what the page holds, by their hashes, and nothing else', () => {
    const page = render();
    const hashes = ['style', 'script'].map((tag) => {
      const text = page.slice(page.indexOf(`<${tag}>`) + tag.length + 2, page.indexOf(`</${tag}>`));
      return `${tag}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    });
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${hashes.join('; ')}; base-uri 'none'; form-action 'none'">`.replaceAll(
        "'",
        '&#39;',
      ),
    );
  });

  test('its title marks the outcome', () => {
    const titleOf = (rows: Parameters<typeof row>[0][], violations = [finding()]) =>
      /<title>(.)/.exec(render(analysisOf({ matrix: rows.map(row), violations })))?.[1];
    expect(titleOf([{ status: 'violated' }])).toBe('✗');
    expect(titleOf([{ status: 'unverified', note: 'open' }], [])).toBe('?');
    expect(titleOf([{}], [])).toBe('✓');
  });

  test('text of a repository never becomes markup', () => {
    const page = render(hostileAnalysis(), { excerpts: (place: Place) => ({ first: place.line, lines: [HOSTILE] }) });
    expect(page).toContain('&#60;script&#62;alert(1)');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('<img');
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expect(page).toContain('\\u202e');
  });

  test('what the baseline knows is marked one by one, and is no finding', () => {
    const baseline = { file: 'baseline.json', known: [finding({ message: 'old' })], resolved: [] };
    const page = render(analysisOf({ violations: [finding({ field: 'fresh' })], baseline }));
    const known = page.slice(page.indexOf('<section id="known">'));
    expect(known).toContain('<h2>In the baseline <span class="count">1</span></h2>');
    expect(known).toContain('known</span> old <code>');
    expect(render()).not.toContain('id="known"');
  });

  test('is the same for the same analysis', () => {
    expect(render()).toBe(render());
  });

  test('a subject with findings leads to them', () => {
    const page = render();
    expect(page).toContain('<th scope="row"><a href="#finding-1"><code>GET /<wbr>books/<wbr>{id}</code></a></th>');
    expect(page).toContain('<details class="finding" id="finding-1" data-severity="error" open>');
  });

  test('what is broken comes first, and what one place breaks is one finding', () => {
    const subjects = ['GET /b', 'GET /c'];
    const matrix = [row({ subject: 'GET /a' }), ...subjects.map((subject) => row({ subject, status: 'violated' }))];
    const page = render(analysisOf({ matrix, violations: subjects.map((subject) => finding({ subject })) }));
    expect(page.match(/class="finding"/g)).toHaveLength(1);
    expect(page).toContain('<code class="broken">GET /b and 1 more</code>');
    expect([...page.matchAll(/<tr data-status="(\w+)">/g)].map(([, status]) => status)).toEqual([
      'violated',
      'violated',
      'verified',
    ]);
    expect(page.indexOf('id="findings"')).toBeLessThan(page.indexOf('id="matrix"'));
  });

  test('the line of a place is marked among the lines around it, without their indent', () => {
    const excerpts = (place: Place) =>
      place.line === 61 ? { first: 60, lines: ['    pages:', '\ttype: integer', '', '      x: 1'] } : undefined;
    expect(render(mixedAnalysis(), { excerpts })).toContain(
      '<pre class="excerpt"><span class="row"><span class="number">60</span><span class="code">  pages:</span></span>' +
        '<mark class="row"><span class="number">61</span><span class="code">type: integer</span></mark>' +
        '<span class="row"><span class="number">62</span><span class="code"></span></span>' +
        '<span class="row"><span class="number">63</span><span class="code">    x: 1</span></span></pre>',
    );
  });

  test('places are links where there is an address, and only to https', () => {
    const to = (scheme: string) => (place: Place) => `${scheme}://example.org/blob/main/${place.file}#L${place.line}`;
    expect(render(mixedAnalysis(), { link: to('https') })).toContain(
      `<a href="https://example.org/blob/main/${CONTRACT}#L61" rel="noreferrer">`,
    );
    expect(render(mixedAnalysis(), { link: to('javascript') })).not.toContain('javascript:');
  });

  test('says what it is about, where that is known', () => {
    expect(render(analysisOf(), { about: 'owner/<name> at 1234567' })).toContain(
      '0.1.0 · owner/&#60;name&#62; at 1234567</footer>',
    );
    expect(render(analysisOf())).toContain('0.1.0</footer>');
  });

  test('an incomplete run says so at the top', () => {
    expect(render(analysisOf({ crashes: ['CONTRACT-001 crashed.'] }))).toContain('<li>Incomplete: CONTRACT-001 crashed.</li>');
  });

  test.each([5_000, 50_000])('of %d findings stays below 2 MB, and counts what it does not show', (count) => {
    const subjects = Array.from({ length: count }, (_, index) => `GET /organisations/{organisationId}/members/${index}`);
    const violations = subjects.map((subject, line) => finding({ subject, line: line + 1, message: `${subject} sends text.` }));
    const matrix = subjects.map((subject) => row({ subject, status: 'violated' }));
    const gaps = subjects.map((detail, line) => ({ reason: 'dynamic-path' as const, detail, at: { file: 'a.ts', line } }));
    const routes = mixedAnalysis().routes.flatMap((route) => subjects.map((path) => ({ ...route, path, documented: false })));
    const excerpts = ({ line }: Place) => ({ first: line, lines: Array.from({ length: 7 }, () => 'readonly pages: string;') });
    const link = ({ file, line }: Place) => `https://github.test/owner/books/blob/${'a'.repeat(40)}/${file}#L${line}`;
    const page = render(analysisOf({ violations, matrix, gaps, routes }), { excerpts, link });
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    const listed = page.match(/class="finding/g)?.length ?? 0;
    const rest = count - listed;
    expect(page.includes(`… and ${rest} more findings; the JSON report has all.`)).toBe(rest > 0);
    expect(listed).toBeGreaterThan(3_000);
  });

  test('nothing found, nothing listed', () => {
    const page = render(analysisOf());
    expect(page).toContain('<h2>No findings</h2>');
    expect(page).not.toContain('id="gaps"');
  });
});

describe('the HTML report of a validation', () => {
  const page = render(validatedAnalysis());
  const service = page.slice(page.indexOf('<section id="service">'));

  test('lists every endpoint of the running service with what it answered', () => {
    expect(service).toContain('<h2>Running service <span class="count">3</span></h2>');
    expect([...service.matchAll(/<tr data-outcome="(\w+)">/g)].map(([, outcome]) => outcome)).toEqual([
      'passed',
      'failed',
      'untested',
    ]);
    expect(service).toContain('<td data-column="Status">200</td><td data-column="Time">12 ms</td>');
    expect(service).toContain('<li><code>pages</code>: expected integer, actual string</li>');
    expect(service).toContain('POST may change data; --allow-writes calls it');
  });

  test('an endpoint that failed leads to its findings, one that passed does not', () => {
    expect(service.match(/<a href="#finding-\d+">/g)).toEqual(['<a href="#finding-1">']);
    expect(page).toContain('<details class="finding" id="finding-1"');
  });

  test('says who was asked, and what nobody answered', () => {
    expect(page).toContain('<li>Asked: the embedded Contract Engine</li>');
    const open = render(validatedAnalysis({ validation: validationOf({ unanswered: ['It cannot be reached.'] }) }));
    expect(open).toContain('<li>Not answered: It cannot be reached.</li>');
  });

  test('what a service answered is not said to lack code', () => {
    expect(page).toContain('As the running service answered.');
    expect(page).not.toContain('There is no code for it.');
  });

  test('a scan alone has none of it', () => {
    expect(render()).not.toMatch(/id="(validation|service)"/);
  });
});
