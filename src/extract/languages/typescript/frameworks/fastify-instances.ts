import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Returned, Router } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { heldName } from '../names/held-names.js';
import { objectOf } from '../names/in-file.js';
import { assigned, type FunctionNode, isFunctionNode, memberName } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { lookup, patternOwner } from '../names/scope.js';
import { speaksFastify } from '../sends/reply-form.js';
import type { Source } from '../source.js';
import { flagOf } from '../values/flags.js';
import { chainOf, chainStart, type IsFluent } from '../values/fluent-chains.js';
import { know } from '../values/known.js';
import { unwrap } from '../values/mutations.js';
import { declaredType, unaliased } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import { verbMethods } from '../verb-methods.js';

/** Id of the extractor. */
export const BY = 'typescript/fastify';
/** Texts are sent as this: https://fastify.dev/docs/latest/Reference/Reply/#strings */
export const RETURNED: Returned = { text: 'text/plain', empty: 200 };

/** Methods that register a handler: https://fastify.dev/docs/latest/Reference/Routes/#shorthand-declaration */
export const VERBS = verbMethods({ trace: 'TRACE' });

const FLUENT =
  /^(?:register|route|decorate\w*|add[A-Z]\w*|set[A-Z]\w*|withTypeProvider|after|use|get|post|put|patch|delete|head|options|trace|all)$/;
const isFluent: IsFluent = (method, call) => FLUENT.test(method) && (!VERBS.has(method) || call.arguments.length > 1);

/** Packages whose functions make Fastify plugins that are one with what registers them. */
const PLUGIN_PACKAGES = /^fastify-plugin$/;

/** Whether a call makes an app: the service itself. */
function isCreation(source: Source, node: ts.CallExpression | ts.NewExpression): boolean {
  const origin = originOf(source, node.expression);
  return origin?.specifier === 'fastify' && /^(?:\*|default|fastify)$/.test(origin.name);
}

/** Whether a call wraps a plugin: `fp(async (fastify) => …)`. */
export function isWrapping(source: Source, node: ts.CallExpression | ts.NewExpression): boolean {
  const origin = originOf(source, node.expression);
  return ts.isCallExpression(node) && origin !== undefined && PLUGIN_PACKAGES.test(origin.specifier);
}

/** The apps that a file makes and the plugins that it wraps: their facts, and what their expressions stand for. */
export function findInstances(source: Source, calls: readonly (ts.CallExpression | ts.NewExpression)[]): readonly Router[] {
  const routers: Router[] = [];
  for (const call of calls) {
    const isRoot = isCreation(source, call);
    if (!isRoot && !isWrapping(source, call)) continue;
    const links = isRoot ? chainOf(call, isFluent) : [call];
    const name = heldName(source, links.at(-1) ?? call);
    for (const link of links) know(link, { kind: 'name', name, space: 'value' });
    routers.push({
      kind: 'router',
      by: BY,
      name,
      root: isRoot,
      returned: RETURNED,
      ...(isRoot ? {} : { flat: true }),
      ...(isRoot && ignoresCase(source, call) && { matching: { anyCase: true } }),
      at: atOf(source, call),
    });
  }
  return routers;
}

/** `caseSensitive`, among `routerOptions` since Fastify 5: https://fastify.dev/docs/latest/Reference/Server/#casesensitive */
function ignoresCase(source: Source, call: ts.CallExpression | ts.NewExpression): boolean {
  const [options] = call.arguments ?? [];
  const object = objectOf(source, options);
  return [options, object && assigned(object, 'routerOptions')].some((one) => flagOf(source, one, 'caseSensitive') === false);
}

/** The Fastify instance that a call is made on; undefined: it surely or probably is none. */
export function instanceOf(source: Source, node: ts.Expression): Expression | undefined {
  const start = unaliased(source, chainStart(node, isFluent));
  if ((ts.isCallExpression(start) || ts.isNewExpression(start)) && isCreation(source, start)) return readValue(source, start);
  if (ts.isIdentifier(start)) return isInstance(source, start) ? (aliased(source, start) ?? readValue(source, start)) : undefined;
  if (!ts.isPropertyAccessExpression(start)) return undefined;
  const type = declaredType(source, start);
  const isTyped = type !== undefined && isInstanceType(source, type);
  return isTyped || (isNamed(source, start.name.text) && isMember(start)) ? readValue(source, start) : undefined;
}

/** `const typed = app.withTypeProvider()` is the app. */
function aliased(source: Source, node: ts.Identifier): Expression | undefined {
  const declaration = lookup(source, node)?.nodes[0];
  const value = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const made = value && unwrap(value);
  const start = made && chainStart(made, isFluent);
  return start === undefined || start === made || !ts.isIdentifier(start) ? undefined : instanceOf(source, start);
}

/** `this.app`, `server.fastify`. */
function isMember({ expression }: ts.PropertyAccessExpression): boolean {
  return expression.kind === ts.SyntaxKind.ThisKeyword || ts.isIdentifier(expression);
}

const SURE_NAMES = /fastify/i;
const NAMES =
  /^_?(?:app|server|instance|api|router|scope|f|s|route|routes|parent|child|childServer|\w+(?:App|Server|Instance|Scope))$/;

/** Called like an instance, in a file that speaks of Fastify. */
function isNamed(source: Source, name: string): boolean {
  return SURE_NAMES.test(name) || (NAMES.test(name) && speaksFastify(source));
}

function isInstance(source: Source, node: ts.Identifier): boolean {
  const binding = lookup(source, node);
  const [declaration] = binding?.nodes ?? [];
  if (binding === undefined || declaration === undefined) return false;
  if (binding.kind === 'parameter') return isInstanceParameter(source, declaration, node.text);
  if (binding.kind === 'import') return isNamed(source, node.text) && isOwnImport(source, node);
  if (binding.kind !== 'variable' || !ts.isVariableDeclaration(declaration)) return false;
  if (declaration.type !== undefined) return isInstanceType(source, declaration.type);
  const value = declaration.initializer && unwrap(declaration.initializer);
  if (value === undefined) return SURE_NAMES.test(node.text);
  const made = ts.isAwaitExpression(value) ? unwrap(value.expression) : value;
  const start = chainStart(made, isFluent);
  if (start !== made && instanceOf(source, start) !== undefined) return true;
  if (ts.isCallExpression(made)) {
    if (isCreation(source, made)) return true;
    const specifier = originOf(source, made.expression)?.specifier;
    const isOwn = specifier === undefined || /^[.~#@]/.test(specifier);
    return isOwn && isNamed(source, node.text);
  }
  return ts.isIdentifier(made) && made.text !== node.text && isInstance(source, made);
}

/** Something of the service, not of a package (`import axiosApp from 'x'`). */
function isOwnImport(source: Source, node: ts.Identifier): boolean {
  const specifier = originOf(source, node)?.specifier ?? '';
  return specifier.startsWith('.') || /^[~#@]\//.test(specifier);
}

function isInstanceType(source: Source, type: ts.TypeNode): boolean {
  return /Fastify|(?:App|Server|Zod|Typed)Instance\b/.test(type.getText(source.tree).slice(0, 200));
}

/** Typed so, called so, or the first parameter of a function that is a plugin by its type or its other parameters. */
function isInstanceParameter(source: Source, node: ts.Node, name: string): boolean {
  const owner = ts.isBindingElement(node) ? patternOwner(node) : node;
  if (!ts.isParameter(owner) || !isFunctionNode(owner.parent)) return false;
  if (owner !== node) return SURE_NAMES.test(name);
  if (owner.type !== undefined && owner.type.kind !== ts.SyntaxKind.AnyKeyword) return isInstanceType(source, owner.type);
  if (SURE_NAMES.test(name)) return true;
  if (owner.parent.parameters[0] !== owner) return false;
  if (isRegisteredInPlace(source, owner.parent)) return true;
  if (!NAMES.test(name)) return false;
  return speaksFastify(source) || (!isHapiPlugin(owner.parent) && isPlugin(source, owner.parent));
}

/** `app.register(async (guarded) => …)`: an instance hands its kind on, whatever the parameter is called. */
function isRegisteredInPlace(source: Source, node: FunctionNode): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  const callee = unwrap(call.expression);
  return (
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === 'register' &&
    instanceOf(source, callee.expression) !== undefined
  );
}

/** `{ register: async (server, options) => … }` is how hapi's plugins look. */
function isHapiPlugin(node: FunctionNode): boolean {
  const holder = ts.isMethodDeclaration(node) ? node : node.parent;
  return (ts.isMethodDeclaration(holder) || ts.isPropertyAssignment(holder)) && memberName(holder.name) === 'register';
}

/** `(app, opts, done) => …`, `const routes: FastifyPluginAsync = …`, and what is registered or wrapped in place. */
function isPlugin(source: Source, node: FunctionNode): boolean {
  const parent = node.parent;
  if (ts.isVariableDeclaration(parent) && parent.type !== undefined) return /^Fastify/.test(parent.type.getText(source.tree));
  if (ts.isCallExpression(parent)) {
    const callee = unwrap(parent.expression);
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'register') return true;
    if (isWrapping(source, parent)) return true;
  }
  const [, second, third] = node.parameters;
  const options = second !== undefined && (ts.isObjectBindingPattern(second.name) || isCalled(second, /^_?(?:opts?|options?)$/));
  return options && (third === undefined ? isAsync(node) : isCalled(third, /^_?(?:done|next|cb|fp)$/));
}

function isCalled({ name }: ts.ParameterDeclaration, names: RegExp): boolean {
  return ts.isIdentifier(name) && names.test(name.text);
}

function isAsync(node: FunctionNode): boolean {
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword) === true;
}
