import type { Location } from '../../model/location.js';
import { append } from '../../model/multi-map.js';
import type { Sending } from '../message-fact.js';
import type { Lazy, Site } from '../program.js';
import { FUEL, type Resolver, refill, type Target } from '../values/target.js';

/** A place from which a message is sent, directly or through wrappers of the service. */
export interface SentFrom {
  /** With the arguments for the parameters of the wrapper. */
  readonly site: Site;
  /** The place of the outermost call. */
  readonly at: Location;
  /** The declared parameter of the handler passed to it. */
  readonly taken?: Lazy;
}

/** The calls of a file's function, as facts record them. */
export type Callers = (file: string, callable: string) => readonly SentFrom[];

/** Wrappers that call each other more often than this do so in a circle. */
const MAX_WRAPPERS = 4;
const MAX_CALLS = 2_000;

interface Call {
  readonly file: string;
  readonly fact: Sending;
}

/** Finds the callers of a function that publishes or handles its arguments. */
export function callersOf(resolver: Resolver): Callers {
  let byCallable: ReadonlyMap<string, readonly Call[]> | undefined;
  const calls = (file: string, callable: string, depth: number): readonly SentFrom[] => {
    byCallable ??= indexCalls(resolver);
    const own = (byCallable.get(`${file}#${callable}`) ?? []).slice(0, MAX_CALLS);
    return own.flatMap((call): readonly SentFrom[] => {
      const outer = call.fact.inside === undefined || depth >= MAX_WRAPPERS ? [] : calls(call.file, call.fact.inside, depth + 1);
      const here: SentFrom = { site: { file: call.file }, at: { file: call.file, ...call.fact.at } };
      return (outer.length === 0 ? [here] : outer).map((from) => passed(call, file, callable, from));
    });
  };
  return (file, callable) => calls(file, callable, 0);
}

function passed({ fact }: Call, file: string, callable: string, from: SentFrom): SentFrom {
  const values = new Map(from.site.passed);
  for (const [index, expression] of fact.given.entries()) values.set(`${callable}:${index}`, { expression, site: from.site });
  const [takes] = fact.takes ?? [];
  return {
    site: { file, passed: values },
    at: from.at,
    ...(takes === undefined
      ? from.taken === undefined
        ? {}
        : { taken: from.taken }
      : { taken: { expression: takes.type, site: from.site } }),
  };
}

function indexCalls(resolver: Resolver): ReadonlyMap<string, readonly Call[]> {
  const found = new Map<string, Call[]>();
  for (const { facts } of resolver.program.files.values()) {
    for (const fact of facts.facts) {
      if (fact.kind !== 'sending') continue;
      refill(resolver);
      const target = calledBy(resolver, { expression: fact.callable, site: { file: facts.path } });
      if (target?.kind !== 'callable') continue;
      const key = `${target.file}#${target.callable.name}`;
      append(found, key, { file: facts.path, fact });
    }
  }
  return found;
}

/** The target of a call; for a parameter, the method of its declared type. */
function calledBy(resolver: Resolver, { expression, site }: Lazy): Target | undefined {
  const target = resolver.resolve(resolver, { expression, site }, 'value');
  if (target.kind === 'callable' || expression.kind !== 'member') return target;
  const owner = resolver.resolve(resolver, { expression: expression.of, site }, 'shape');
  return resolver.memberOf(resolver, owner, expression.name, 'value', FUEL);
}
