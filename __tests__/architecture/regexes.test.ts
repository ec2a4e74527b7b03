import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { ts } from 'ts-morph';
import { root, sourceFiles } from './source-files.js';

interface Literal {
  readonly path: string;
  readonly pattern: string;
  readonly flags: string;
}

/** Every regular expression that is written out in a source. */
function literals(path: string, text: string): readonly Literal[] {
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ path, pattern: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Repeats nothing, so that its time is bounded by its own length: most are such, and the checker takes long over each. */
function repeatsNothing({ pattern }: Literal): boolean {
  const outside = pattern.replaceAll(/\\./gs, '').replaceAll(/\[[^\]]*\]/g, '');
  return !/[*+{]/.test(outside);
}

/** Why a regular expression may take more than linear time; `undefined` when it cannot. */
function danger(literal: Literal): string | undefined {
  if (repeatsNothing(literal)) return undefined;
  const { path, pattern, flags } = literal;
  const checked = checkSync(pattern, flags, { timeout: 20_000 });
  return checked.status === 'safe'
    ? undefined
    : `${path}: /${pattern}/${flags} ${checked.status === 'vulnerable' ? checked.complexity.summary : 'unknown'}`;
}

test('no regular expression takes more than linear time, whatever a scanned repository holds', () => {
  const all = sourceFiles('src').flatMap((path) => literals(path, readFileSync(join(root, path), 'utf8')));
  const different = new Map(all.map((literal) => [`/${literal.pattern}/${literal.flags}`, literal]));
  expect(different.size).toBeGreaterThan(100);
  expect([...different.values()].map(danger).filter((why) => why !== undefined)).toEqual([]);
}, 600_000);

test('exponential and polynomial ones are seen', () => {
  const bad = literals('x.ts', 'a(/(a+)+$/); b(/x\\w*y\\w*z/i);');
  expect(bad.map(danger)).toEqual([expect.stringContaining('exponential'), expect.stringContaining('polynomial')]);
});
