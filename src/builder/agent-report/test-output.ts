/** The counts in a test run's output. */
export interface TestCounts {
  /** Lower bound without skipped tests. */
  readonly ran: number;
  readonly failed: number;
}

/** Reads a runner's summary; null: the line is not one. */
interface Runner {
  readonly name: string;
  readonly read: (line: string) => TestCounts | null;
  /** How several summaries combine: those of packages add up, of totals beside parts the largest counts. */
  readonly join: 'add' | 'largest';
}

const LONGEST_LINE = 1_000;

const runners: readonly Runner[] = [
  // Tests:       1 failed, 2 passed, 3 total
  { name: 'jest', join: 'add', read: (line) => (line.startsWith('Tests: ') ? counted(line, [' passed'], [' failed']) : null) },
  //       Tests  1 failed | 2 passed (3)
  {
    name: 'vitest',
    join: 'add',
    read: (line) => (/^Tests {2,4}[0-9n]/.test(line) ? counted(line, [' passed'], [' failed']) : null),
  },
  {
    name: 'mocha',
    join: 'add',
    read: (line) =>
      /^[0-9]{1,9} (?:passing|failing)(?: \([0-9]{1,9}m?s\))?$/.test(line) ? counted(line, [' passing'], [' failing']) : null,
  },
  { name: 'ava', join: 'add', read: (line) => (/^[0-9]{1,9} tests? (?:passed|failed)$/.test(line) ? ava(line) : null) },
  // ==== 1 failed, 2 passed, 1 error in 0.12s ====
  {
    name: 'pytest',
    join: 'add',
    read: (line) => (isPytest(line) ? counted(line, [' passed', ' xpassed'], [' failed', ' error']) : null),
  },
  { name: 'unittest', join: 'add', read: unittest },
  // Tests run: 3, Failures: 1, Errors: 0, Skipped: 0
  { name: 'maven', join: 'largest', read: maven },
  // 3 tests completed, 1 failed; on success Gradle only names the task.
  { name: 'gradle', join: 'largest', read: gradle },
  // Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3
  { name: 'dotnet', join: 'add', read: dotnet },
  // test result: FAILED. 1 passed; 1 failed; 0 ignored
  {
    name: 'cargo',
    join: 'add',
    read: (line) => (line.startsWith('test result: ') ? counted(line, [' passed'], [' failed']) : null),
  },
  { name: 'go', join: 'add', read: go },
  // 2 pass / 1 fail
  {
    name: 'bun',
    join: 'add',
    read: (line) => (/^[0-9]{1,9} (?:pass|fail)$/.test(line) ? counted(line, [' pass'], [' fail']) : null),
  },
];

/**
 * Counts executed and failed tests. undefined: no known summary.
 *
 * @param output untrusted
 */
export function testCounts(output: string): TestCounts | undefined {
  const lines = linesOf(output);
  const all = [...runners.map((runner) => sumOf(lines, runner)), nodeTest(lines)].filter((counts) => counts !== undefined);
  if (all.length === 0) return NO_TESTS.some((words) => output.includes(words)) ? { ran: 0, failed: 0 } : undefined;
  return { ran: sum(all.map(({ ran }) => ran)), failed: sum(all.map(({ failed }) => failed)) };
}

/** Trimmed lines without colours. */
export function linesOf(output: string): readonly string[] {
  return output
    .replace(/\p{Cc}\[[0-9;]{0,20}m/gu, '')
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE).trim());
}

const NO_TESTS = [
  ...[
    'No tests found, exiting',
    'No test files found',
    'no tests ran in',
    'Ran 0 tests',
    'No tests to run',
    'No test is available',
  ],
  ...['[no test files]', 'Error: No test files found', "Couldn't find any files to test"],
];

function sumOf(lines: readonly string[], { read, join }: Runner): TestCounts | undefined {
  const found = lines.flatMap((line) => read(line) ?? []);
  if (found.length === 0) return undefined;
  const joined = join === 'add' ? sum : (numbers: readonly number[]) => Math.max(...numbers);
  return { ran: joined(found.map(({ ran }) => ran)), failed: joined(found.map(({ failed }) => failed)) };
}

/** `# tests 3`, `# pass 2`, `# fail 1`, with another mark in colour. Several runs may follow one another. */
function nodeTest(lines: readonly string[]): TestCounts | undefined {
  const total = (word: string): readonly number[] =>
    lines.flatMap((line) => {
      const found = /^(?:#|ℹ) ([a-z]{1,12}) ([0-9]{1,9})$/u.exec(line);
      return found?.[1] === word ? [Number(found[2])] : [];
    });
  const [passed, failed] = [total('pass'), total('fail')];
  if (passed.length === 0 && failed.length === 0) return undefined;
  return { ran: sum(passed) + sum(failed), failed: sum(failed) };
}

function isPytest(line: string): boolean {
  return / in [0-9.]{1,12}s/.test(line) && / (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected)\b/.test(line);
}

function ava(line: string): TestCounts {
  const count = Number.parseInt(line, 10);
  return { ran: count, failed: line.endsWith('failed') ? count : 0 };
}

/** `Ran 3 tests in 0.001s`, and then `FAILED (failures=1, errors=1)`. */
function unittest(line: string): TestCounts | null {
  const ran = /^Ran ([0-9]{1,9}) tests? in /.exec(line);
  if (ran !== null) return { ran: Number(ran[1]), failed: 0 };
  if (line.startsWith('FAILED (')) return { ran: 0, failed: after(line, 'failures=') + after(line, 'errors=') };
  return line.startsWith('OK (skipped=') ? { ran: -after(line, 'skipped='), failed: 0 } : null;
}

function maven(line: string): TestCounts | null {
  if (!line.includes('Tests run: ') || !line.includes('Failures: ')) return null;
  return {
    ran: after(line, 'Tests run: ') - after(line, 'Skipped: '),
    failed: after(line, 'Failures: ') + after(line, 'Errors: '),
  };
}

function gradle(line: string): TestCounts | null {
  if (/^[0-9]{1,9} tests? completed/.test(line)) return { ran: Number.parseInt(line, 10), failed: before(line, ' failed') };
  const task = /^> Task (:[\w:-]{0,200})?:?(test|jvmTest)( [A-Z-]{1,20})?$/.exec(line);
  return task === null || task[3] === ' NO-SOURCE' || task[3] === ' SKIPPED' ? null : { ran: 1, failed: 0 };
}

function dotnet(line: string): TestCounts | null {
  if (/^(?:Failed|Passed)! {1,4}- Failed: /.test(line))
    return { ran: after(line, 'Failed: ') + after(line, 'Passed: '), failed: after(line, 'Failed: ') };
  if (!line.startsWith('Test summary: total: ')) return null;
  return { ran: after(line, 'failed: ') + after(line, 'succeeded: '), failed: after(line, 'failed: ') };
}

/** A tested package counts as one test; failed tests are named too. */
function go(line: string): TestCounts | null {
  if (/^ok {1,4}\t\S/.test(line) && !line.includes('[no test')) return { ran: 1, failed: 0 };
  if (line.startsWith('--- FAIL: ')) return { ran: 1, failed: 1 };
  return line.startsWith('--- PASS: ') ? { ran: 1, failed: 0 } : null;
}

function counted(line: string, passed: readonly string[], failed: readonly string[]): TestCounts {
  const failures = sum(failed.map((word) => before(line, word)));
  return { ran: failures + sum(passed.map((word) => before(line, word))), failed: failures };
}

/** The number before the first such word; 0: none. */
function before(line: string, word: string): number {
  const end = line.indexOf(word);
  let start = Math.max(end, 0);
  while (start > 0 && /[0-9]/.test(line.charAt(start - 1))) start -= 1;
  return end === -1 || start === end ? 0 : Number(line.slice(start, end));
}

/** The number after the first such word; 0: none. */
function after(line: string, word: string): number {
  const at = line.indexOf(word);
  return at === -1 ? 0 : Number(/^ {0,12}([0-9]{1,9})/.exec(line.slice(at + word.length))?.[1] ?? 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
