import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { json } from '../../src/reports/json.js';
import { reportJsonSchema } from '../../src/reports/schemas/json-schema.js';
import { expectFresh } from '../generated.js';
import { analysisOf, mixedAnalysis, unsureAnalysis } from './sample.js';

const COMMITTED = 'schema/report.schema.json';
const render = (analysis = mixedAnalysis()) => JSON.parse(json.render(analysis, { maxViolations: 1 }));

describe('the JSON report', () => {
  test('has a published schema', () => {
    expectFresh(COMMITTED, `${JSON.stringify(reportJsonSchema(), null, 2)}\n`);
  });

  // Shows TECH-040; INT-008
  test('keeps to it', () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(readFileSync(COMMITTED, 'utf8')));
    for (const analysis of [
      mixedAnalysis(),
      unsureAnalysis(),
      analysisOf(),
      analysisOf({ matrix: [], contracts: [], crashes: ['x'] }),
    ]) {
      validate(render(analysis));
      expect(validate.errors).toBeNull();
    }
    expect(validate({ ...render(), more: 1 })).toBe(false);
  });

  test('tells of a path how much of its start is known', () => {
    const starts = render(unsureAnalysis()).routes.map(({ path, pathStart }: Record<string, string>) => [path, pathStart]);
    expect(starts).toEqual([
      ['/health', 'unknown'],
      ['/api/books', 'likely'],
    ]);
    expect(render(analysisOf()).routes[0]).not.toHaveProperty('pathStart');
  });

  test('has its sections in a fixed order and carries every finding', () => {
    const report = render();
    expect(Object.keys(report)).toEqual([
      'formatVersion',
      'tool',
      'summary',
      'contracts',
      'matrix',
      'violations',
      'routes',
      'gaps',
      'crashes',
      'stats',
    ]);
    expect(report.violations).toHaveLength(5);
    expect(report.routes[1]).toEqual({
      method: 'GET',
      path: '/health',
      framework: 'typescript/express',
      file: 'services/books/src/books.ts',
      line: 3,
      documented: false,
    });
    expect(report.gaps[0]).toEqual({
      reason: 'dynamic-path',
      detail: 'The path is made of a value that is not known.',
      file: 'services/books/src/books.ts',
      line: 44,
    });
  });
});
