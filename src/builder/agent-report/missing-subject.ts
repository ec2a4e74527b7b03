import { linesOf } from './test-output.js';

/** Messages of compilers and loaders about code that does not exist yet. */
const MISSING: readonly RegExp[] = [
  // Node, jest, vitest, TypeScript
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
  / undefined \(type /,
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

/** In JavaScript the quoted name is a file or a package. */
const LOADS = /\b(?:Cannot find (?:module|package)|Failed to resolve import|Failed to load url) ?['"`]?([^'"`\s]{1,300})/;
const MOST_LINES = 20_000;

/** Whether tests failed to compile or load because their subject is missing. */
export function isSubjectMissing(output: string): boolean {
  const lines = linesOf(output).slice(0, MOST_LINES);
  return lines.some((line) => MISSING.some((words) => words.test(line)) && missingPackage(line) === undefined);
}

/**
 * Why failing tests say nothing about their subject; undefined: they do. One test with a comparison is enough.
 *
 * @returns a sentence without a full stop
 */
export function brokenWhy(output: string): string | undefined {
  const unread =
    /\bSyntaxError: (?!The requested module|.{0,300}does not provide an export)|\bIndentationError\b|\berror TS1[0-9]{3}\b/;
  const asserted = /\bERR_ASSERTION\b|\bAssertionError\b|\bexpect\(/;
  const lines = linesOf(output).slice(0, MOST_LINES);
  if (lines.some((line) => asserted.test(line))) return undefined;
  const name = lines.map(missingPackage).find((found) => found !== undefined);
  if (name !== undefined) return `${name} is not installed, which the tests need`;
  return lines.some((line) => unread.test(line)) ? 'the tests themselves cannot be read' : undefined;
}

/** A missing package is not the subject, which is in the repository and named by its path. */
function missingPackage(line: string): string | undefined {
  const named = LOADS.exec(line)?.[1] ?? /No module named '(pytest|unittest)'/.exec(line)?.[1];
  if (named === undefined || /^(?:[./#~\\]|@\/|file:|[A-Za-z]:)/.test(named)) return undefined;
  return named;
}
