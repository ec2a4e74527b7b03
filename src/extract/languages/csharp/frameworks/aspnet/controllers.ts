import { type Expression, literal } from '../../../../../facts/expression.js';
import type { Fact, Response, Route } from '../../../../../facts/fact.js';
import { NAME_OF_ACTION } from '../../../../../facts/routing-fact.js';
import { attributeOf, namedArgument, plainArgument } from '../../attributes.js';
import { ROUTED } from '../../declares.js';
import { MVC } from '../../json-options.js';
import { ownNamed, typeNamed } from '../../names.js';
import { waysOf } from '../../optional-parameters.js';
import { firstOf, mayRoute, providedBy } from '../../route-attributes.js';
import { isAbsolute, templatePath } from '../../route-templates.js';
import { type Scope, type Source, scopeOf, valueNamed } from '../../source.js';
import { literalTexts } from '../../syntax/literal-texts.js';
import type { Argument, Attribute, Member, TypeNode } from '../../syntax/syntax.js';
import type { Tokens } from '../../syntax/tokens.js';
import { isInterface, simpleName, type TypeSyntax } from '../../syntax/type-syntax.js';
import { typeExpression } from '../../types.js';
import { readValue } from '../../values.js';
import { controllerFilters, throughFilters } from './attribute-filters.js';
import { hideConventional, isPlainBase, VERBS } from './conventional.js';
import { sentOf } from './handlers.js';
import { ASPNET } from './profile.js';

const by = ASPNET;
/** Every class has a constructor, so linking searches all base classes for redeclared members. */
const EVERYWHERE = 'constructor';

interface Controller {
  readonly source: Source;
  readonly scope: Scope;
  readonly node: TypeNode;
  /** The values of the route tokens `[controller]` and `[area]`. */
  readonly name: string;
  readonly area: string;
  readonly versions: readonly string[];
  /** What the filters of the class turn bodies into. */
  readonly filters: readonly Fact[];
}

/**
 * The controllers of a file. Each is a router with a prefix, above a second router with its actions, which derived classes
 * inherit.
 */
export function controllerFacts(source: Source): readonly Fact[] {
  const controllers = source.tree.types.filter(isController);
  for (const node of controllers) hideConventional(source, node);
  return controllers.flatMap((node) => factsOf(open(source, node)));
}

function isController(node: TypeNode): boolean {
  if (node.form !== 'class' || attributeOf(node.attributes, 'NonController') !== undefined) return false;
  const isNamed = node.name.endsWith('Controller') || node.name.endsWith('ControllerBase');
  const isMarked =
    attributeOf(node.attributes, 'ApiController') !== undefined || attributeOf(node.attributes, 'Controller') !== undefined;
  const isAction = ({ attributes }: Member): boolean => attributes.some(({ name }) => VERBS.test(name));
  const { bases, members } = node;
  // a class that extends a controller is a controller under any name
  return (
    isNamed ||
    isMarked ||
    bases.some((base) => /Controller/.test(simpleName(base)) || isApiEndpoint(base)) ||
    (bases.length > 0 && members.some(isAction))
  );
}

/** One class for each endpoint (package Ardalis.ApiEndpoints): a controller with one action. */
function isApiEndpoint(base: TypeSyntax): boolean {
  return base.kind === 'named' && /^(?:EndpointBase(?:Async|Sync)|BaseAsyncEndpoint|BaseEndpoint)\./.test(base.name);
}

function open(source: Source, node: TypeNode): Controller {
  const area = attributeOf(node.attributes, 'Area');
  const { tokens } = source;
  const stated = node.attributes.filter((one) => one.name === 'ApiVersion').map((one) => versionTexts(tokens, one));
  // if one version is unresolved, the version in a path may be any
  const versions = stated.some((one) => one.length === 0) ? [] : stated.flat();
  const filters = controllerFilters(source, node, baseOf(source, node));
  const isMapped = node.members.some((member) => attributeOf(member.attributes, 'MapToApiVersion') !== undefined);
  return {
    source,
    scope: scopeOf(source, node),
    node,
    name: node.name.replace(/Controller$/, ''),
    area: literalTexts(tokens, area && plainArgument(area, 0))[0] ?? '',
    // of a class with several versions, each mapped action has its own
    versions: isMapped && versions.length > 1 ? [] : versions,
    filters,
  };
}

/** The whole path of an action that is mapped to versions: below the class's templates with this version in them. */
function wholePath(
  { node, scope, source, versions }: Controller,
  { attributes }: Member,
  template: Expression,
  values: readonly Expression[],
): Expression | undefined {
  const stated = attributes.filter((one) => one.name === 'MapToApiVersion').map((one) => versionTexts(source.tokens, one));
  const routes = node.attributes.filter(({ name }) => name === 'Route').map((one) => templateOf(scope, one));
  const above = routes.flatMap((one) => (one?.kind === 'literal' ? [String(one.value)] : []));
  const isMapped = versions.length === 0 && stated.length > 0 && stated.every((one) => one.length > 0);
  if (!isMapped || template.kind !== 'literal' || above.length < routes.length) return undefined;
  const items = above.flatMap((one) => {
    const whole = [one, String(template.value)].map((part) => part.replace(/^~?\/|\/$/g, '')).filter((part) => part !== '');
    const path = templatePath(literal(`/${whole.join('/')}`), values, stated.flat());
    return path.kind === 'tuple' ? path.items : [path];
  });
  return items.length === 0 ? undefined : { kind: 'tuple', items };
}

/** `[ApiVersion("1.0")]`, `[ApiVersion(1.0)]`, `[ApiVersion(2, 1)]`. */
function versionTexts(tokens: Tokens, attribute: Attribute): readonly string[] {
  const [first, second] = [0, 1].map((index) => plainArgument(attribute, index));
  const [major, minor] = [first, second].map((one) => numberText(tokens, one));
  if (major === undefined) return literalTexts(tokens, first);
  return [minor === undefined || major.includes('.') ? major : `${major}.${minor}`];
}

function numberText({ list, masked }: Tokens, argument: Argument | undefined): string | undefined {
  const token = argument !== undefined && argument.to === argument.from + 1 ? list[argument.from] : undefined;
  if (token?.kind !== 'number') return undefined;
  return /^[0-9]{1,6}(?:\.[0-9]{1,6})?/.exec(masked.text.slice(token.start, token.end))?.[0];
}

function factsOf(controller: Controller): readonly Fact[] {
  const { source, scope, node } = controller;
  const at = source.tokens.at(node.at);
  const handlers = valueNamed(`${node.path}#handlers`);
  const base = baseOf(source, node);
  const isConventional = base === undefined && attributeOf(node.attributes, 'Route') === undefined;
  const routes = node.members.flatMap((member) => routesOf(controller, member, isConventional));
  const self = selfNamed(node);
  const binds = [self, ...node.typeParameters];
  const isServed = !node.modifiers.has('abstract') && node.typeParameters.length === 0;
  const gathered = isServed ? { gathered: true } : {};
  const facts: Fact[] = [
    { kind: 'router', by, name: `${node.path}#handlers`, root: false, binds, at },
    { kind: 'router', by, name: `${node.path}#absolute`, root: false, binds, ...gathered, at },
    { kind: 'constant', name: self, value: ownNamed(node), at },
    prefixCallable(controller, base),
    ...exportedPart(node, at),
    ...controller.filters,
    ...routes,
  ];
  if (base !== undefined) {
    const given = base.kind === 'named' ? base.arguments.map((one) => typeExpression(scope, one)) : [];
    for (const kind of ['handlers', 'absolute']) {
      const child: Expression = { kind: 'member', of: baseValue(scope, base), name: kind };
      const parent = valueNamed(`${node.path}#${kind}`);
      const inherited = { except: redeclared(node), binds: [{ kind: 'name', name: self }, ...given] } as const;
      facts.push({ kind: 'mount', by, parent, child, ...inherited, certainty: 'maybe', at });
    }
  }
  if (!isServed) return facts;
  const prefix = prefixOf(controller, base, [literal(controller.name), literal(NAME_OF_ACTION), literal(controller.area)]);
  facts.push({ kind: 'router', by, name: node.path, root: false, prefix, gathered: true, at });
  facts.push({
    kind: 'mount',
    by,
    parent: valueNamed(node.path),
    child: handlers,
    except: [EVERYWHERE],
    binds: [{ kind: 'name', name: node.path }],
    certainty: 'router',
    at,
  });
  return facts;
}

/** Name of the class that handles the request, which may be a derived class; each derived class binds it. */
const selfNamed = ({ path }: TypeNode): string => `${path}.(self)`;

/** The base class of the controller, if it belongs to the repository. */
function baseOf(source: Source, { bases }: TypeNode): TypeSyntax | undefined {
  return bases.find((one) => !isInterface(one) && !isPlainBase(source, one));
}

const baseValue = (scope: Scope, base: TypeSyntax): Expression =>
  valueNamed(base.kind === 'named' ? typeNamed(scope, base.name, base.arguments.length) : '');

/** Names of base class members that the class redeclares; an override keeps the base's attributes unless it has its own. */
function redeclared(node: TypeNode): readonly string[] {
  const own = node.members.filter(
    ({ modifiers, attributes }) =>
      modifiers.has('new') ||
      (modifiers.has('override') && attributes.some(({ name }) => VERBS.test(name) || name === 'NonAction' || name === 'Route')),
  );
  return [EVERYWHERE, ...new Set(own.map(({ name }) => name))];
}

/** The prefix of a class as a function of the route tokens: a derived class has it under its own name. */
function prefixCallable(controller: Controller, base: TypeSyntax | undefined): Fact {
  const { node, source } = controller;
  const callable = `${node.path}.(prefix)`;
  const values = [0, 1, 2].map((index): Expression => ({ kind: 'parameter', callable, index }));
  return { kind: 'callable', name: callable, inferred: prefixOf(controller, base, values), at: source.tokens.at(node.at) };
}

function prefixOf(controller: Controller, base: TypeSyntax | undefined, values: readonly Expression[]): Expression {
  const { node, scope, versions } = controller;
  const templates = node.attributes.filter(({ name }) => name === 'Route').map((one) => templateOf(scope, one) ?? literal(''));
  const paths = templates.map((template) => templatePath(template, values, versions));
  if (paths.length > 0) return paths.length === 1 && paths[0] !== undefined ? paths[0] : { kind: 'tuple', items: paths };
  const own = mayRoute(node.attributes).flatMap((one) =>
    providedBy(scope, one, 'template').map((template) => templatePath(template, values)),
  );
  const prefixIn = (of: Expression): Expression => ({ kind: 'returns', of: { kind: 'member', of, name: '(prefix)' }, values });
  const others = node.modifiers.has('partial') ? [prefixIn(routedPart(controller))] : [];
  const inherited = base === undefined ? [] : [prefixIn(baseValue(scope, base))];
  return firstOf([...own, ...others, ...inherited, literal('')]);
}

function exportedPart({ name, path, modifiers, attributes }: TypeNode, at: Fact['at']): readonly Fact[] {
  if (!modifiers.has('partial') || attributeOf(attributes, 'Route') === undefined) return [];
  return [{ kind: 'export', name: `${ROUTED}${name}`, value: { kind: 'name', name: path }, at }];
}

/** The part of a partial class that has the route of the class, in another file. */
function routedPart({ node, source }: Controller): Expression {
  const name = `${ROUTED}${node.name}`;
  if (!source.imported.has(name)) {
    source.imported.add(name);
    source.facts.push({ kind: 'import', name, specifier: name, imported: name, at: source.tokens.at(node.at) });
  }
  return valueNamed(name);
}

/** The template of an attribute: its first argument or the argument with this name; undefined if there is none. */
function templateOf(scope: Scope, attribute: Attribute, name = 'template'): Expression | undefined {
  const argument: Argument | undefined =
    namedArgument(attribute, name) ?? (name === 'template' ? plainArgument(attribute, 0) : undefined);
  return argument === undefined ? undefined : readValue(scope, argument);
}

/** An attribute that adds a route, with its method; for the service's own attributes, only linking knows the `methods`. */
interface Answering {
  readonly attribute: Attribute;
  readonly method: string;
  readonly methods?: Expression;
}

/**
 * `isConventional`: neither the class nor its base classes have a template, so an action without its own is no attribute route.
 */
function routesOf(controller: Controller, member: Member, isConventional: boolean): readonly Route[] {
  const { attributes, kind, modifiers } = member;
  if (kind !== 'method' || modifiers.has('static') || attributeOf(attributes, 'NonAction') !== undefined) return [];
  const verbs = attributes.filter(({ name }) => VERBS.test(name) || name === 'AcceptVerbs');
  const templates = attributes.filter(({ name }) => name === 'Route');
  const { scope, node } = controller;
  const own = mayRoute(attributes);
  const made: Route[] = [];
  const named: Answering[] = [];
  for (const attribute of verbs) {
    const methods = methodsOf(controller.source, attribute);
    const template = templateOf(scope, attribute, attribute.name === 'AcceptVerbs' ? 'Route' : 'template');
    if (template === undefined) named.push(...methods.map((method) => ({ attribute, method })));
    else for (const method of methods) made.push(...routeOf(controller, member, { attribute, method }, template));
  }
  for (const attribute of templates) {
    const template = templateOf(scope, attribute) ?? literal('');
    const any = { attribute, ...methodsFrom([...own.flatMap((one) => providedBy(scope, one, 'methods', [ANY])), ANY]) };
    for (const one of verbs.length === 0 ? [any] : named) made.push(...routeOf(controller, member, one, template));
  }
  if (templates.length > 0) return made;
  const template = firstOf([...own.flatMap((one) => providedBy(scope, one, 'template')), literal('')]);
  const below = (methods: readonly Expression[]): readonly Expression[] =>
    isConventional ? mayRoute(node.attributes).flatMap((one) => providedBy(scope, one, 'route', methods)) : methods;
  const answering: Answering[] = [...named];
  if (verbs.length === 0) {
    const provided = own.flatMap((one) => [
      ...(isConventional ? providedBy(scope, one, 'route', [ANY]) : []),
      ...below(providedBy(scope, one, 'methods', [ANY])),
    ]);
    const [attribute = { ...NO_ATTRIBUTE, at: member.at }] = own;
    answering.push({ attribute, ...methodsFrom([...provided, ...byClass(controller, member), NONE]) });
  }
  const more = answering.flatMap((one) => (one.methods === NONE ? [] : routeOf(controller, member, one, template)));
  // a derived class may have the template that makes the action an attribute route
  return [...made, ...(isConventional ? more.map((one): Route => ({ ...one, belowPrefix: true })) : more)];
}

const ANY = literal('ANY');
const NONE: Expression = { kind: 'absent' };
const NO_ATTRIBUTE = { name: '', typeArguments: [], arguments: [] };

function methodsFrom(options: readonly Expression[]): Pick<Answering, 'method' | 'methods'> {
  const methods = firstOf(options);
  return methods === ANY ? { method: 'ANY' } : { method: 'ANY', methods };
}

/** A public method without an HTTP method attribute, in a class with a route, handles every HTTP method. */
function byClass({ node, scope }: Controller, { modifiers }: Member): readonly Expression[] {
  if (!modifiers.has('public') || modifiers.has('override') || modifiers.has('abstract')) return [];
  if (attributeOf(node.attributes, 'Route') !== undefined) return [ANY];
  return mayRoute(node.attributes).flatMap((one) => providedBy(scope, one, 'route', [ANY]));
}

function methodsOf({ tokens }: Source, { name, arguments: given }: Attribute): readonly string[] {
  const verb = VERBS.exec(name)?.[1];
  if (verb !== undefined) return [verb.toUpperCase()];
  return given
    .filter((one) => one.name === undefined)
    .flatMap((one) => literalTexts(tokens, one).map((text) => text.toUpperCase()));
}

/** Does the template contain `[controller]`, whose value only derived classes decide? */
const isOfBase = ({ modifiers, typeParameters }: TypeNode, template: Expression): boolean =>
  (modifiers.has('abstract') || typeParameters.length > 0) && /\[controller\]/i.test(JSON.stringify(template));
const OF_BASE: Expression = { kind: 'unknown', why: '`[controller]` stands for the class that extends this one' };

function routeOf(
  controller: Controller,
  member: Member,
  { attribute, ...answered }: Answering,
  template: Expression,
): readonly Route[] {
  const { source, scope, node, name, area, versions, filters } = controller;
  const action = attributeOf(member.attributes, 'ActionName');
  const actionName = literalTexts(source.tokens, action && plainArgument(action, 0))[0] ?? member.name.replace(/Async$/, '');
  const values = [literal(name), literal(actionName), literal(area)];
  const ways = waysOf(template, {
    scope: { ...scope, typeParameters: new Set([...scope.typeParameters, ...member.typeParameters]) },
    parameters: member.parameters,
    attributes: [...member.attributes, ...node.attributes],
    type: member.type,
    isDeclared: true,
    ...(member.body === undefined ? {} : { body: member.body }),
    ...(member.expression === undefined ? {} : { expression: member.expression }),
    at: member.at,
  });
  // a derived class may override the method and send another body
  const isOverridable = member.modifiers.has('virtual') && filters.length === 0 && ways.length === 1;
  return ways.map(({ template: one, sent }, index) => {
    const isBelow = !isAbsolute(template) && !node.modifiers.has('abstract');
    const whole = isBelow ? wholePath(controller, member, one, values) : undefined;
    const through = (all: readonly Response[]): readonly Response[] =>
      throughFilters(scope, member.attributes, filters.length > 0, all);
    const forwards = sent.forwards?.map((one) => {
      const [otherwise] = one.otherwise === undefined ? [] : through([one.otherwise]);
      return otherwise === undefined ? one : { ...one, otherwise };
    });
    return {
      kind: 'route',
      by,
      ...answered,
      path: isOfBase(node, one) ? OF_BASE : (whole ?? templatePath(one, values, versions)),
      router: valueNamed(`${node.path}${isAbsolute(template) || whole !== undefined ? '#absolute' : '#handlers'}`),
      member: member.name,
      action: actionName,
      writer: MVC,
      ...(isOverridable
        ? { responses: [], handler: { kind: 'member', of: { kind: 'name', name: selfNamed(node) }, name: member.name } }
        : sentOf(scope, attribute.at, { ...sent, responses: through(sent.responses), ...(forwards && { forwards }) }, index)),
      at: source.tokens.at(attribute.at),
    };
  });
}
