import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap } from '../../../../../facts/fact.js';
import { colonPaths } from '../../../../../model/colon-path.js';
import { importedName } from '../../decorators.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { readValue } from '../../values/values.js';

/** Id of the extractor. */
export const BY = 'typescript/nestjs';

/** One file during extraction for NestJS. */
export interface Nest {
  readonly source: Source;
  readonly facts: Fact[];
  readonly gaps: FileGap[];
}

/** The router of a module's own controllers. */
export const controllersOf = (of: Expression): Expression => ({ kind: 'member', of, name: 'controllers' });

/** Whether a decorator or name comes from a package of NestJS itself: `@nestjs/common`, `@nestjs/common/decorators`. */
export function isFrom(specifier: string, ...packages: readonly string[]): boolean {
  return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** A path, or a list of paths, in the colon dialect that NestJS gives to Express and Fastify; absent: none. */
export function pathOf(source: Source, node: ts.Expression | undefined): Expression | undefined {
  if (node === undefined) return undefined;
  return templateOf(readValue(source, node));
}

/** Converts a path in the colon dialect to PathTemplates: at once for a literal, otherwise during linking. */
export function templateOf(value: Expression): Expression {
  if (value.kind === 'absent') return { kind: 'literal', value: '' };
  if (value.kind !== 'literal') return { kind: 'operator', operator: 'colon-path', of: value };
  const paths = typeof value.value === 'string' ? colonPaths(value.value) : undefined;
  if (paths === undefined) return { kind: 'unknown', why: `the path ${JSON.stringify(value.value)} is not understood` };
  const literals = paths.map((path): Expression => ({ kind: 'literal', value: path }));
  const [only] = literals;
  return literals.length === 1 && only !== undefined ? only : { kind: 'tuple', items: literals };
}

/** An API version or a list of them; `VERSION_NEUTRAL` is the empty string: no version in the path. */
export function versionOf(source: Source, node: ts.Expression | undefined): Expression | undefined {
  if (node === undefined) return undefined;
  const bare = unwrap(node);
  if (ts.isArrayLiteralExpression(bare)) {
    return { kind: 'tuple', items: bare.elements.map((element) => versionOf(source, element) ?? { kind: 'absent' }) };
  }
  const origin = importedName(source, bare);
  if (origin.name === 'VERSION_NEUTRAL' && isFrom(origin.specifier, '@nestjs/common')) return { kind: 'literal', value: '' };
  return readValue(source, bare);
}
