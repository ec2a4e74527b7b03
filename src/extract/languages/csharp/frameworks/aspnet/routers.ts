import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { templatePath } from '../../route-templates.js';
import { valueNamed } from '../../source.js';
import { readGiven } from '../../syntax/parse-parts.js';
import type { Argument } from '../../syntax/syntax.js';
import { afterBracket, isWord, type Range, type Tokens, textAt } from '../../syntax/tokens.js';
import { readArguments, type TypeSyntax } from '../../syntax/type-syntax.js';
import { readValue } from '../../values.js';
import { initialOf, isBuilder, localName, type Registering } from './functions.js';
import { groupOfClass } from './named-groups.js';
import { ASPNET } from './profile.js';

const by = ASPNET;

/** `.Name<T>(…)` of a chain. */
export interface Segment {
  readonly name: string;
  /** Index of the name token. */
  readonly at: number;
  readonly typeArguments: readonly TypeSyntax[];
  readonly given: readonly Argument[];
  readonly isCalled: boolean;
}

export interface Chain {
  /** Index of the first token. */
  readonly from: number;
  readonly head: string;
  readonly segments: readonly Segment[];
  readonly to: number;
}

/** No real code has longer chains; each call looks at all calls before it, so the limit keeps the work linear. */
const MAX_SEGMENTS = 100;

/** The chain around a member, from the first name of the chain to the member. */
export function chainAround(tokens: Tokens, member: number, range: Range): Chain | undefined {
  let from = member;
  for (let count = 0; ; count++) {
    if (count > MAX_SEGMENTS) return undefined;
    const dot = textAt(tokens, from - 1);
    if (dot !== '.' && dot !== '?.') break;
    from = startBefore(tokens, from - 2);
    if (from < range.from) return undefined;
  }
  return readChain(tokens, { from, to: range.to }, member);
}

/** The position of the first token of a chain part that ends at `end`. */
function startBefore(tokens: Tokens, end: number): number {
  let at = end;
  if (textAt(tokens, at) === '!') at -= 1;
  while (textAt(tokens, at) === ')' || textAt(tokens, at) === ']') at = (tokens.mates[at] ?? 0) - 1;
  if (textAt(tokens, at) === '>') {
    while (at > 0 && textAt(tokens, at) !== '<') at -= 1;
    at -= 1;
  }
  return at;
}

export function readChain(tokens: Tokens, { from, to }: Range, last = to): Chain | undefined {
  if (!isWord(tokens, from)) return undefined;
  const segments: Segment[] = [];
  let at = from;
  for (;;) {
    const name = textAt(tokens, at);
    const place = at;
    at += 1;
    const generic = textAt(tokens, at) === '<' ? readArguments(tokens, at, to) : undefined;
    if (generic !== undefined && textAt(tokens, generic.next) === '(') at = generic.next;
    const isCalled = at < to && textAt(tokens, at) === '(';
    const close = isCalled ? afterBracket(tokens, at, to) : at;
    const given = isCalled ? readGiven(tokens, { from: at + 1, to: close - 1 }) : [];
    segments.push({ name, at: place, typeArguments: isCalled ? (generic?.given ?? []) : [], given, isCalled });
    at = close;
    if (textAt(tokens, at) === '!') at += 1;
    if (
      at >= to ||
      place >= last ||
      segments.length > MAX_SEGMENTS ||
      !/^\??\.$/.test(textAt(tokens, at)) ||
      !isWord(tokens, at + 1)
    )
      break;
    at += 1;
  }
  return { from, head: textAt(tokens, from), segments, to: at };
}

/** `MapGroup("/x")`, or the service's own function around it with the prefix as an argument: `MapPublicGroup("/x")`. */
function isGroup({ name, given }: Segment): boolean {
  return name === 'MapGroup' || (/^Map\w{1,40}Group$/.test(name) && given.length > 0);
}

/**
 * Methods of builders that return the builder.
 * https://learn.microsoft.com/dotnet/api/microsoft.aspnetcore.routing.routegroupbuilder
 */
const KEEPS =
  /^(?:With|Require|Allow|Disable|Enable|Add|Use|Has|Is|Report|Produces|Accepts|ExcludeFrom|CacheOutput|Finally|NewVersionedApi|NewApi|MapToApiVersion|Advertises|ConfigureAwait|ShortCircuit)/;

/** A service's own functions around the framework's route functions mostly return the group, so that calls can be chained. */
const ROUTES = /^Map(?:Get|Post|Put|Patch|Delete|Methods)/;

/** Words of files in which `Build()` may make an app; builders of requests and texts have such a method as well. */
const MAKES_APPS = /\bWebApplication|\bCreate(?:Slim|Empty|Default|Application)?Builder\b|HostBuilder\b/;

const makers = new WeakMap<Tokens, boolean>();

function mayMakeApps(tokens: Tokens): boolean {
  const known = makers.get(tokens) ?? MAKES_APPS.test(tokens.masked.bare);
  makers.set(tokens, known);
  return known;
}

const NO_PREFIX: Expression = { kind: 'unknown', why: 'no prefix' };

/** The routers of one function, by the names of their variables. */
export class Routers {
  readonly facts: Fact[] = [];
  readonly #function: Registering;
  readonly #named = new Map<string, Expression | undefined>();
  readonly #groups = new Set<number>();

  constructor(registering: Registering) {
    this.#function = registering;
  }

  /** The router that a chain up to a segment (excluded) stands for; undefined if it is no router. */
  of(chain: Chain, until: number): Expression | undefined {
    const [first] = chain.segments;
    if (first === undefined) return undefined;
    let router = first.isCalled ? undefined : this.named(chain.head);
    for (const segment of chain.segments.slice(1)) {
      if (segment.at >= until) break;
      if (segment.name === 'Build' && segment.isCalled && mayMakeApps(this.#function.source.tokens))
        router = this.#root(segment.at);
      else if (isGroup(segment) && router !== undefined) router = this.#group(segment, router);
      else if (segment.name === 'Create' && chain.head === 'WebApplication') router = this.#root(segment.at);
      else if (segment.isCalled && !this.#isKept(segment, chain, until)) router = undefined;
    }
    return router;
  }

  /** Does a call return its receiver? Calls that map routes mostly do, but may return a group for further routes. */
  #isKept({ name, at }: Segment, { segments }: Chain, until: number): boolean {
    if (KEEPS.test(name) || ROUTES.test(name)) return true;
    const next = segments.find((one) => one.at > at && !KEEPS.test(one.name));
    const isLast = next === undefined || next.at > until;
    return name.startsWith('Map') && !isLast && !ROUTES.test(next.name) && !/^Map(?:Group)?$/.test(next.name);
  }

  /** The router in a variable or parameter. */
  named(name: string): Expression | undefined {
    if (this.#named.has(name)) return this.#named.get(name);
    this.#named.set(name, undefined);
    const found = this.#find(name);
    this.#named.set(name, found);
    return found;
  }

  #find(name: string): Expression | undefined {
    const { parameters, callable, source } = this.#function;
    const index = parameters.findIndex((one) => one.name === name);
    const parameter = parameters[index];
    if (parameter !== undefined) return isBuilder(parameter) ? { kind: 'parameter', callable, index } : undefined;
    if (this.#isMoved(name)) return undefined;
    const value = initialOf(this.#function, name);
    if (value === undefined) return this.#lambda(name);
    const from = textAt(source.tokens, value.from) === 'await' ? value.from + 1 : value.from;
    const chain = readChain(source.tokens, { from, to: value.to });
    const router = chain && this.of(chain, chain.to);
    if (router === undefined) return undefined;
    const stored = localName(this.#function, name);
    this.facts.push({ kind: 'constant', name: stored, value: router, at: source.tokens.at(value.from) });
    return valueNamed(stored);
  }

  /** Is a variable assigned another router later? `group = group.WithTags("x")` is the same router. */
  #isMoved(name: string): boolean {
    const { source, range } = this.#function;
    const { tokens } = source;
    for (let at = range.from + 1; at < range.to - 1; at++) {
      if (textAt(tokens, at) !== name || textAt(tokens, at + 1) !== '=' || !/^[;{})]$/.test(textAt(tokens, at - 1))) continue;
      const chain = readChain(tokens, { from: at + 2, to: range.to });
      if (chain?.head !== name || chain.segments.slice(1).some((one) => !KEEPS.test(one.name))) return true;
    }
    return false;
  }

  /** `app.UseEndpoints(endpoints => …)`: the parameter is the service itself. */
  #lambda(name: string): Expression | undefined {
    const { tokens } = this.#function.source;
    const { from, to } = this.#function.range;
    for (let at = from; at < to; at++) {
      if (textAt(tokens, at) !== name || textAt(tokens, at + 1) !== '=>') continue;
      if (textAt(tokens, at - 1) !== '(' || textAt(tokens, at - 2) !== 'UseEndpoints') continue;
      return this.#root(at);
    }
    return undefined;
  }

  #root(index: number): Expression {
    const at = this.#function.source.tokens.at(index);
    const name = `app@${at.line}:${at.column}`;
    if (!this.#groups.has(index)) this.facts.push({ kind: 'router', by, name, root: true, at });
    this.#groups.add(index);
    return valueNamed(name);
  }

  #group({ at: index, given }: Segment, parent: Expression): Expression {
    const { source, scope } = this.#function;
    const at = source.tokens.at(index);
    const name = `group@${at.line}:${at.column}`;
    const child = valueNamed(name);
    if (this.#groups.has(index)) return child;
    this.#groups.add(index);
    const [first] = given;
    const prefix = groupOfClass(this.#function, first) ?? (first === undefined ? NO_PREFIX : readValue(scope, first));
    this.facts.push({ kind: 'router', by, name, root: false, at });
    this.facts.push({ kind: 'mount', by, parent, child, prefix: templatePath(prefix, []), certainty: 'router', at });
    return child;
  }
}
