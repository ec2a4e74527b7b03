import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { returnsOf } from '../names/in-file.js';
import { memberName } from '../names/names.js';
import { initializerOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import type { ValueReader } from './literals.js';

/**
 * The target of `new Proxy({} as Database, { get: (_, name) => Reflect.get(open(), name) })`, whose `get` passes on its members;
 * clients that connect on first use have this form. Undefined: not such a proxy.
 */
export function behindProxy(source: Source, node: ts.NewExpression, read: ValueReader): Expression | undefined {
  const [target, handler] = node.arguments ?? [];
  const isProxy = ts.isIdentifier(node.expression) && node.expression.text === 'Proxy';
  if (!isProxy || lookup(source, node.expression) !== undefined || target === undefined || handler === undefined)
    return undefined;
  const traps = ts.isObjectLiteralExpression(handler) ? handler.properties : undefined;
  const get = traps?.find(({ name }) => memberName(name) === 'get');
  const trap = get !== undefined && ts.isPropertyAssignment(get) ? unwrap(get.initializer) : get;
  if (trap === undefined || !(ts.isMethodDeclaration(trap) || ts.isArrowFunction(trap) || ts.isFunctionExpression(trap)))
    return undefined;
  const [given, name] = trap.parameters.map((one) => (ts.isIdentifier(one.name) ? one.name.text : undefined));
  if (name === undefined || trap.body === undefined) return undefined;
  const owners = returnsOf(trap).map((one) => ownerIn(source, one, name));
  const [only] = owners;
  if (only === undefined || owners.some((one) => one?.getText(source.tree) !== only.getText(source.tree))) return undefined;
  return read(source, ts.isIdentifier(only) && only.text === given ? target : only);
}

/** The object whose member of this name is returned, directly or bound: `Reflect.get(of, name)`, `of[name].bind(of)`. */
function ownerIn(source: Source, given: ts.Expression, name: string, depth = 0): ts.Expression | undefined {
  const node = unwrap(given);
  const inner = (one: ts.Expression): ts.Expression | undefined => ownerIn(source, one, name, depth + 1);
  if (depth > MAX_DEPTH) return undefined;
  if (ts.isElementAccessExpression(node)) return isName(node.argumentExpression, name) ? unwrap(node.expression) : undefined;
  if (ts.isConditionalExpression(node)) {
    const [first, second] = [inner(node.whenTrue), inner(node.whenFalse)];
    return first?.getText(source.tree) === second?.getText(source.tree) ? first : undefined;
  }
  if (ts.isIdentifier(node)) {
    const stored = initializerOf(source, node);
    return stored && inner(stored);
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  if (node.expression.name.text === 'bind') return inner(node.expression.expression);
  const [of, member] = node.arguments;
  const isReflected = node.expression.getText(source.tree) === 'Reflect.get' && member !== undefined && isName(member, name);
  return isReflected && of !== undefined ? unwrap(of) : undefined;
}
const MAX_DEPTH = 10;

function isName(given: ts.Expression, name: string): boolean {
  const node = unwrap(given);
  return ts.isIdentifier(node) && node.text === name;
}
