import { type Expression, isNull } from '../../../facts/expression.js';
import type { Callable } from '../../../facts/fact.js';
import { typeNamed } from './names.js';
import { isAbsolute } from './route-templates.js';
import { type Scope, scopeOf, Variables } from './source.js';
import { literalTexts } from './syntax/literal-texts.js';
import { readGiven } from './syntax/parse-parts.js';
import type { Argument, Attribute, Member, Parameter, TypeNode } from './syntax/syntax.js';
import { afterBracket, find, isWord, type Range, split, type Tokens, textAt } from './syntax/tokens.js';
import { simpleName, type TypeSyntax } from './syntax/type-syntax.js';
import { unknown } from './types.js';
import { readValue } from './values.js';

/** Framework attributes that provide HTTP methods or a template; a service's own attributes may extend them. */
const FRAMEWORK = /^(Http(Get|Post|Put|Patch|Delete|Head|Options|Method)|Route|AcceptVerbs)(?:Attribute)?$/;
/** Attributes that provide no route; most belong to the platform. */
const PLAIN =
  /^(?:Http\w+|Route|AcceptVerbs|(?:Api)?Controller|Area|Authorize|AllowAnonymous|Produces\w*|Consumes|Obsolete|Swagger\w+|(?:MapTo)?ApiVersion\w*|ServiceFilter|TypeFilter|Non(?:Action|Controller)|ActionName|ApiExplorerSettings|ResponseCache|(?:En|Dis)able\w+|Tags|Endpoint\w+|\w*RequestSizeLimit|ApiConventionMethod|Validate\w+)$/;
const UNREAD: Expression = { kind: 'text', parts: [unknown('it is not understood')] };
const ENDS = new Set([',', ')']);

/** A constructor of the attribute: its parameters, the number of required ones, what follows the parentheses, its body. */
interface Maker {
  readonly parameters: readonly Parameter[];
  readonly required: number;
  /** `: base(…)`, `: this(…)`. */
  readonly next?: { readonly word: string; readonly given: readonly Argument[] };
  readonly body?: Range;
}

/**
 * What an attribute of the service provides, as functions named by the number of arguments. For two arguments, `X.(template 2)`
 * returns the template and `X.(methods 2)` the HTTP methods; if the attribute provides only a template, the methods come from the
 * caller. `X.(route 2)` returns the same methods, but exists only if the attribute provides a template.
 * https://learn.microsoft.com/aspnet/core/mvc/controllers/routing
 */
export function routeAttribute(outer: Scope, node: TypeNode): readonly Callable[] {
  const base = node.bases.find((one) => simpleName(one).endsWith('Attribute') || FRAMEWORK.test(simpleName(one)));
  const provides = (name: string): boolean => node.bases.some((one) => simpleName(one) === name);
  const own = base === undefined || simpleName(base) === 'Attribute' ? undefined : base;
  const isProvider = provides('IRouteTemplateProvider') || provides('IActionHttpMethodProvider');
  if (!isProvider && own === undefined) return [];
  const made = new Map<number, readonly Callable[]>();
  for (const maker of makersOf(outer, node)) {
    for (let count = maker.required; count <= maker.parameters.length; count++) {
      made.set(
        count,
        factsOf({ outer, node, ...(own === undefined ? {} : { base: own }) }, made.has(count) ? undefined : maker, count),
      );
    }
  }
  const facts = [...made.values()].flat();
  if (
    facts.some(({ inferred }) => inferred === UNREAD) &&
    (isProvider || FRAMEWORK.test(own === undefined ? '' : simpleName(own)))
  )
    outer.source.gaps.push({
      reason: 'unsupported-framework',
      detail: `What routes the attribute ${node.name} of the service brings is not read.`,
      at: outer.source.tokens.at(node.at),
      hides: 'service',
    });
  return facts;
}

interface Owner {
  readonly outer: Scope;
  readonly node: TypeNode;
  /** An attribute class that it extends. */
  readonly base?: TypeSyntax;
}

function makersOf({ source: { tokens } }: Scope, node: TypeNode): readonly Maker[] {
  const constructors = node.members.filter(({ kind, modifiers }) => kind === 'constructor' && !modifiers.has('static'));
  const makers = constructors.map((one) => makerOf(tokens, one.at, one.parameters, one.body));
  const isPrimary = textAt(tokens, node.at + 1) === '(';
  return isPrimary || makers.length === 0 ? [...makers, makerOf(tokens, node.at, node.primary, undefined, isPrimary)] : makers;
}

function makerOf(
  tokens: Tokens,
  name: number,
  parameters: readonly Parameter[],
  body: Range | undefined,
  isCalled = true,
): Maker {
  const close = isCalled ? afterBracket(tokens, name + 1, tokens.list.length) : name + 1;
  let open = close + 1;
  while (textAt(tokens, close) === ':' && (isWord(tokens, open) || textAt(tokens, open) === '.')) open += 1;
  const isGiven = textAt(tokens, close) === ':' && textAt(tokens, open) === '(';
  const inside = { from: open + 1, to: afterBracket(tokens, open, tokens.list.length) - 1 };
  const word = textAt(tokens, close + 1) === 'this' ? 'this' : 'base';
  return {
    parameters,
    required: parameters.filter((one) => textAt(tokens, one.at + 1) !== '=').length,
    ...(isGiven ? { next: { word, given: readGiven(tokens, inside) } } : {}),
    ...(body === undefined ? {} : { body }),
  };
}

/** `maker` is absent if several constructors take this number of arguments. */
function factsOf(owner: Owner, maker: Maker | undefined, count: number): readonly Callable[] {
  const { outer, node, base } = owner;
  const { tokens } = outer.source;
  const fact = (what: string, inferred: Expression): Callable => ({
    kind: 'callable',
    name: `${node.path}.(${what} ${count})`,
    inferred,
    at: tokens.at(node.at),
  });
  if (maker === undefined) return ['template', 'methods', 'route'].map((what) => fact(what, UNREAD));
  const scope = insideOf(owner, maker, count);
  const passed: Expression = { kind: 'parameter', callable: `${node.path}.(methods ${count})`, index: 0 };
  const isOwn = base !== undefined && !FRAMEWORK.test(simpleName(base));
  const delegate =
    maker.next?.word === 'this' ? node.path : isOwn && base.kind === 'named' ? typeNamed(outer, base.name) : undefined;
  const given = maker.next?.given ?? [];
  const asked = (what: string, values: readonly Expression[]): Expression => ({
    kind: 'returns',
    of: { kind: 'member', of: { kind: 'name', name: delegate ?? '', space: 'value' }, name: `(${what} ${given.length})` },
    values,
  });
  const template =
    templateIn(scope, node) ??
    (delegate === undefined ? framework(owner, scope, given) : asked('template', valuesOf(scope, given)));
  const methods =
    methodsIn(scope, node) ?? (delegate === undefined ? verbsOf(owner, scope, given, passed) : asked('methods', [passed]));
  const facts = [fact('methods', methods), fact('template', template ?? { kind: 'literal', value: '' })];
  return template === undefined ? facts : [...facts, fact('route', rerouted(methods, node, count))];
}

/** The same function under another name, with its own parameter. */
function rerouted(methods: Expression, { path }: TypeNode, count: number): Expression {
  const own: Expression = { kind: 'parameter', callable: `${path}.(route ${count})`, index: 0 };
  if (methods.kind === 'parameter') return own;
  return methods.kind === 'returns' ? { ...methods, values: [own] } : methods;
}

/** The scope inside a constructor: the parameters by name, and the values that its body assigns. */
function insideOf({ outer, node }: Owner, { parameters, body }: Maker, count: number): Scope {
  const { tokens } = outer.source;
  const variables = new Variables(outer.variables);
  const scope: Scope = { ...scopeOf(outer.source, node), variables };
  const callable = `${node.path}.(template ${count})`;
  for (const [index, { name, at }] of parameters.entries()) {
    const value: Expression =
      index < count ? { kind: 'parameter', callable, index } : readValue(scope, { from: at + 2, to: endOfDefault(tokens, at) });
    variables.set(name, { read: () => value });
  }
  if (body === undefined) return scope;
  const set = new Set<number>();
  for (const { from: start, to } of split(tokens, body, ';')) {
    const from = textAt(tokens, start) === 'this' ? start + 2 : start;
    if (!isWord(tokens, from) || textAt(tokens, from + 1) !== '=') continue;
    const value = readValue(scope, { from: from + 2, to });
    variables.set(textAt(tokens, from), { read: () => value });
    set.add(from);
  }
  for (let at = body.from; at < body.to; at++)
    // an assignment under a condition
    if (textAt(tokens, at) === 'Template' && textAt(tokens, at + 1) === '=' && !set.has(at))
      variables.set('Template', { read: () => UNREAD });
  return scope;
}

function endOfDefault(tokens: Tokens, at: number): number {
  const end = find(tokens, { from: at + 2, to: tokens.list.length }, ENDS);
  return end < 0 ? at + 2 : end;
}

const propertyOf = ({ members }: TypeNode, name: string): Member | undefined =>
  members.find((one) => one.kind === 'property' && one.name === name);

/** The template that the class sets itself; undefined if it sets none. */
function templateIn(scope: Scope, node: TypeNode): Expression | undefined {
  const property = propertyOf(node, 'Template');
  const set = scope.variables.get('Template')?.read();
  if (property === undefined && set === undefined) return undefined;
  const written = property?.expression ?? property?.initial;
  const value = set ?? (written === undefined ? UNREAD : readValue(scope, written));
  return known(value);
}

/** Null means no template. An absolute template, or one that depends on a condition, is unresolved. */
function known(value: Expression): Expression | undefined {
  if (isNull(value)) return undefined;
  const isRead = (one: Expression): boolean =>
    one.kind === 'text' ? one.parts.every(isRead) : /^(?:literal|parameter|member|name)$/.test(one.kind);
  return isRead(value) && !isAbsolute(value) ? value : UNREAD;
}

function framework({ base }: Owner, scope: Scope, given: readonly Argument[]): Expression | undefined {
  const name = base === undefined ? '' : (FRAMEWORK.exec(simpleName(base))?.[1] ?? '');
  if (name === '') return undefined;
  if (name === 'AcceptVerbs' || given.some((one) => one.name !== undefined)) return UNREAD;
  const argument = given[name === 'HttpMethod' ? 1 : 0];
  return argument === undefined ? undefined : known(readValue(scope, argument));
}

function methodsIn(scope: Scope, node: TypeNode): Expression | undefined {
  const property = propertyOf(node, 'HttpMethods');
  const written = property?.expression ?? property?.initial;
  return property === undefined ? undefined : textsOf(scope, node, written);
}

function verbsOf({ base, node }: Owner, scope: Scope, given: readonly Argument[], passed: Expression): Expression {
  const [, name, verb] = (base === undefined ? undefined : FRAMEWORK.exec(simpleName(base))) ?? [];
  if (name === 'AcceptVerbs') return UNREAD;
  if (name === 'HttpMethod') return textsOf(scope, node, given[0]);
  return verb === undefined ? passed : { kind: 'literal', value: verb.toUpperCase() };
}

/** The texts of `["GET"]`, `new[] { "GET" }`, or a field with such a value. */
function textsOf({ source: { tokens } }: Scope, node: TypeNode, range: Range | undefined): Expression {
  const isNamed = range !== undefined && range.to === range.from + 1 && isWord(tokens, range.from);
  const field = isNamed ? node.members.find(({ name }) => name === textAt(tokens, range.from))?.initial : undefined;
  const texts = literalTexts(tokens, field ?? range);
  return texts.length === 0 ? UNREAD : { kind: 'tuple', items: texts.map((value): Expression => ({ kind: 'literal', value })) };
}

const valuesOf = (scope: Scope, given: readonly Argument[]): readonly Expression[] =>
  given.map((one) => (one.name === undefined ? readValue(scope, one) : UNREAD));

/** Attributes that may belong to the service and provide a route. */
export function mayRoute(attributes: readonly Attribute[]): readonly Attribute[] {
  return attributes.filter(
    ({ name, target, typeArguments }) => target === undefined && typeArguments.length === 0 && !PLAIN.test(name),
  );
}

/**
 * What an attribute provides if it is one of the service's own; see `routeAttribute`. The class name may end with `Attribute`, so
 * there are two candidates and one of them exists. `verbs`: the methods of the action, for an attribute that provides only a
 * template.
 */
export function providedBy(
  scope: Scope,
  attribute: Attribute,
  what: 'template' | 'methods' | 'route',
  verbs: readonly Expression[] = [],
): readonly Expression[] {
  const { tokens } = scope.source;
  // `Order = 2` sets a property
  const given = attribute.arguments.filter((one) => one.name === undefined || textAt(tokens, one.from - 1) !== '=');
  const values = what === 'template' ? [valuesOf(scope, given)] : verbs.map((verb) => [verb]);
  return ['Attribute', ''].flatMap((end) => {
    const of: Expression = { kind: 'name', name: typeNamed(scope, `${attribute.name}${end}`), space: 'value' };
    const member: Expression = { kind: 'member', of, name: `(${what} ${given.length})` };
    return values.map((one): Expression => ({ kind: 'returns', of: member, values: one }));
  });
}

/** The first option that exists; a class outside the repository provides none. */
export function firstOf(options: readonly Expression[]): Expression {
  return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'union', options, readings: true };
}
