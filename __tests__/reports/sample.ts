import type { Analysis, MatrixRow, Summary } from '../../src/rules/judge.js';
import type { Violation } from '../../src/rules/rule.js';

export const CONTRACT = 'services/books/openapi.yaml';
const CODE = 'services/books/src/books.ts';

/** A row of the matrix; by default one that is kept. */
export function row(over: Partial<MatrixRow> = {}): MatrixRow {
  return {
    contract: CONTRACT,
    kind: 'endpoint',
    subject: 'GET /books',
    status: 'verified',
    compared: 4,
    unknown: 0,
    promisedAt: { file: CONTRACT, line: 20 },
    codeAt: { file: CODE, line: 8 },
    ...over,
  };
}

/** A finding; by default an error of CONTRACT-001. */
export function finding(over: Partial<Violation> = {}): Violation {
  return {
    check: 'CONTRACT-001',
    severity: 'error',
    file_path: 'services/books/src/dto.ts',
    line: 4,
    message: '`pages` is integer in the contract, but the code sends string.',
    contract: CONTRACT,
    subject: 'GET /books/{id}',
    status: '200',
    field: 'pages',
    problem: 'type',
    promised: 'integer',
    actual: 'string',
    promisedAt: { file: CONTRACT, line: 61 },
    related: [],
    fingerprint: 'f00d',
    ...over,
  };
}

/** A finding of CONTRACT-002. */
function missingEndpoint(): Violation {
  const { status: _status, field: _field, promised: _expected, actual: _actual, ...rest } = finding();
  return {
    ...rest,
    check: 'CONTRACT-002',
    subject: 'DELETE /books/{id}',
    problem: 'endpoint-missing',
    message: 'No route answers DELETE /books/{id}.',
    file_path: CONTRACT,
    line: 70,
    promisedAt: { file: CONTRACT, line: 70 },
    related: [{ file: CODE, line: 40, message: 'DELETE /book/{id} is near' }],
  };
}

function summaryOf(matrix: readonly MatrixRow[], violations: readonly Violation[], undocumented: number): Summary {
  const rows = (status: MatrixRow['status']): number => matrix.filter((candidate) => candidate.status === status).length;
  const found = (severity: Violation['severity']): number =>
    violations.filter((violation) => violation.severity === severity).length;
  const decided = matrix.length - rows('unverified');
  const retained = rows('verified');
  const wrong = decided - retained;
  return {
    contracts: new Set(matrix.map((candidate) => candidate.contract)).size,
    subjects: matrix.length,
    verified: retained,
    verifiedByRoute: matrix.filter(({ byRoute }) => byRoute === true).length,
    violated: rows('violated'),
    missing: rows('missing'),
    unverified: rows('unverified'),
    undocumented,
    errors: found('error'),
    warnings: found('warning'),
    notes: found('note'),
    fieldsCompared: matrix.reduce((sum, candidate) => sum + candidate.compared, 0),
    fieldsUnknown: matrix.reduce((sum, candidate) => sum + candidate.unknown, 0),
    complianceRatio: decided === 0 ? null : retained / decided,
    health: decided === 0 ? 'unknown' : wrong === 0 ? 'passed' : wrong > decided / 2 ? 'failed' : 'partial',
  };
}

/** An analysis whose summary fits its rows and findings; by default one kept endpoint. */
export function analysisOf(over: Partial<Analysis> = {}): Analysis {
  const matrix = over.matrix ?? [row()];
  const violations = over.violations ?? [];
  const routes = over.routes ?? [
    { method: 'GET', path: '/books', by: 'typescript/express', at: { file: CODE, line: 8 }, responses: [], documented: true },
  ];
  const contracts = [...new Set(matrix.map((candidate) => candidate.contract))];
  return {
    tool: { name: 'tallystick', version: '0.1.0' },
    summary: summaryOf(matrix, violations, routes.filter((route) => !route.documented).length),
    matrix,
    violations,
    routes,
    gaps: [],
    crashes: [],
    contracts: contracts.map((id) => ({ id, title: 'Books', version: '1.0.0', kind: 'openapi', basePath: '/api' })),
    stats: { files: 3, millis: 12, cacheHits: 0, inferred: 0 },
    ...over,
  };
}

/** A service whose code alone does not say where its paths begin. */
export function unsureAnalysis(): Analysis {
  const at = { file: CODE, line: 3 };
  const route = { method: 'GET', by: 'typescript/express', at, responses: [], documented: false, prefixUnknown: true } as const;
  return analysisOf({
    routes: [
      { ...route, path: '/health' },
      { ...route, path: '/api/books', likelyPrefix: '/api' },
    ],
  });
}

/** A service in which something of every kind is found. */
export function mixedAnalysis(): Analysis {
  return analysisOf({
    matrix: [
      row(),
      row({
        subject: 'GET /books/{id}',
        status: 'violated',
        compared: 6,
        codeAt: { file: CODE, line: 15 },
        promisedAt: { file: CONTRACT, line: 40 },
      }),
      row({
        subject: 'DELETE /books/{id}',
        status: 'missing',
        compared: 0,
        codeAt: null,
        promisedAt: { file: CONTRACT, line: 70 },
      }),
      row({
        subject: 'GET /books/{id}/reviews',
        status: 'unverified',
        compared: 1,
        unknown: 2,
        codeAt: { file: CODE, line: 30 },
        note: 'reviews[]: the type comes from a package that is not installed',
        reason: 'package-type',
        package: '@books/shared',
      }),
    ],
    violations: [
      finding(),
      finding({
        field: 'author.bornOn',
        problem: 'case',
        promised: 'bornOn',
        actual: 'born_on',
        line: 9,
        suggestion: 'Send it as `bornOn`.',
      }),
      missingEndpoint(),
      finding({ severity: 'warning', field: 'subtitle', problem: 'missing', promised: 'string, optional', actual: 'nothing' }),
      finding({
        severity: 'note',
        field: 'internalId',
        problem: 'extra',
        promised: 'nothing',
        actual: 'string',
        subject: 'GET /books',
      }),
    ],
    routes: [
      { method: 'GET', path: '/books', by: 'typescript/express', at: { file: CODE, line: 8 }, responses: [], documented: true },
      { method: 'GET', path: '/health', by: 'typescript/express', at: { file: CODE, line: 3 }, responses: [], documented: false },
    ],
    gaps: [{ reason: 'dynamic-path', detail: 'The path is made of a value that is not known.', at: { file: CODE, line: 44 } }],
  });
}
