import { rulePages } from '../../src/commands/rule-pages.js';
import { sarif } from '../../src/reports/sarif.js';
import { HOSTILE, hostileAnalysis } from './hostile.js';
import { oasisSchema } from './oasis-schema.js';
import { analysisOf, CONTRACT, finding, mixedAnalysis } from './sample.js';
import { validatedAnalysis, validationOf } from './validation-sample.js';

const options = { maxViolations: 1, rules: rulePages() };
const log = (analysis = mixedAnalysis(), over = {}) => JSON.parse(sarif.render(analysis, { ...options, ...over }));
const runOf = (analysis = mixedAnalysis(), over = {}) => log(analysis, over).runs[0];

describe('SARIF', () => {
  const validate = oasisSchema();

  test.each([
    ['findings of every kind', mixedAnalysis()],
    ['nothing found', analysisOf()],
    ['nothing promised, and a crash', analysisOf({ matrix: [], contracts: [], crashes: ['x'] })],
    ['hostile texts', hostileAnalysis()],
    ['what a running service did', validatedAnalysis()],
    ['a finding of an unknown rule', analysisOf({ violations: [finding({ check: 'CONTRACT-999' })] })],
  ])('keeps to the schema of OASIS with %s', (_, analysis) => {
    validate(log(analysis, { category: 'books' }));
    expect(validate.errors).toBeNull();
  });

  test('the schema would notice: a level that there is not, a line 0', () => {
    const broken = log();
    broken.runs[0].results[0].level = 'fatal';
    broken.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
    expect(validate(broken)).toBe(false);
  });

  test('a result stands where it is to be fixed and points to the promise', () => {
    const { level, message, locations, relatedLocations, properties } = runOf().results[0];
    expect({ level, message, locations, relatedLocations, properties }).toEqual({
      level: 'error',
      message: {
        text: '`pages` is integer in the contract, but the code sends string. Expected by [services/books/openapi.yaml:61](1).',
      },
      locations: [place('services/books/src/dto.ts', 4)],
      relatedLocations: [{ id: 1, ...place(CONTRACT, 61), message: { text: 'What the contract expects.' } }],
      properties: {
        contract: CONTRACT,
        subject: 'GET /books/{id}',
        status: '200',
        field: 'pages',
        problem: 'type',
        promised: 'integer',
        actual: 'string',
      },
    });
  });

  test('a missing endpoint stands at its promise; what is near is related', () => {
    const { locations, relatedLocations, message } = runOf().results[2];
    expect(locations).toEqual([place(CONTRACT, 70)]);
    expect(relatedLocations).toEqual([
      { id: 1, ...place('services/books/src/books.ts', 40), message: { text: 'DELETE /book/{id} is near' } },
    ]);
    expect(message.text).toBe('No route answers DELETE /books/{id}.');
  });

  test('levels are those of the severities', () => {
    expect(runOf().results.map((result: { level: string }) => result.level)).toEqual([
      'error',
      'error',
      'error',
      'warning',
      'note',
    ]);
  });

  test('results are told apart by what is wrong, not by their lines: the same finding twice is counted', () => {
    const prints = (violations: readonly ReturnType<typeof finding>[]) =>
      runOf(analysisOf({ violations })).results.map(
        (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints.primaryLocationLineHash,
      );
    expect(
      prints([finding({ line: 4 }), finding({ line: 90, message: 'other words' }), finding({ fingerprint: 'beef' })]),
    ).toEqual(['f00d:1', 'f00d:2', 'beef:1']);
  });

  test('every rule brings its page as help', () => {
    const { rules } = runOf().tool.driver;
    expect(rules.map((rule: { id: string }) => rule.id)).toEqual(rulePages().map(({ id }) => id));
    expect(rules[1].shortDescription.text).toBe('Every endpoint of the contract has a route');
    expect(rules[1].fullDescription.text).toBe(
      'for every operation of the contract the code has a route with that method and path.',
    );
    expect(rules[1].help.markdown).toContain('## When to switch it off');
  });

  test('a result names its rule by id and by index', () => {
    const { results, tool } = runOf();
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
  });

  test('what is incomplete is no success, and what could not be read is noted', () => {
    const [invocation] = runOf(analysisOf({ crashes: ['CONTRACT-001 crashed.'] })).invocations;
    expect(invocation.executionSuccessful).toBe(false);
    expect(invocation.toolExecutionNotifications).toEqual([{ level: 'error', message: { text: 'CONTRACT-001 crashed.' } }]);
    expect(runOf().invocations[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [
        {
          level: 'note',
          message: { text: 'The path is made of a value that is not known.' },
          locations: [place('services/books/src/books.ts', 44)],
        },
      ],
    });
  });

  test('endpoints that were not tested are noted, and no results: those would be alerts', () => {
    const { results, invocations, properties } = runOf(
      validatedAnalysis({ validation: validationOf({ unanswered: ['It cannot be reached.'] }) }),
      { rules: rulePages({ validation: true }) },
    );
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['VALIDATE-003', 'VALIDATE-001']);
    expect(properties.endpointTestReport).toMatchObject({ total_endpoints: 3, failed_endpoints: 1, health: 'partial' });
    expect(invocations[0].toolExecutionNotifications.map(({ message }: { message: { text: string } }) => message.text)).toEqual([
      'It cannot be reached.',
      'POST /books of the running service: POST may change data; --allow-writes calls it.',
    ]);
  });

  test('the rules of validation bring their pages where there was a validation', () => {
    const idsOf = (rules: readonly { readonly id: string }[]) => rules.map(({ id }) => id);
    expect(idsOf(rulePages({ validation: true })).filter((id) => id.startsWith('VALIDATE-'))).toHaveLength(4);
    expect(idsOf(rulePages()).some((id) => id.startsWith('VALIDATE-'))).toBe(false);
    const { tool } = runOf(validatedAnalysis(), { rules: rulePages({ validation: true }) });
    const rule = tool.driver.rules.find(({ id }: { id: string }) => id === 'VALIDATE-003');
    expect(rule.fullDescription.text).toMatch(/^every endpoint of the contract/);
  });

  test('carries the worst 25,000 findings and says how many there are more', () => {
    const violations = Array.from({ length: 25_002 }, (_, line) => finding({ line: line + 1 }));
    const { results, invocations } = runOf(analysisOf({ violations }));
    expect(results).toHaveLength(25_000);
    expect(invocations[0].toolExecutionNotifications[0]).toEqual({
      level: 'warning',
      message: { text: '2 findings more: a run carries at most 25000, the worst ones.' },
    });
  });

  test('paths are relative references: nothing in them is read as a scheme, a query or an escape', () => {
    const uri = (file: string) => runOf(analysisOf({ violations: [finding({ file_path: file })] })).results[0].locations[0];
    expect(uri('http://x/a b?c#d%41.ts')).toEqual(place('http%3A//x/a%20b%3Fc%23d%2541.ts', 4));
    expect(uri('ä/\ud800.ts')).toEqual(place('%C3%A4/%EF%BF%BD.ts', 4));
  });

  test('hostile text makes no link of its own', () => {
    const [{ message }] = runOf(hostileAnalysis()).results;
    const links = [...message.text.matchAll(/(?<!\\)\]\(/g)];
    expect(HOSTILE).toContain('](');
    expect(links).toHaveLength(1);
    expect(message.text).toMatch(/\]\(1\)\.$/);
  });

  test('uploads of several services of a commit can be kept apart', () => {
    expect(runOf(analysisOf(), { category: 'books' }).automationDetails).toEqual({ id: 'tallystick/books/' });
    expect(runOf().automationDetails).toBeUndefined();
  });
});

function place(uri: string, startLine: number) {
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, region: { startLine } } };
}
