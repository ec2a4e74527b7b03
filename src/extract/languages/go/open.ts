import type { Expression } from '../../../facts/expression.js';
import type { Callable, Constant, Fact } from '../../../facts/fact.js';
import { thatAct } from '../../../facts/references/unmentioned.js';
import { ALL_ASPECTS, type Aspects, type Extraction } from '../../extractor.js';
import { isLeftOut } from './build-tags.js';
import { readType, writtenTypes } from './declarations.js';
import { kafkaFacts } from './events/kafka.js';
import { goaFacts } from './frameworks/goa.js';
import { dialects } from './frameworks/index.js';
import { kratosFacts } from './frameworks/kratos.js';
import { otherFramework } from './frameworks/others.js';
import { readFunction } from './functions.js';
import { nameHandlers } from './names.js';
import { isRegistrationMethod } from './routing/dialect.js';
import { typeHint } from './routing/hints.js';
import { ogenFacts } from './routing/ogen.js';
import { operationFields } from './routing/operations.js';
import { registrationsIn } from './routing/registrations.js';
import { routerOf } from './routing/routers.js';
import { listFields } from './routing/tables.js';
import { bufferedWriters } from './sends/writers.js';
import { inside, type Literal, type Place, type Source, unknown } from './source.js';
import { typeName } from './symbols.js';
import type { Node } from './syntax/node.js';
import { placeOf, sourceText } from './syntax/text.js';
import { topLevel } from './top-level.js';
import { typeOf } from './types.js';
import { unmentionedIn } from './unmentioned.js';
import { readValue } from './values.js';

export { readProto } from './protobuf/facts.js';

/** Function literals of one file beyond this are not analysed. */
const MAX_LITERALS = 20_000;

/** Extracts all facts of a file. */
export function extractFile(path: string, text: string, aspects?: Aspects): Extraction {
  if (isLeftOut(path, text)) return { facts: [], gaps: [] };
  const source = openSource(path, text, aspects);
  const literals: Place['literals'] = new Map();
  for (const declared of source.types.values()) readType(source, declared);
  readStored(source, literals);
  for (const node of source.functions) {
    const name = functionName(node.name, node.receiver?.type);
    readFunction({
      source,
      name,
      node,
      outer: undefined,
      literals,
      loops: [],
      receiver: node.receiver,
      typeParameters: node.typeParameters,
    });
  }
  const done = new Set<Literal>();
  // Reading a literal may add more literals: the map grows during the loop.
  for (const literal of literals.values()) {
    if (done.size >= MAX_LITERALS) break;
    done.add(literal);
    readFunction({ source, name: literal.name, node: literal.node, outer: literal.scope, literals, loops: literal.loops });
  }
  writtenTypes(source);
  listFields(source);
  operationFields(source);
  ogenFacts(source);
  goaFacts(source);
  kratosFacts(source);
  source.facts.push(
    ...registrationsIn(source),
    ...kafkaFacts(source),
    ...bufferedWriters(
      source,
      dialects.map(({ id }) => id),
    ),
  );
  nameHandlers(source);
  const other = otherFramework(source);
  if (other !== undefined) source.gaps.push(other);
  const facts = reachable(source);
  return { facts: [...facts, ...thatAct(unmentionedIn(source), { facts, gaps: source.gaps })], gaps: source.gaps };
}

function functionName(name: string, receiver: Node | undefined): string {
  const type = receiver === undefined ? undefined : typeName(receiver);
  return type === undefined ? name : `${type}#${name}`;
}

function openSource(path: string, given: string, { events }: Aspects = ALL_ASPECTS): Source {
  const text = sourceText(given);
  const top = topLevel(text);
  const named = new Set([...top.types.keys(), ...top.stored.keys()]);
  const methods = new Map<string, Set<string>>();
  const registering = new Set<string>();
  for (const { name, receiver, parameters } of top.functions) {
    const type = receiver === undefined ? undefined : typeName(receiver.type);
    named.add(functionName(name, receiver?.type));
    if (type !== undefined) methods.set(type, (methods.get(type) ?? new Set()).add(name));
    const [first, ...others] = parameters;
    const isPath = first?.type.kind === 'name' && first.type.name === 'string' && others.length > 0;
    if (type !== undefined && isPath && dialects.some((one) => isRegistrationMethod(one, name))) registering.add(type);
  }
  const source: Source = {
    path,
    text,
    ...top,
    named,
    methods,
    registering,
    facts: [],
    gaps: [],
    constants: new Map(),
    calls: [],
    passed: new Set(),
    passedFunctions: new Set(),
    callables: new Map(),
    marshalled: new Map(),
    declarations: new Map(),
    imports: new Map(),
    hints: new Map(),
    fields: new Map(),
    fieldTables: new Map(),
    getters: new Map(),
    served: new Map(),
    rows: new Map(),
    operations: new Map(),
    imported: importedFrameworks(top.packages),
    likely: new Map(),
    routers: new Set(),
    events,
  };
  if (text.broken !== undefined) {
    const detail = 'A string or comment of this file never ends: what follows is not read.';
    source.gaps.push({ reason: 'syntax-error', detail, at: placeOf(text, text.broken), hides: 'service' });
  }
  return source;
}

function importedFrameworks(packages: Source['packages']): ReadonlySet<string> {
  const paths = [...packages.values()].map((path) => path.replace(/\/v\d+$/, ''));
  return new Set(dialects.filter((one) => paths.some((path) => one.packages.test(path))).map(({ id }) => id));
}

/** Variables and constants of the package. */
function readStored(source: Source, literals: Place['literals']): void {
  const place: Place = { source, literals, loops: [], scope: inside(undefined) };
  for (const { name, type, value, result, at } of source.stored.values()) {
    if (name === '_') continue;
    const router = value && routerOf(place, value);
    const hint = router === undefined ? type && typeHint(source, type) : { kind: 'router' as const, dialect: router.dialect.id };
    if (hint !== undefined) source.hints.set(name, hint);
    if (hint?.kind === 'router' && value === undefined) {
      source.routers.add(name);
      source.facts.push({ kind: 'router', by: hint.dialect, name, root: false, at: placeOf(source.text, at) });
      continue;
    }
    // the type gives the result, whatever function is assigned
    if (type?.kind === 'function' && value === undefined) {
      const results = type.results.map((one) => typeOf(source, one.type));
      const [only] = results;
      const returns: Expression = results.length === 1 && only !== undefined ? only : { kind: 'tuple', items: results };
      if (only !== undefined) {
        source.callables.set(name, { kind: 'callable', name, returns, at: placeOf(source.text, at) });
        continue;
      }
    }
    const read = value === undefined ? unknown('it holds nothing yet') : (router?.expression ?? readValue(place, value));
    const stored = result === undefined ? read : { kind: 'member' as const, of: read, name: String(result) };
    const declared = type && router === undefined ? { type: typeOf(source, type) } : {};
    source.constants.set(name, { kind: 'constant', name, ...declared, value: stored, at: placeOf(source.text, at) });
  }
}

/** The facts that other facts refer to, or that other files may import. */
function reachable({ facts, constants, callables, declarations, imports }: Source): readonly Fact[] {
  const isLocal = (name: string): boolean => name.includes('@');
  const retained = new Set<Fact>();
  const open: Fact[] = [...facts, ...declarations.values()];
  const outer = [...constants.values(), ...callables.values()].filter(({ name }: Constant | Callable) => !isLocal(name));
  open.push(...outer);
  for (let fact = open.pop(); fact !== undefined; fact = open.pop()) {
    if (retained.has(fact)) continue;
    retained.add(fact);
    for (const name of namesIn(fact)) {
      const own = [constants.get(name), callables.get(name), imports.get(name)];
      for (const one of own) if (one !== undefined && !retained.has(one)) open.push(one);
    }
  }
  const all: Fact[] = [...facts, ...declarations.values(), ...callables.values(), ...constants.values(), ...imports.values()];
  return all.filter((fact) => retained.has(fact));
}

/** The names that a fact refers to. */
function namesIn(fact: Fact): readonly string[] {
  const names: string[] = [];
  const parts: unknown[] = [fact];
  for (let part = parts.pop(); parts.length > 0 || part !== undefined; part = parts.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    if ('kind' in part && part.kind === 'name' && 'name' in part && typeof part.name === 'string') names.push(part.name);
    if (Array.isArray(part)) parts.push(...part);
    else parts.push(...Object.values(part));
  }
  return names;
}
