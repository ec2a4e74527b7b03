import type { Expression } from '../expression.js';
import type { Callable } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { presenceOf } from '../routers/handler-table.js';
import { isNullish } from '../values/elements.js';
import { resolve } from '../values/resolve.js';
import { type ChoiceTarget, FUEL, type Resolver, type Target } from '../values/target.js';

/** The function that answers a route. */
export interface Handler {
  readonly file: string;
  readonly callable: Callable;
  readonly site: Site;
}

/** A function with its arguments: values by the index of the parameter, or by `RECEIVER`. */
export function givenTo(handler: Handler, values: Iterable<readonly [index: number, value: Lazy]>): Handler {
  const passed = new Map(handler.site.passed);
  for (const [index, value] of values) passed.set(`${handler.callable.name}:${index}`, value);
  return { ...handler, site: { ...handler.site, passed } };
}

/** The function behind a handler expression: the last of a list, the function inside a wrapper, the result of a factory. */
export function handlerOf(resolver: Resolver, lazy: Lazy, depth = 0): Handler | undefined {
  if (depth > 10) return undefined;
  const { expression, site } = lazy;
  const inner = (of: Expression, at: Site = site): Handler | undefined =>
    handlerOf(resolver, { expression: of, site: at }, depth + 1);
  if (expression.kind === 'returns') {
    const made = handlerAt(resolver, lazy);
    if (made?.callable.sends !== undefined) return made;
    const [handler] = expression.values ?? [];
    if (expression.lenient === true && handler !== undefined && !isOwn(resolver, lazy)) return inner(handler);
    if (expression.decorates === true) return undefined;
    const wrapped = (expression.values ?? []).map((value) => inner(value)).find((one) => one?.callable.sends !== undefined);
    return wrapped ?? made;
  }
  // for the result of a package's function (`handle("/x", Chain(auth, h))`) the call shows what it wraps
  const passed = expression.kind === 'parameter' ? site.passed?.get(`${expression.callable}:${expression.index}`) : undefined;
  if (passed?.expression.kind === 'returns' || passed?.expression.kind === 'parameter')
    return handlerOf(resolver, passed, depth + 1);
  const target = resolve(resolver, lazy, 'value');
  if (target.kind === 'callable') return asHandler(target);
  // a function that looks like a view of another framework
  const view = target.kind === 'router' ? resolver.program.files.get(target.file)?.callables.get(target.router.name) : undefined;
  if (target.kind === 'router') return view && { file: target.file, callable: view, site: { file: target.file } };
  if (target.kind === 'choice') {
    const all = target.readings === true ? target.options : somethings(resolver, target);
    const found = all.flatMap((option) => handlerOf(resolver, option, depth + 1) ?? []);
    const handlers = found.filter((one, index) => found.findIndex(({ callable }) => callable === one.callable) === index);
    return handlers.length === 1 && (found.length === all.length || target.readings === true) ? handlers[0] : undefined;
  }
  const member = target.kind === 'plain' ? target : lazy;
  if (member.expression.kind === 'member' && (target.kind === 'plain' || target.kind === 'unknown')) {
    const declared = declaredMember(resolver, member.expression, member.site);
    return declared && handlerOf(resolver, declared, depth + 1);
  }
  if (target.kind !== 'plain') return undefined;
  if (target.expression.kind === 'tuple') {
    const last = target.expression.items.at(-1);
    return last === undefined || last.kind === 'spread' ? undefined : inner(last, target.site);
  }
  if (target.expression.kind === 'returns') return inner(target.expression, target.site);
  return undefined;
}

/** Options that may be the handler: of `handlers.get ?? fallback` only the first, if a fully written table surely has it. */
function somethings(resolver: Resolver, { options, otherwise }: ChoiceTarget): readonly Lazy[] {
  const all = options.filter((one) => !isNullish(resolver, one, 'value', FUEL) && presenceOf(resolver, one) !== 'absent');
  const [first] = all;
  return otherwise === true && first !== undefined && presenceOf(resolver, first) === 'present' ? [first] : all;
}

/** Whether the call's function or class belongs to the service. */
function isOwn(resolver: Resolver, { expression: whole, site }: Lazy, depth = 0): boolean {
  let expression = whole;
  while (expression.kind === 'returns') expression = expression.of;
  const target = resolve(resolver, { expression, site }, 'value');
  // `documented = wrapped('x')` in another file
  if (target.kind === 'plain' && target.expression.kind === 'returns' && depth < 5)
    return isOwn(resolver, { expression: target.expression, site: target.site }, depth + 1);
  return target.kind !== 'external' && target.kind !== 'plain';
}

/**
 * The member of a declared class, `bookRoutes(controller: BookController)`, or of the value passed for an interface:
 * `bookRoutes(controllers.books)`. If another class extends it, callers may have passed an instance of that one.
 */
function declaredMember(resolver: Resolver, { of, name }: Member, site: Site): Lazy | undefined {
  const given = of.kind === 'parameter' ? resolver.program.lists.get(`${site.file}#${of.callable}:${of.index}`) : undefined;
  const owner = resolve(resolver, given ?? { expression: of, site }, 'shape');
  const declaration = owner.kind === 'type' ? owner.declarations[0] : undefined;
  if (owner.kind !== 'type' || declaration?.form !== 'class' || resolver.program.extended.has(declaration.name)) return undefined;
  const instance: Expression = { kind: 'instance', of: { kind: 'name', name: declaration.name } };
  return { expression: { kind: 'member', of: instance, name }, site: { file: owner.file } };
}

type Member = Extract<Expression, { kind: 'member' }>;

/** The function that an expression directly refers to. */
export function handlerAt(resolver: Resolver, lazy: Lazy): Handler | undefined {
  const target = resolve(resolver, lazy, 'value');
  return target.kind === 'callable' ? asHandler(target) : undefined;
}

type CallableTarget = Target & { kind: 'callable' };

const asHandler = ({ file, callable, site }: CallableTarget): Handler => ({
  file,
  callable,
  site: { ...site, file },
});

/** The object on which a method is called: for an interface, the type that the variable surely holds. */
export function storedAt(resolver: Resolver, lazy: Lazy): Lazy {
  const stored = resolve(resolver, lazy, 'value');
  const [declaration] = stored.kind === 'type' && stored.arguments.length === 0 ? stored.declarations : [];
  if (stored.kind !== 'type' || declaration?.elsewhere === undefined || declaration.elsewhere.extended === true) return lazy;
  return { expression: { kind: 'declared', file: stored.file, name: declaration.name }, site: { file: stored.file } };
}
