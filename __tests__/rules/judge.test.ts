import fc from 'fast-check';
import type { Shape } from '../../src/model/shape.js';
import { rules as all } from '../../src/rules/index.js';
import { type Judged, judge, type SeverityOverrides } from '../../src/rules/judge.js';
import { pair } from '../../src/rules/pairing/pair.js';
import type { EndpointRule, Rule } from '../../src/rules/rule.js';
import { codebase, contract, integer, operation, required, response, route, sends, sent, text, unseen } from './given.js';

/** As a scan runs them that is asked for nothing else. */
const rules = all.filter(({ id }) => id !== 'CONTRACT-005');

const USER = required({ id: integer, name: text });
const GOOD = sent({ id: integer, name: text });
const BAD = sent({ id: integer });
const HALF = sent({ id: integer, name: unseen('its type is not declared') });

/** Subject -> what the code sends; `missing`: it has no route; `bodiless`: no body is promised. */
type Given = Readonly<Record<string, Shape | 'missing' | 'bodiless'>>;

function judged(
  given: Given,
  parts: { readonly rules?: readonly Rule[]; readonly severities?: SeverityOverrides; readonly turn?: boolean } = {},
): Judged {
  const entries = Object.entries(given);
  const expectations = entries.map(([subject, shape], index) =>
    operation(subject, shape === 'bodiless' ? [] : [response('200', USER)], (index + 1) * 10),
  );
  const routes = entries.flatMap(([subject, shape], index) => {
    if (shape === 'missing') return [];
    return [route(subject, shape === 'bodiless' ? [] : [sends(shape)], { at: { file: 'app.ts', line: index + 1 } })];
  });
  const contracts = [contract(expectations)];
  const code = codebase([...routes, 'GET /not/promised']);
  const paired = pair(contracts, code);
  const used = parts.rules ?? rules;
  const turned = parts.turn === true ? { ...paired, pairings: paired.pairings.toReversed() } : paired;
  return judge({
    contracts,
    codebase: code,
    paired: turned,
    rules: parts.turn === true ? used.toReversed() : used,
    severities: parts.severities,
  });
}

const statuses = ({ matrix }: Judged): readonly string[] => matrix.map(({ subject, status }) => `${subject} ${status}`);

describe('the status of a subject', () => {
  test.each<[string, Given, string]>([
    ['all compared and kept', { 'GET /a': GOOD }, 'verified'],
    ['no body promised, and a route', { 'GET /a': 'bodiless' }, 'verified'],
    ['an error', { 'GET /a': BAD }, 'violated'],
    ['an error beside something unknown', { 'GET /a': sent({ id: text, name: unseen() }) }, 'violated'],
    ['no route', { 'GET /a': 'missing' }, 'missing'],
    ['something unknown', { 'GET /a': HALF }, 'unverified'],
  ])('%s', (_title, given, expected) => {
    expect(statuses(judged(given))).toEqual([`GET /a ${expected}`]);
  });
});

describe('a row', () => {
  test('counts promised fields, and says where both sides stand and why it is not verified', () => {
    expect(judged({ 'GET /a': HALF }).matrix).toEqual([
      {
        contract: 'openapi.yaml',
        kind: 'endpoint',
        subject: 'GET /a',
        status: 'unverified',
        compared: 1,
        unknown: 1,
        promisedAt: { file: 'openapi.yaml', line: 10 },
        codeAt: { file: 'app.ts', line: 1 },
        note: 'name: its type is not declared',
        reason: 'unknown-body',
        why: 'its type is not declared',
      },
    ]);
  });

  test('says of what kind its reason is: a gap, a type of a package, or what could not be followed', () => {
    const at = { file: 'app.ts', line: 1 };
    const contracts = [contract([operation('GET /a', [response('200', USER)])])];
    const reasonIn = (code: Parameters<typeof pair>[1]) => {
      const [row] = judge({ contracts, codebase: code, paired: pair(contracts, code), rules }).matrix;
      return [row?.status, row?.reason, row?.package];
    };
    const hidden = codebase(['GET /b'], { gaps: [{ reason: 'dynamic-mount', detail: 'a loop', at, hides: 'service' }] });
    expect(reasonIn(hidden)).toEqual(['unverified', 'dynamic-mount', undefined]);
    const open = codebase([route('GET /a', [sends(HALF)])]);
    expect(reasonIn(open)).toEqual(['unverified', 'unknown-body', undefined]);
    const packages = new Map([['its type is not declared', '@shop/items']]);
    expect(reasonIn({ ...open, packages })).toEqual(['unverified', 'package-type', '@shop/items']);
    expect(reasonIn({ ...codebase([route('GET /a', [sends(GOOD)])]), packages })).toEqual(['verified', undefined, undefined]);
  });

  test('groups the fields that are unknown for one reason', () => {
    const why = 'its type is not declared';
    expect(judged({ 'GET /a': sent({ id: unseen(why), name: unseen(why) }) }).matrix[0]?.note).toBe(`id, name: ${why}`);
  });

  test('has no place in the code where there is none', () => {
    expect(judged({ 'GET /b': GOOD, 'GET /a': 'missing' }).matrix[1]?.codeAt).toBeNull();
  });

  test('says that it is verified by its route alone where no body is promised', () => {
    const { matrix, summary } = judged({ 'GET /a': GOOD, 'GET /b': 'bodiless' });
    expect(matrix.map(({ byRoute }) => byRoute)).toEqual([undefined, true]);
    expect(summary).toMatchObject({ verified: 2, verifiedByRoute: 1 });
  });

  test('says of which fields the type alone was compared', () => {
    const roles = required({ id: integer, role: { kind: 'enum', values: ['admin', 'guest'] } });
    const of = (role: Shape): Judged => {
      const contracts = [contract([operation('GET /a', [response('200', roles)])])];
      const code = codebase([route('GET /a', [sends(sent({ id: integer, role }))])]);
      return judge({ contracts, codebase: code, paired: pair(contracts, code), rules });
    };
    const open = of(text);
    expect(open.matrix[0]).toMatchObject({ status: 'verified', byType: 1 });
    expect(open.matrix[0]?.note).toBe("role: compared by type alone because the code's values are unknown");
    expect(open.summary.fieldsByType).toBe(1);
    const listed = of({ kind: 'enum', values: ['guest'] });
    expect([listed.matrix[0]?.byType, listed.matrix[0]?.note, listed.summary.fieldsByType]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('marks what is kept by a path whose start could not be read', () => {
    const contracts = [contract(['GET /a', 'GET /b'])];
    const of = (...written: readonly string[]): Judged => {
      const code = codebase(written);
      return judge({ contracts, codebase: code, paired: pair(contracts, code), rules });
    };
    const open = of('GET …/a', 'GET …/b');
    expect(open.matrix.map(({ status, start }) => [status, start])).toEqual([
      ['verified', 'unknown'],
      ['verified', 'unknown'],
    ]);
    expect(open.summary.startUnknown).toBe(2);
    const known = of('GET /a', 'GET /b');
    expect(known.matrix.map(({ start }) => start)).toEqual([undefined, undefined]);
    expect(known.summary.startUnknown).toBeUndefined();
  });

  test('tells how it was paired', () => {
    const contracts = [contract([operation('HEAD /a')])];
    const code = codebase(['GET /a']);
    const { matrix } = judge({ contracts, codebase: code, paired: pair(contracts, code), rules });
    expect(matrix[0]).toMatchObject({ status: 'verified', note: 'HEAD is answered by GET /a' });
  });
});

describe('the summary', () => {
  test('counts subjects, findings, fields and routes that nothing promises', () => {
    expect(judged({ 'GET /a': GOOD, 'GET /b': BAD, 'GET /c': 'missing', 'GET /d': HALF }).summary).toEqual({
      contracts: 1,
      subjects: 4,
      verified: 1,
      verifiedByRoute: 0,
      violated: 1,
      missing: 1,
      unverified: 1,
      undocumented: 1,
      errors: 2,
      warnings: 0,
      notes: 0,
      fieldsCompared: 5,
      fieldsUnknown: 1,
      complianceRatio: 1 / 3,
      health: 'failed',
    });
  });

  test.each<[Given, number | null, string]>([
    [{ 'GET /a': GOOD }, 1, 'passed'],
    [{ 'GET /a': GOOD, 'GET /b': HALF }, 1, 'passed'],
    [{ 'GET /a': GOOD, 'GET /b': BAD }, 0.5, 'partial'],
    [{ 'GET /a': GOOD, 'GET /b': BAD, 'GET /c': 'missing' }, 1 / 3, 'failed'],
    [{ 'GET /a': HALF }, null, 'unknown'],
    [{}, null, 'unknown'],
  ])('%j: %s, %s', (given, complianceRatio, health) => {
    expect(judged(given).summary).toMatchObject({ complianceRatio, health });
  });
});

describe('severities as configured', () => {
  test('of a rule, of one of its problems, and off', () => {
    const severity = (severities: SeverityOverrides) =>
      judged({ 'GET /a': BAD }, { severities }).violations.map((one) => one.severity);
    expect(severity({})).toEqual(['error']);
    expect(severity({ 'CONTRACT-001': 'warning' })).toEqual(['warning']);
    expect(severity({ 'CONTRACT-001': 'warning', 'CONTRACT-001/missing': 'note' })).toEqual(['note']);
    expect(severity({ 'CONTRACT-001/missing': 'off' })).toEqual([]);
    expect(severity({ 'CONTRACT-001/extra': 'off' })).toEqual(['error']);
  });

  test('decide whether a subject is violated', () => {
    expect(statuses(judged({ 'GET /a': BAD }, { severities: { 'CONTRACT-001': 'warning' } }))).toEqual(['GET /a verified']);
  });

  test('reach the warning about the base path', () => {
    const contracts = [contract(['GET /a'])];
    const code = codebase(['GET /api/a']);
    const found = (severities: SeverityOverrides) =>
      judge({ contracts, codebase: code, paired: pair(contracts, code), rules, severities }).violations.map(
        ({ severity }) => severity,
      );
    expect(found({})).toEqual(['warning']);
    expect(found({ 'CONTRACT-002/base-path': 'error' })).toEqual(['error']);
    expect(found({ 'CONTRACT-002/base-path': 'off' })).toEqual([]);
  });
});

describe('a rule that is switched off', () => {
  test.each<[string, { readonly rules?: readonly Rule[]; readonly severities?: SeverityOverrides }]>([
    ['by its severity', { severities: { 'CONTRACT-001': 'off' } }],
    ['by its scan', { rules: rules.filter(({ id }) => id !== 'CONTRACT-001') }],
    // Shows REQ-064
  ])('%s: what it would have compared is not verified', (_title, parts) => {
    const result = judged({ 'GET /a': GOOD, 'GET /b': 'bodiless' }, parts);
    expect(statuses(result)).toEqual(['GET /a unverified', 'GET /b verified']);
    expect(result.matrix[0]?.note).toBe('its body was not compared because CONTRACT-001 is switched off');
  });

  test('nothing is missing where no rule asks for routes, nor verified', () => {
    const result = judged({ 'GET /a': GOOD, 'GET /b': 'missing' }, { severities: { 'CONTRACT-002': 'off' } });
    expect(statuses(result)).toEqual(['GET /a verified', 'GET /b unverified']);
  });
});

describe('a rule that crashes', () => {
  const fragile: EndpointRule = {
    about: 'endpoint',
    id: 'CONTRACT-009',
    title: 'Crashes',
    problems: {},
    check: ({ subject }) => {
      if (subject === 'GET /a') throw new Error('no such thing\n    at somewhere');
      return { outcome: 'kept', compared: 0, unknown: [], violations: [] };
    },
  };

  // Shows REQ-064 by rules/judge.ts; REQ-070 by rules/judge.ts; TEST-055 by rules/judge.ts
  test('is named in one line, its subject is unverified, all else goes on', () => {
    const result = judged({ 'GET /a': GOOD, 'GET /b': GOOD, 'GET /c': BAD }, { rules: [fragile, ...rules] });
    expect(result.crashes).toEqual(['CONTRACT-009 crashed on GET /a of openapi.yaml: no such thing']);
    expect(statuses(result)).toEqual(['GET /a unverified', 'GET /b verified', 'GET /c violated']);
  });
});

describe('order', () => {
  test('violations are sorted: errors first, then by place', () => {
    const extra = sent({ id: integer, name: text, more: text });
    const { violations } = judged({ 'GET /a': extra, 'GET /b': BAD, 'GET /c': 'missing' });
    expect(violations.map(({ severity, file_path, subject }) => `${severity} ${file_path} ${subject}`)).toEqual([
      'error app.ts GET /b',
      'error openapi.yaml GET /c',
      'note app.ts GET /a',
    ]);
  });

  // Shows WIRE-014 by rules/index.ts; INT-013 by rules/index.ts; TEST-081 by rules/index.ts; TEST-094 by rules/index.ts
  test('the order of pairings and rules does not matter', () => {
    const kinds = fc.constantFrom<Shape | 'missing' | 'bodiless'>(GOOD, BAD, HALF, 'missing', 'bodiless');
    const subjects = fc.constantFrom('GET /a', 'GET /b', 'POST /a', 'GET /c/{id}', 'GET /d');
    fc.assert(
      fc.property(fc.dictionary(subjects, kinds), (given) => {
        expect(judged(given, { turn: true })).toEqual(judged(given));
      }),
    );
  });

  // Shows TEST-054
  test('rows add up: every subject has one status', () => {
    const kinds = fc.constantFrom<Shape | 'missing' | 'bodiless'>(GOOD, BAD, HALF, 'missing', 'bodiless');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('GET /a', 'GET /b', 'GET /c', 'GET /d'), kinds), (given) => {
        const { summary } = judged(given);
        expect(summary.verified + summary.violated + summary.missing + summary.unverified).toBe(Object.keys(given).length);
      }),
    );
  });
});
