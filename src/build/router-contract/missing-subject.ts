import { linesOf } from './test-output.js';

/** What compilers and loaders say when something is named that nobody has written yet. */
const MISSING: readonly RegExp[] = [
  // Node, jest, vitest, TypeScript
  /\bERR_MODULE_NOT_FOUND\b/,
  /\bCannot find (?:module|package) ['"`]/,
  /does not provide an export named/,
  /\bFailed to (?:resolve import|load url) /,
  /\berror TS(?:2304|2305|2307|2339|2614|2724)\b/,
  /\bTypeError: [\w.$]{1,100} is not a (?:function|constructor)\b/,
  // Python
  /\bModuleNotFoundError: No module named /,
  /\bImportError: cannot import name /,
  // Go
  /\.go:[0-9]{1,9}:[0-9]{1,9}: undefined: /,
  /\.go:[0-9]{1,9}:[0-9]{1,9}: .{0,200} undefined \(type /,
  /^(?:package |no required module provides package )/,
  // Java, Kotlin
  /\bcannot find symbol\b/,
  /error: package [\w.]{1,200} does not exist/,
  /\b[Uu]nresolved reference\b/,
  // C#
  /\berror CS(?:0103|0117|0234|0246|1061)\b/,
  // Rust
  /\berror\[E(?:0412|0423|0425|0432|0433|0583|0599)\]/,
];

/** Missing tools of testing are no missing subject. */
const TOOLS = [
  'jest',
  'vitest',
  'mocha',
  'ava',
  'pytest',
  'unittest',
  'node:test',
  '@jest',
  'ts-node',
  'tsx',
  'ts-jest',
  'typescript',
];
const MOST_LINES = 20_000;

/** Whether tests could not even be compiled or loaded because what they test is not there. */
export function isSubjectMissing(output: string): boolean {
  const lines = linesOf(output).slice(0, MOST_LINES);
  return lines.some((line) => MISSING.some((words) => words.test(line)) && !namesTool(line));
}

/** Tests that nobody can read, which say nothing of what they test. */
export function areTestsBroken(output: string): boolean {
  const broken =
    /\bSyntaxError: (?!The requested module|.{0,300}does not provide an export)|\bIndentationError\b|\berror TS1[0-9]{3}\b/;
  const asserted = /\bERR_ASSERTION\b|\bAssertionError\b|\bexpect\(/;
  const lines = linesOf(output).slice(0, MOST_LINES);
  return lines.some((line) => broken.test(line)) && !lines.some((line) => asserted.test(line));
}

function namesTool(line: string): boolean {
  const named = /['"`]((?:@[\w.-]{1,100}\/)?[\w.:@-]{1,100})['"`/]/.exec(line)?.[1];
  return named !== undefined && TOOLS.some((tool) => named === tool || named.startsWith(`${tool}/`));
}
