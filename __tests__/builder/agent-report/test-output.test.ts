import { brokenWhy, isSubjectMissing } from '../../../src/builder/agent-report/missing-subject.js';
import { testCounts } from '../../../src/builder/agent-report/test-output.js';

describe('how many tests ran and failed', () => {
  test.each([
    ['jest', 'Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 1 skipped, 2 passed, 4 total\n', 3, 1],
    ['jest that found none', 'No tests found, exiting with code 1\n', 0, 0],
    ['jest of which nothing could be loaded', 'Test Suites: 1 failed, 1 total\nTests:       0 total\n', 0, 0],
    ['two runs of jest', 'Tests:       2 passed, 2 total\n\nTests:       1 failed, 1 total\n', 3, 1],
    ['vitest', ' Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 2 passed (3)\n', 3, 1],
    ['vitest that found none', 'No test files found, exiting with code 1\n', 0, 0],
    ['node --test', '# tests 4\n# suites 1\n# pass 2\n# fail 1\n# cancelled 0\n# skipped 1\n', 3, 1],
    ['node --test on a terminal', 'ℹ tests 2\nℹ pass 2\nℹ fail 0\n', 2, 0],
    ['node --test in colours', '\u001b[34mℹ pass 2\u001b[39m\n\u001b[34mℹ fail 1\u001b[39m\n', 3, 1],
    ['mocha', '  2 passing (12ms)\n  1 failing\n', 3, 1],
    ['ava', '  1 test failed\n  3 tests passed\n', 4, 1],
    ['bun', ' 2 pass\n 1 fail\nRan 3 tests across 1 file. [10ms]\n', 3, 1],
    ['pytest', '======= 1 failed, 2 passed, 1 skipped in 0.12s =======\n', 3, 1],
    ['pytest -q', '1 failed, 2 passed in 0.12s\n', 3, 1],
    ['pytest that could not collect', '==== 2 errors in 0.10s ====\n', 2, 2],
    ['pytest that found none', '==== no tests ran in 0.01s ====\n', 0, 0],
    ['unittest', 'Ran 3 tests in 0.001s\n\nFAILED (failures=1, errors=1)\n', 3, 2],
    ['unittest that passes', 'Ran 3 tests in 0.001s\n\nOK (skipped=1)\n', 2, 0],
    ['go', '--- FAIL: TestA (0.00s)\nFAIL\tsvc/a\t0.01s\nok  \tsvc/b\t0.02s\n?   \tsvc/c\t[no test files]\n', 2, 1],
    ['go without tests', '?   \tsvc/c\t[no test files]\n', 0, 0],
    [
      'maven',
      '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1\n[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1\n',
      2,
      1,
    ],
    ['gradle that fails', '> Task :test FAILED\n3 tests completed, 1 failed\n', 3, 1],
    ['gradle that passes', '> Task :compileJava\n> Task :test\nBUILD SUCCESSFUL\n', 1, 0],
    ['dotnet', 'Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 5 ms\n', 3, 1],
    ['dotnet, newer', 'Test summary: total: 3, failed: 1, succeeded: 2, skipped: 0, duration: 1s\n', 3, 1],
    ['cargo', 'test result: FAILED. 1 passed; 1 failed; 0 ignored\ntest result: ok. 3 passed; 0 failed\n', 5, 1],
    ['Windows', 'Tests:       1 failed, 2 passed, 3 total\r\n', 3, 1],
  ])('%s', (_, output, ran, failed) => {
    expect(testCounts(output)).toEqual({ ran, failed });
  });

  test.each([
    '',
    'all good\n',
    'BUILD SUCCESSFUL\n',
    '> Task :test NO-SOURCE\n',
    'Tests are important',
    '5 passing thoughts about 3 failing',
  ])('of %j the counts are unknown', (output) => {
    expect(testCounts(output)).toBeUndefined();
  });
});

describe('what is tested is not there yet', () => {
  test.each([
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/src/orders.js' imported from /w/test/orders.test.js"],
    ["    Cannot find module '../src/orders' from 'test/orders.test.ts'"],
    ["SyntaxError: The requested module './orders.js' does not provide an export named 'total'"],
    ['Error: Failed to resolve import "../src/orders" from "test/orders.test.ts". Does the file exist?'],
    ["test/a.test.ts(1,23): error TS2307: Cannot find module '../src/a.js'"],
    ['TypeError: orders.total is not a function'],
    ["ModuleNotFoundError: No module named 'orders'"],
    ["E   ImportError: cannot import name 'total' from 'orders' (/w/orders.py)"],
    ['./orders_test.go:9:7: undefined: Total'],
    ['[ERROR] /w/src/test/java/OrdersTest.java:[9,5] cannot find symbol'],
    ['e: file:///w/OrdersTest.kt:3:9 Unresolved reference: Orders'],
    ["OrdersTests.cs(5,13): error CS0246: The type or namespace name 'Orders' could not be found"],
    ['error[E0432]: unresolved import `svc::orders`'],
  ])('%s', (line) => {
    expect([isSubjectMissing(`before\n${line}\nafter`), brokenWhy(line)]).toEqual([true, undefined]);
  });

  test.each([
    ["Error: Cannot find module 'jest'"],
    ["ModuleNotFoundError: No module named 'pytest'"],
    ["Cannot find package 'vitest' imported from /w/a.test.js"],
    ['AssertionError: 1 == 2'],
    ['sh: 1: jest: not found'],
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'express' imported from /w/src/app.js"],
    ["test/a.test.ts(1,23): error TS2307: Cannot find module '@scope/tool' or its corresponding type declarations."],
    ["  code: 'ERR_MODULE_NOT_FOUND',"],
  ])('%s says nothing of it', (line) => {
    expect(isSubjectMissing(line)).toBe(false);
  });
});

describe('failing tests that say nothing', () => {
  const unread = 'SyntaxError: Unexpected token }\n';

  test.each([
    [unread, 'the tests themselves cannot be read'],
    ['IndentationError: unexpected indent', 'the tests themselves cannot be read'],
    ["Error: Cannot find module 'supertest'\nRequire stack:", 'supertest is not installed, which the tests need'],
    ["ModuleNotFoundError: No module named 'pytest'", 'pytest is not installed, which the tests need'],
  ])('%s', (output, why) => {
    expect(brokenWhy(output)).toBe(why);
  });

  test('others that were read make up for them', () => {
    expect(brokenWhy(`${unread}AssertionError [ERR_ASSERTION]: 1 == 2\n`)).toBeUndefined();
  });
});
