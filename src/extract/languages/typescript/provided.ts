import { ts } from 'ts-morph';
import type { Setting } from '../../../facts/fact.js';
import { atOf } from './at.js';
import { importedName, propertyOf } from './decorators.js';
import { functionOf, madeOf, returnsOf } from './names/in-file.js';
import type { Source } from './source.js';
import { unwrap } from './values/access-paths.js';

const PROVIDES = /\b(?:useClass|useExisting|useFactory|useValue|registerSingleton)\b|\.bind\(/;

/**
 * Classes for which a dependency container gives instances of another one: https://docs.nestjs.com/fundamentals/custom-providers,
 * https://github.com/microsoft/tsyringe#registration, https://inversify.io/docs/api/binding-syntax. Their own methods say nothing
 * about what is sent.
 */
export function providedClasses(source: Source): readonly Setting[] {
  if (!PROVIDES.test(source.text)) return [];
  const found: Setting[] = [];
  const add = (token: ts.Expression | undefined, given: readonly ts.Expression[], node: ts.Node): void => {
    const asked = token === undefined ? '' : classNamed(source, token);
    if (asked === '' || given.length === 0 || given.every((one) => classNamed(source, one) === asked)) return;
    found.push({ kind: 'setting', key: 'provided', scope: '', value: asked, at: atOf(source, node) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) add(propertyOf(node, 'provide'), givenBy(source, node), node);
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) readCall(node, node.expression);
    ts.forEachChild(node, visit);
  };
  const readCall = (node: ts.CallExpression, { name, expression }: ts.PropertyAccessExpression): void => {
    const [token, given] = node.arguments;
    const on = unwrap(expression);
    if (name.text === 'register' && given !== undefined) add(token, givenBy(source, given), node);
    else if (name.text === 'registerSingleton' && given !== undefined) add(token, [given], node);
    else if (/^to(?:Service|ConstantValue)?$/.test(name.text) && token !== undefined && isBinding(on))
      add(on.arguments[0], [token], node);
  };
  visit(source.tree);
  return found;
}

const isBinding = (node: ts.Expression): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && /^(?:re)?bind$/.test(node.expression.name.text);

/** What a provider gives: a class, a value, or what its function makes. */
function givenBy(source: Source, node: ts.Expression): readonly ts.Expression[] {
  const factory = propertyOf(node, 'useFactory');
  const made = factory && functionOf(source, factory);
  if (made !== undefined)
    return returnsOf(made)
      .map(unwrap)
      .filter((one) => ts.isNewExpression(one) || ts.isObjectLiteralExpression(one));
  return ['useClass', 'useExisting', 'useValue'].flatMap((name) => propertyOf(node, name) ?? []);
}

/** The name of a class, as its module exports it, or of the class of `new X()`. */
function classNamed(source: Source, expression: ts.Expression): string {
  const made = madeOf(source, expression);
  const named = unwrap(ts.isNewExpression(made) ? made.expression : expression);
  const { name } = importedName(source, named);
  return name === 'default' && ts.isIdentifier(named) ? named.text : name;
}
