import { ts } from 'ts-morph';
import { originOf } from './names/origins.js';
import type { Source } from './source.js';

/** An imported decorator: `@Get('x')` with `import { Get } from '@nestjs/common'`. */
export interface Decorator {
  /** The name that its module exports, whatever the local name is. */
  readonly name: string;
  /** Its module; `''` when the name is local or global. */
  readonly specifier: string;
  /** Absent: it is not called (`@Injectable`). */
  readonly call?: ts.CallExpression;
  readonly arguments: readonly ts.Expression[];
  readonly node: ts.Decorator;
}

const NONE: readonly Decorator[] = [];
/** Each reader asks for the decorators of each member. */
const known = new WeakMap<ts.Node, readonly Decorator[]>();

/** The decorators of a class, member or parameter, first to last. */
export function decoratorsOf(source: Source, node: ts.Node): readonly Decorator[] {
  if (!ts.canHaveDecorators(node) || node.modifiers?.some(ts.isDecorator) !== true) return NONE;
  const decorators = known.get(node) ?? ts.getDecorators(node)?.map((decorator) => readDecorator(source, decorator)) ?? NONE;
  known.set(node, decorators);
  return decorators;
}

function readDecorator(source: Source, node: ts.Decorator): Decorator {
  const expression = node.expression;
  const call = ts.isCallExpression(expression) ? expression : undefined;
  const origin = importedName(source, call?.expression ?? expression);
  return {
    name: origin.name,
    specifier: origin.specifier,
    ...(call !== undefined && { call }),
    arguments: call === undefined ? [] : [...call.arguments],
    node,
  };
}

/** The exported name and module that an expression refers to: `Get`, `NestFactory.create`. A local name has no specifier. */
export function importedName(source: Source, node: ts.Expression): { readonly name: string; readonly specifier: string } {
  return originOf(source, node) ?? { name: ts.isIdentifier(node) ? node.text : '', specifier: '' };
}

/** The value of a property of an object literal, by its plain name. */
export function propertyOf(node: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  for (const property of node.properties) {
    if (property.name === undefined || !isNamed(property.name, name)) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

function isNamed(node: ts.PropertyName, name: string): boolean {
  return (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === name;
}
