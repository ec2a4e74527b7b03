import { SaxesParser } from 'saxes';
import { junit } from '../../src/reports/junit.js';
import { HOSTILE, hostileAnalysis } from './hostile.js';
import { analysisOf, CONTRACT, finding, mixedAnalysis, row } from './sample.js';
import { validatedAnalysis, validationOf } from './validation-sample.js';

const render = (analysis = mixedAnalysis()) => junit.render(analysis, { maxViolations: 1 });

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Every element of a document, in order; throws where it is not well-formed XML 1.0. */
function elementsOf(xml: string): readonly Element[] {
  const elements: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes }));
  parser.write(xml).close();
  return elements;
}

describe('JUnit', () => {
  test('has a suite for every contract and a test for every promise', () => {
    expect(render().split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="Tallystick" tests="4" failures="2" errors="0" skipped="1" time="0.012">',
      '  <testsuite name="Books 1.0.0" tests="4" failures="2" errors="0" skipped="1">',
      `    <testcase name="GET /books" classname="${CONTRACT}" file="services/books/src/books.ts" line="8">`,
      '      <system-out>note CONTRACT-001 internalId: extra field in response 200; at services/books/src/dto.ts:4, expected by services/books/openapi.yaml:61; expected nothing, actual string; &#96;pages&#96; is integer in the contract, but the code sends string.</system-out>',
      '    </testcase>',
      `    <testcase name="GET /books/{id}" classname="${CONTRACT}" file="services/books/src/books.ts" line="15">`,
      '      <failure message="violated: 2 errors" type="CONTRACT-001">error CONTRACT-001 pages: wrong type in response 200; at services/books/src/dto.ts:4, expected by services/books/openapi.yaml:61; expected integer, actual string; &#96;pages&#96; is integer in the contract, but the code sends string.',
      'error CONTRACT-001 author.bornOn: spelled differently in response 200; at services/books/src/dto.ts:9, expected by services/books/openapi.yaml:61; expected bornOn, actual born_on; &#96;pages&#96; is integer in the contract, but the code sends string.; Send it as &#96;bornOn&#96;.</failure>',
      '      <system-out>warning CONTRACT-001 subtitle: missing field in response 200; at services/books/src/dto.ts:4, expected by services/books/openapi.yaml:61; expected string, optional, actual nothing; &#96;pages&#96; is integer in the contract, but the code sends string.</system-out>',
      '    </testcase>',
      `    <testcase name="DELETE /books/{id}" classname="${CONTRACT}" file="${CONTRACT}" line="70">`,
      '      <failure message="No route answers DELETE /books/{id}." type="CONTRACT-002">error CONTRACT-002 no route; at services/books/openapi.yaml:70, expected by services/books/openapi.yaml:70; No route answers DELETE /books/{id}.</failure>',
      '    </testcase>',
      `    <testcase name="GET /books/{id}/reviews" classname="${CONTRACT}" file="services/books/src/books.ts" line="30">`,
      '      <skipped message="reviews[]: the type comes from a package that is not installed"/>',
      '    </testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  test('what makes a run incomplete is an error, so that it is green nowhere', () => {
    const blind = elementsOf(render(analysisOf({ matrix: [row({ status: 'unverified', compared: 0 })] })));
    expect(blind[0]?.attributes).toMatchObject({ tests: '2', failures: '0', errors: '1', skipped: '1' });
    expect(blind.find(({ name }) => name === 'error')?.attributes.message).toBe(
      `Nothing in ${CONTRACT} could be compared with code.`,
    );
  });

  test('a finding about a contract as a whole has a test of its own', () => {
    const elements = elementsOf(render(analysisOf({ violations: [finding({ subject: 'the whole contract' })] })));
    expect(elements.filter(({ name }) => name === 'testcase').map(({ attributes }) => attributes.name)).toEqual([
      'GET /books',
      'the contract as a whole',
    ]);
    expect(elements.filter(({ name }) => name === 'failure')).toHaveLength(1);
  });

  test('what only known findings break is skipped, and each of them is marked', () => {
    const matrix = [row({ status: 'violated' }), row({ subject: 'GET /shelves', status: 'violated' })];
    const [old, other, fresh] = [
      finding({ subject: 'GET /books' }),
      finding({ subject: 'GET /shelves' }),
      finding({ subject: 'GET /shelves', field: 'fresh' }),
    ];
    const baseline = { file: 'baseline.json', known: [old, other], resolved: [] };
    const xml = render(analysisOf({ matrix, violations: [fresh], baseline }));
    expect(elementsOf(xml)[0]?.attributes).toMatchObject({ tests: '2', failures: '1', skipped: '1' });
    expect(xml).toContain('<skipped message="violated, listed in the baseline"/>');
    expect(xml.match(/in the baseline: error CONTRACT-001 pages/g)).toHaveLength(2);
  });

  test('what only findings elsewhere break is skipped where a change alone is looked at', () => {
    const scope = { since: 'abc', outside: 1 };
    const elements = elementsOf(render(analysisOf({ matrix: [row({ status: 'violated' })], violations: [], scope })));
    expect(elements.find(({ name }) => name === 'skipped')?.attributes.message).toBe('violated outside the change');
    expect(elementsOf(render(analysisOf({ matrix: [row({ status: 'violated' })] })))[0]?.attributes.failures).toBe('1');
  });

  test.each([
    [true, 'failure', ['1', '0']],
    [false, 'skipped', ['0', '1']],
  ])('an entry that is resolved and still listed fails where the baseline is strict: %s', (strict, outcome, counts) => {
    const resolved = [
      {
        fingerprint: 'abcdef012345',
        check: 'CONTRACT-001',
        problem: 'type',
        contract: CONTRACT,
        subject: 'GET /books',
        field: 'pages',
      },
    ];
    const baseline = { file: 'baseline.json', known: [], resolved, strict };
    const elements = elementsOf(render(analysisOf({ matrix: [], baseline })));
    expect([elements[0]?.attributes.failures, elements[0]?.attributes.skipped]).toEqual(counts);
    expect(elements.find(({ name }) => name === outcome)?.attributes.message).toBe(
      `${CONTRACT}: this is resolved, and still listed in baseline.json.`,
    );
  });

  test('counts say what the elements say', () => {
    const elements = elementsOf(render());
    const count = (name: string): string => String(elements.filter((element) => element.name === name).length);
    expect(elements[0]?.attributes).toMatchObject({
      tests: count('testcase'),
      failures: count('failure'),
      skipped: count('skipped'),
    });
  });

  test('hostile text stays text, and the document well-formed', () => {
    const elements = elementsOf(render(hostileAnalysis()));
    expect(new Set(elements.map(({ name }) => name))).toEqual(
      new Set(['testsuites', 'testsuite', 'testcase', 'failure', 'skipped', 'error', 'system-out']),
    );
    expect(HOSTILE).toContain('\ufffe');
    expect(elements.find(({ name }) => name === 'testcase')?.attributes.name).toContain('<script>alert(1)</script>');
  });

  test('a thousand findings of one promise are counted, not all listed', () => {
    const violations = Array.from({ length: 1000 }, (_, line) => finding({ subject: 'GET /books', line: line + 1 }));
    const xml = render(analysisOf({ matrix: [row({ status: 'violated' })], violations }));
    expect(xml).toContain('\nand 800 more</failure>');
  });
});

describe('JUnit of a validation', () => {
  const CASE = (name: string, inner: string) =>
    `    <testcase name="${name}" classname="${CONTRACT}" file="${CONTRACT}" line="20">${inner}    </testcase>`;
  const suitesOf = (xml: string) =>
    elementsOf(xml)
      .filter(({ name }) => name === 'testsuite')
      .map(({ attributes: { name, tests, failures, skipped } }) => [name, tests, failures, skipped]);

  test('has a test for every endpoint of the running service, and one for what the documents are about', () => {
    const xml = render(validatedAnalysis());
    expect(suitesOf(xml)).toEqual([
      ['Books 1.0.0', '3', '0', '0'],
      ['Validation of Books 1.0.0', '2', '0', '0'],
      ['Books at http://localhost:3000', '3', '1', '1'],
    ]);
    expect(xml.slice(xml.indexOf('  <testsuite name="Books at')).split('\n').slice(1, -3)).toEqual([
      ...CASE('GET /books', '\n      <system-out>requested /books: 200 (12 ms)</system-out>\n').split('\n'),
      ...CASE(
        'GET /books/{id}',
        [
          '',
          `      <failure message="its answer (200) does not match the contract" type="VALIDATE-003">error VALIDATE-003 pages: answered differently in response 200; at ${CONTRACT}:61, expected by ${CONTRACT}:61; expected integer, actual string; The running service, requested /books/1: &#96;pages&#96; is string, promised is integer.</failure>`,
          '      <system-out>requested /books/1: 200 (12 ms)</system-out>',
          '',
        ].join('\n'),
      ).split('\n'),
      ...CASE('POST /books', '\n      <skipped message="POST may change data; --allow-writes calls it"/>\n').split('\n'),
    ]);
  });

  test('what the service breaks is told of the service alone: the code keeps its promise', () => {
    const [code] = suitesOf(render(validatedAnalysis()));
    expect(code).toEqual(['Books 1.0.0', '3', '0', '0']);
  });

  test('a failed endpoint that somebody ignores has not passed', () => {
    const xml = render(validatedAnalysis({ violations: [] }));
    expect(xml).toContain('<skipped message="its answer (200) does not match the contract; not an error here"/>');
    expect(elementsOf(xml)[0]?.attributes).toMatchObject({ failures: '0', skipped: '2' });
  });

  test('a call that got no answer is skipped, with the reason', () => {
    const xml = render(validatedAnalysis({ validation: validationOf({ unanswered: ['It cannot be reached.'] }) }));
    expect(xml).toContain('<skipped message="It cannot be reached."/>');
  });

  test('a mark that a scan could not see all of is skipped', () => {
    const [state] = validationOf().implementation;
    const implementation = state === undefined ? [] : [{ ...state, found: 'open' as const }];
    const xml = render(validatedAnalysis({ validation: validationOf({ implementation }) }));
    expect(xml).toContain('<skipped message="marked as implemented; the scan could not compare all of it"/>');
  });
});
