import { stripVTControlCharacters } from 'node:util';
import { text } from '../../src/reports/terminal.js';
import type { Analysis } from '../../src/rules/judge.js';
import { analysisOf, finding, mixedAnalysis, row, unsureAnalysis } from './sample.js';

const render = (analysis = analysisOf(), options = {}): string => text.render(analysis, { maxViolations: 100, ...options });

describe('the report for a terminal', () => {
  test('shows the verdict, what is broken, and the causes of what is open; the rest is folded', () => {
    expect(render(mixedAnalysis())).toBe(`Books 1.0.0 (services/books/openapi.yaml, 4 endpoints, served below /api)

Broken: 2 of 4 endpoints do not match the contract.
  1 verified, 1 violated, 1 missing, 1 unverified
  33 % compliant (1 of 3 decided; 1 unverified not counted)
  3 errors, 1 warning, 1 note; 11 fields compared, 2 unknown; 2 routes in 3 files

✗ GET /books/{id}  violated  services/books/src/books.ts:15
    error    pages: wrong type in response 200  CONTRACT-001
             expected  integer                   services/books/openapi.yaml:61
             actual    string                    services/books/src/dto.ts:4
    error    author.bornOn: spelled differently in response 200  CONTRACT-001
             expected  bornOn                    services/books/openapi.yaml:61
             actual    born_on                   services/books/src/dto.ts:9
             fix       Send it as \`bornOn\`.
    warning  subtitle: missing field in response 200  CONTRACT-001
             expected  string, optional          services/books/openapi.yaml:61
             actual    nothing                   services/books/src/dto.ts:4

✗ DELETE /books/{id}  missing
    error    no route  CONTRACT-002
             No route answers DELETE /books/{id}.
             services/books/openapi.yaml:70
             see       DELETE /book/{id} is near  services/books/src/books.ts:40

! GET /books  verified  services/books/src/books.ts:8
    note     not in the contract: internalId

1 endpoint unverified, by cause
  ? 1  the type comes from a package that is not installed
       GET /books/{id}/reviews  services/books/src/books.ts:30

Broken: 2 of 4 endpoints do not match the contract.
  → Fix the code, or the contract where that is wrong; \`tallystick explain CONTRACT-001\` explains the rule.
  → Install the dependencies (\`npm ci --ignore-scripts\`) and scan with \`--packages installed\`, or declare what these handlers send, in place of the type of @books/shared.
  --verbose lists 1 verified, 1 route that no contract describes, 1 place not analysed.
`);
  });

  test('lists all with --verbose', () => {
    const all = render(mixedAnalysis(), { show: { verbose: true } });
    expect(all).toContain('  ✓ GET /books               services/books/src/books.ts:8\n');
    expect(all).toContain('      unverified: reviews[]: the type comes from a package that is not installed\n');
    expect(all).toContain('1 route that no contract describes\n  + GET /health  services/books/src/books.ts:3\n');
    expect(all).toContain('services/books/src/books.ts:44  The path is made of a value that is not known.');
    expect(all).not.toContain('--verbose');
  });

  const VERDICT = 'Broken: 2 of 4 endpoints do not match the contract.';
  test.each([
    [{ errorsOnly: true }, ['pages: wrong type', 'no route  CONTRACT-002'], ['internalId', 'subtitle', 'by cause']],
    [{ rules: ['CONTRACT-002'] }, ['no route  CONTRACT-002'], ['pages: wrong type', 'by cause']],
    [{ rules: ['CONTRACT-001/type'] }, ['pages: wrong type'], ['bornOn', 'no route']],
    [{ only: ['DELETE *'] }, ['no route  CONTRACT-002'], ['pages: wrong type', 'by cause', 'No subject']],
    [{ only: ['DELETE *', 'GET /nope'] }, ['No subject is GET /nope: ', 'no route  CONTRACT-002'], ['is DELETE']],
    [{ statuses: ['unverified'] }, ['? GET /books/{id}/reviews'], ['pages: wrong type', 'no route']],
    [{ statuses: ['missing'] }, ['no route  CONTRACT-002'], ['pages: wrong type', 'reviews']],
  ])('lists what %j asks for, under the same verdict', (show, there, gone) => {
    const lines = render(mixedAnalysis(), { show });
    for (const part of [VERDICT, ...there]) expect(lines).toContain(part);
    for (const part of gone) expect(lines).not.toContain(part);
  });

  test('groups by cause, the most frequent first', () => {
    const open = (subject: string, note: string) => row({ subject, status: 'unverified', note });
    const matrix = [
      open('GET /a', 'id: the type is a package'),
      ...['b', 'c', 'd', 'e'].map((name) => open(`GET /${name}`, 'x.y: the loop is not read')),
    ];
    const lines = render(analysisOf({ matrix, violations: [] })).split('\n');
    const at = lines.findIndex((line) => line.endsWith('unverified, by cause'));
    expect(lines.slice(at + 1, at + 5)).toEqual([
      '  ? 4  the loop is not read',
      expect.stringMatching(/^ {7}GET \/b, GET \/c, GET \/d and 1 more {2}\S+:\d+$/),
      '  ? 1  the type is a package',
      expect.stringMatching(/^ {7}GET \/a {2}/),
    ]);
  });

  test('links places where the terminal has links, around the text alone', () => {
    const linked = render(mixedAnalysis(), { hyperlink: ({ line }: { line: number }, shown: string) => `<${line}|${shown}>` });
    expect(linked).toContain('<4|services/books/src/dto.ts:4>');
  });

  test('of a kept contract lists what is kept where that fits on a screen', () => {
    expect(render()).toBe(`Books 1.0.0 (services/books/openapi.yaml, 1 endpoint, served below /api)
  ✓ GET /books  services/books/src/books.ts:8

Passed: the one endpoint matches the contract.
  1 verified: 100 % compliant (1 of 1 decided)
  no findings; 4 fields compared; 1 route in 3 files
`);
  });

  test('folds what is kept where it does not fit on a screen', () => {
    const many = Array.from({ length: 30 }, (_, index) => row({ subject: `GET /books/${index}` }));
    const text = render(analysisOf({ matrix: many }));
    expect(text).not.toContain('✓');
    expect(text).toContain('  --verbose lists 30 verified.\n');
  });

  test('folds what is kept where something is broken', () => {
    const text = render(analysisOf({ matrix: [row({}), row({ subject: 'GET /shelves', status: 'missing' })] }));
    expect(text).not.toContain('✓');
    expect(text).toContain('  --verbose lists 1 verified.\n');
  });

  test('marks paths whose start is not known', () => {
    const lines = render(unsureAnalysis(), { show: { verbose: true } }).split('\n');
    expect(lines).toEqual(expect.arrayContaining([expect.stringContaining('+ GET …/health  ')]));
    expect(lines).toEqual(expect.arrayContaining([expect.stringContaining('+ GET /api/books (start likely)  ')]));
  });

  test('of a service in which nothing could be compared says so and what to do', () => {
    const blind = analysisOf({
      matrix: [row({ status: 'unverified', compared: 0, codeAt: null, note: 'no route was found' })],
      routes: [],
    });
    expect(render(blind)).toContain(`Incomplete: this run proves nothing.
  0 verified, 1 unverified: compliance unknown (nothing decided; 1 unverified not counted)
  no findings; 0 fields compared; 0 routes in 3 files
  incomplete  Nothing in services/books/openapi.yaml could be compared with code.

1 endpoint unverified, by cause
  ? 1  no route was found
       GET /books  services/books/openapi.yaml:20

  → No route was found. Scan the folder of the service, or see docs/reference/supported.md for the supported frameworks.
`);
  });

  describe('where most is open', () => {
    const open = Array.from({ length: 20 }, (_, index) => {
      const why = index < 12 ? 'its type is not declared' : `reason ${'x'.repeat(index)}`;
      return row({ subject: `GET /open/${index}`, status: 'unverified', compared: 0, why, note: why, reason: 'unknown-body' });
    });
    const broken = Array.from({ length: 5 }, (_, index) => row({ subject: `GET /broken/${index}`, status: 'violated' }));
    const violations = broken.map(({ subject }, index) => finding({ subject, line: index + 1 }));

    test('names the largest cause and its cure above the findings', () => {
      const screen = render(analysisOf({ matrix: [...broken, ...open], violations }))
        .split('\n')
        .slice(0, 10)
        .join('\n');
      expect(screen).toContain('12 of 20 unverified: its type is not declared');
      expect(screen).toContain('→ Largest cause (12 unverified): Declare what these handlers send');
    });

    test('but not where most is decided', () => {
      const retained = Array.from({ length: 30 }, (_, index) => row({ subject: `GET /kept/${index}` }));
      expect(render(analysisOf({ matrix: [...broken, ...retained, ...open], violations }))).not.toContain('of 20 unverified:');
    });
  });

  test('says how many of several contracts could not be compared, and names the first of them', () => {
    const contracts = Array.from(
      { length: 12 },
      (_, index) =>
        ({ ...analysisOf().contracts[0], id: `api/${index}.yaml`, title: `Part ${index}` }) as Analysis['contracts'][number],
    );
    const matrix = contracts.map(({ id }, index) =>
      row({
        contract: id,
        ...(index === 0 ? {} : { status: 'unverified', compared: 0, codeAt: null, note: 'no route was found' }),
      }),
    );
    const text = render(analysisOf({ contracts, matrix }));
    expect(text).toContain('Incomplete: 11 of 12 contracts could not be compared.\n');
    expect(text).toContain('Part 7 ');
    expect(text).not.toContain('Part 8 ');
    expect(text).toContain('and 4 more contracts: --verbose lists them\n');
    expect(text).toContain('  incomplete  8 more like these\n');
  });

  test('lists at most so many findings and counts the rest', () => {
    const violations = Array.from({ length: 7 }, (_, index) => finding({ field: `field${index}`, line: index + 1 }));
    const shown = render(analysisOf({ matrix: [row({ status: 'violated', subject: 'GET /books/{id}' })], violations }), {
      maxViolations: 5,
    });
    expect(shown).toContain('field4');
    expect(shown).not.toContain('field5');
    expect(shown).toContain('and 2 more findings: --max-violations shows more, --format json all.');
    expect(shown).toContain('7 errors');
  });

  test('explains what several endpoints send once, and names it after that', () => {
    const fields = [
      'title',
      'pages',
      'a.very.long.path.to.a.field',
      'another.very.long.path.to.a.field',
      'original.language.of.the.text',
    ];
    const violations = ['GET /books/{id}', 'POST /books'].flatMap((subject) =>
      fields.map((field, index) => finding({ subject, field, line: index + 1 })),
    );
    const matrix = ['GET /books/{id}', 'POST /books'].map((subject) => row({ subject, status: 'violated' }));
    expect(render(analysisOf({ matrix, violations }))).toContain(`✗ POST /books  violated  services/books/src/books.ts:8
    error    as above: title, pages, a.very.long.path.to.a.field, another.very.long.path.to.a.field,
             original.language.of.the.text
`);
  });

  test('shows the only finding of many endpoints once, and all with --verbose', () => {
    const subjects = ['GET /a', 'GET /b', 'GET /c', 'GET /d', 'GET /e'];
    const violations = subjects.map((subject, line) => finding({ subject, field: 'id', file_path: 'a.ts', line }));
    const matrix = subjects.map((subject) => row({ subject, status: 'violated' }));
    const shown = render(analysisOf({ matrix, violations }));
    expect(shown.match(/id: wrong type/g)).toHaveLength(1);
    expect(shown).toContain('✗ 5 with the same finding  violated');
    expect(shown).toContain('in        GET /a, GET /b, GET /c and 2 more: --verbose lists them');
    expect(render(analysisOf({ matrix, violations }), { show: { verbose: true } }).match(/id: wrong type/g)).toHaveLength(5);
    // what differs is told apart
    const others = violations.map((violation, index) => ({ ...violation, actual: `string of ${index}` }));
    expect(render(analysisOf({ matrix, violations: others })).match(/id: wrong type/g)).toHaveLength(5);
  });

  test('names the fields of one place that have the same warning together', () => {
    const optional = ['a', 'b', 'c', 'd'].map((field) =>
      finding({ field, severity: 'warning', problem: 'missing', promised: `string of ${field}` }),
    );
    const shown = render(analysisOf({ violations: optional }));
    expect(shown).toContain('warning  4 fields: missing field in response 200  CONTRACT-001\n             a, b, c, d\n');
    expect(render(analysisOf({ violations: optional }), { show: { verbose: true } }).match(/missing field/g)).toHaveLength(4);
    expect(render(analysisOf({ violations: optional.slice(1) })).match(/missing field/g)).toHaveLength(3);
  });

  test('calls a body that is not sent no field', () => {
    const { field: _, ...whole } = finding({ problem: 'missing' });
    expect(render(analysisOf({ violations: [whole] }))).toContain('missing body');
  });

  test('says what else is open where something is broken', () => {
    const matrix = [row({ subject: 'GET /books/{id}', status: 'violated', note: 'author: its type is not declared' })];
    expect(render(analysisOf({ matrix, violations: [finding()] }))).toContain('    also     author: its type is not declared\n');
    const note = `${'author, '.repeat(20)}its type is not declared`;
    const long = analysisOf({ matrix: matrix.map((one) => ({ ...one, note })), violations: [finding()] });
    expect(render(long)).not.toContain(note);
    expect(render(long, { show: { verbose: true } })).toContain(`    also     ${note}\n`);
  });

  test('never calls 99.6 % all of it', () => {
    const matrix = Array.from({ length: 250 }, (_, index) =>
      row({ subject: `GET /${index}`, status: index === 0 ? 'missing' : 'verified' }),
    );
    expect(render(analysisOf({ matrix }))).toContain('99 % compliant (249 of 250 decided)');
  });

  test('has colours only when asked, and they change no text', () => {
    const colored = render(mixedAnalysis(), { color: true });
    expect(colored).toContain('\u001b[31m✗\u001b[39m');
    expect(stripVTControlCharacters(colored)).toBe(render(mixedAnalysis()));
    expect(render(mixedAnalysis())).not.toContain('\u001b');
  });

  test('writes files as the terminal can open them', () => {
    expect(render(mixedAnalysis(), { place: (file: string) => `../${file}` })).toContain('../services/books/src/books.ts:8');
  });

  test('prints nothing from the repository that the terminal would obey', () => {
    const evil = '\u001b]0;title\u0007\n::error::x';
    const analysis = analysisOf({
      matrix: [
        row({ contract: evil, subject: `GET /${evil}`, note: evil, status: 'unverified', codeAt: { file: evil, line: 1 } }),
      ],
      violations: [
        finding({ contract: evil, subject: evil, field: evil, promised: evil, actual: evil, suggestion: evil, file_path: evil }),
      ],
      gaps: [{ reason: 'dynamic-path', detail: evil, at: { file: evil, line: 1 } }],
      contracts: [{ id: evil, title: evil, version: evil, kind: 'openapi', basePath: evil }],
      routes: [{ method: 'GET', path: `/${evil}`, by: 'x', at: { file: evil, line: 1 }, responses: [], documented: false }],
      crashes: [evil],
    });
    const shown = render(analysis);
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown).not.toMatch(/^\s*::/m);
  });
});
