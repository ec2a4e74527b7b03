import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { ts } from 'ts-morph';
import { updating } from '../generated.js';
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
function danger({ path, pattern, flags }: Literal): string | undefined {
  // A seed of its own for each run would make the answer a matter of chance.
  const checked = checkSync(pattern, flags, { timeout: 20_000, randomSeed: 0 });
  return checked.status === 'safe'
    ? undefined
    : `${path}: /${pattern}/${flags} ${checked.status === 'vulnerable' ? checked.complexity.summary : 'unknown'}`;
}

/**
 * Fingerprints of expressions that this version of the checker has proven: it takes minutes over all of them, and a proof stays one.
 * Whatever is not among them is proven here; `npm run update` writes it down, and forgets those that are no longer in the sources.
 */
const PROVEN = join(root, '__tests__', 'architecture', 'proven-regexes.txt');
const { version } = createRequire(import.meta.url)('recheck/package.json') as { readonly version: string };
const print = (source: string) => createHash('sha256').update(`${version} ${source}`).digest('base64url').slice(0, 22);

test('no regular expression takes more than linear time, whatever a scanned repository holds', () => {
  const all = sourceFiles('src').flatMap((path) => literals(path, readFileSync(join(root, path), 'utf8')));
  const different = new Map(all.map((literal) => [`/${literal.pattern}/${literal.flags}`, literal]));
  expect(different.size).toBeGreaterThan(100);
  const proven = new Set(existsSync(PROVEN) ? readFileSync(PROVEN, 'utf8').split('\n') : []);
  const toProve = [...different].filter(([source, literal]) => !repeatsNothing(literal) && !proven.has(print(source)));
  expect(toProve.map(([, literal]) => danger(literal)).filter((why) => why !== undefined)).toEqual([]);
  const repeating = [...different].filter(([, literal]) => !repeatsNothing(literal));
  if (updating)
    writeFileSync(
      PROVEN,
      `${repeating
        .map(([source]) => print(source))
        .sort()
        .join('\n')}\n`,
    );
});

test('exponential and polynomial ones are seen', () => {
  const bad = literals('x.ts', 'a(/(a+)+$/); b(/x\\w*y\\w*z/i);');
  expect(bad.map(danger)).toEqual([expect.stringContaining('exponential'), expect.stringContaining('polynomial')]);
});
