import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Mount } from '../../../../../facts/fact.js';
import { extensionNamed, typeNamed } from '../../names.js';
import { templatePath } from '../../route-templates.js';
import { type Source, scopeOf, valueNamed } from '../../source.js';
import type { TypeNode } from '../../syntax/syntax.js';
import { afterBracket, isWord, type Range, textAt } from '../../syntax/tokens.js';
import { simpleName, type TypeSyntax } from '../../syntax/type-syntax.js';
import { readValue } from '../../values.js';
import { isBuilder, type Registering } from './functions.js';
import { prefixOfClass } from './named-groups.js';
import { ASPNET } from './profile.js';
import { type Chain, type Routers, readChain, type Segment } from './routers.js';

const by = ASPNET;

const extensions = new WeakMap<Source, ReadonlyMap<string, string>>();

/** For each extension method name, the first type of the file that declares it. */
function extensionsOf(source: Source): ReadonlyMap<string, string> {
  const known = extensions.get(source);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  for (const { path, members } of source.types.values())
    for (const { name, parameters } of members) if (parameters[0]?.isThis === true && !found.has(name)) found.set(name, path);
  extensions.set(source, found);
  return found;
}

/** Mounts a function that receives a router: its parameter is the parent under another name. */
export function mountOf(
  one: Registering,
  parent: Expression,
  of: Expression,
  index: number,
  place: number,
  isCertain = false,
): Mount {
  const child: Expression = { kind: 'parameter', callable: '', of, index };
  const certainty = isCertain ? 'router' : 'maybe';
  return { kind: 'mount', by, parent, child, same: true, certainty, at: one.source.tokens.at(place) };
}

/** An extension method of this file, or else of another file. */
export function callee({ source, scope }: Registering, name: string): Expression {
  const own = extensionsOf(source).get(name);
  return own === undefined ? extensionNamed(scope, name) : valueNamed(`${own}.${name}`);
}

/** `Users.Register(app)`, `Register(app)`, `module.Register(app)`: the call passes the router to a function. */
export function passedOn(one: Registering, routers: Routers, chain: Chain, { name, given, at: place }: Segment): readonly Fact[] {
  const { tokens } = one.source;
  return given.flatMap((argument, index): Fact[] => {
    const grouped = inNamedGroup(one, routers, argument);
    if (grouped !== undefined) return [{ kind: 'gather', by: namedKind(name), router: grouped, at: tokens.at(place) }];
    const written = readChain(tokens, argument);
    const router = written?.to === argument.to ? routers.of(written, written.to) : undefined;
    if (router === undefined) return [];
    const [made, called] = chain.segments;
    if (textAt(tokens, chain.from - 1) === 'new' && made !== undefined && called?.at === place) {
      const instance: Expression = { kind: 'name', name: typeNamed(one.scope, made.name) };
      return [mountOf(one, router, { kind: 'member', of: instance, name }, index, place, true)];
    }
    const type = typeBefore(chain, place);
    if (type !== undefined) {
      const of: Expression = { kind: 'member', of: valueNamed(typeNamed(one.scope, type)), name };
      return [mountOf(one, router, of, index, place, !HARMLESS.test(type) && !isParameter(one, type))];
    }
    if (chain.segments.length === 1)
      return [mountOf(one, router, ownFunction(one, name), index, place, !one.local.has(name) && !/^nameof$/.test(name))];
    // the implementation is chosen at run time, so all of them count
    return [{ kind: 'gather', by: moduleKind(name), router, at: tokens.at(place) }];
  });
}

/** The router of `instance.Map(app.MapGroup(instance))`: each class that is found gets a group with its own name. */
function inNamedGroup({ source: { tokens } }: Registering, routers: Routers, argument: Range): Expression | undefined {
  const chain = readChain(tokens, argument);
  const last = chain?.segments.at(-1);
  const [of] = last?.given ?? [];
  const isNamed = last?.name === 'MapGroup' && of !== undefined && of.to === of.from + 1 && isWord(tokens, of.from);
  return chain !== undefined && isNamed && chain.to === argument.to ? routers.of(chain, last.at) : undefined;
}

/** Types that receive an application only to inspect, log or run it. */
const HARMLESS =
  /^(?:System|Microsoft|Serilog|Sentry|Hangfire|NLog|Swashbuckle)\.|^(?:Console|Log|Logger|Debug|Trace|GC|Task|Guard|Ensure|Assert|Argument\w{0,40}|ActivatorUtilities|SentrySdk|Activator|Interlocked|RecurringJob)$/;

/** `Boot` of `Boot.Install`, `Acme.Boot` of `Acme.Boot.Install`. */
function typeBefore({ segments }: Chain, place: number): string | undefined {
  const before = segments.filter(({ at }) => at < place);
  const isType = before.length > 0 && before.every(({ name, isCalled }) => !isCalled && /^\p{Lu}/u.test(name));
  return isType ? before.map(({ name }) => name).join('.') : undefined;
}

/** `TEndpoint.Map(app)`: the code that supplies the type argument mounts it. */
const isParameter = ({ node, member }: Registering, type: string): boolean =>
  [...(member?.typeParameters ?? []), ...(node?.typeParameters ?? [])].includes(type);

function ownFunction({ node, local }: Registering, name: string): Expression {
  const member = local.get(name);
  if (node === undefined || member === undefined) return valueNamed(name);
  return valueNamed(`${node.path}${member.modifiers.has('static') ? '.' : '#'}${name}`);
}

export const moduleKind = (method: string): string => `${ASPNET}#${method}`;
/** Modules that are given a group with the name of their class. */
const namedKind = (method: string): string => `${moduleKind(method)}(group)`;

/** Name for the function of an endpoint class that registers its routes, whatever the class calls it. */
const REGISTRAR = '(endpoints)';

/** `group.MapEndpoint<GetUsers>()`: the generic function passes the router to the endpoint class. */
export function moduleMount(one: Registering, router: Expression, type: TypeSyntax, place: number): readonly Mount[] {
  if (type.kind !== 'named') return [];
  const of: Expression = { kind: 'member', of: valueNamed(typeNamed(one.scope, type.name)), name: REGISTRAR };
  return [mountOf(one, router, of, 0, place)];
}

/** A method of an endpoint class that its interface or base class declares; code that collects all such classes calls it. */
export function modules(one: Registering, facts: readonly Fact[]): readonly Fact[] {
  const { node, member, callable, parameters, source } = one;
  if (node === undefined || member === undefined || node.bases.length === 0 || facts.length === 0) return [];
  const index = parameters.findIndex((parameter) => isBuilder(parameter) && !parameter.isThis);
  if (index < 0) return [];
  const at = source.tokens.at(member.at);
  const name = `${callable}:${index}`;
  const given = basePrefix(source, node);
  const prefix = given === undefined ? {} : { prefix: templatePath(readValue(scopeOf(source, node), given), []) };
  const registrar = `${node.path}.${REGISTRAR}`;
  const parent: Expression = { kind: 'parameter', callable: registrar, index: 0 };
  const child: Expression = { kind: 'parameter', callable, index };
  const named = `${name}(group)`;
  const ofClass = templatePath(prefixOfClass(one) ?? { kind: 'absent' }, []);
  return [
    { kind: 'router', by: namedKind(member.name), name: named, root: false, gathered: true, loose: true, prefix: ofClass, at },
    { kind: 'mount', by, parent: valueNamed(named), child, same: true, certainty: 'maybe', at },
    { kind: 'router', by: moduleKind(member.name), name, root: false, gathered: true, ...prefix, at },
    { kind: 'callable', name: registrar, at },
    { kind: 'mount', by, parent, child, same: true, certainty: 'maybe', at },
  ];
}

/** `: CarterModule("/orders")`, `: base("/orders")`: the prefix that a Carter module passes to its base class. */
function basePrefix({ tokens }: Source, node: TypeNode): Range | undefined {
  if (!node.bases.some((base) => simpleName(base) === 'CarterModule')) return undefined;
  const starts = [node.at, ...node.members.filter(({ kind }) => kind === 'constructor').map(({ at }) => at)];
  for (const start of starts) {
    for (let at = start; at < start + 200 && !/^[{;]$/.test(textAt(tokens, at)); at++) {
      if (!/^(?:CarterModule|base)$/.test(textAt(tokens, at)) || textAt(tokens, at + 1) !== '(') continue;
      const close = afterBracket(tokens, at + 1, tokens.list.length) - 1;
      if (close > at + 2) return { from: at + 2, to: close };
    }
  }
  return undefined;
}
