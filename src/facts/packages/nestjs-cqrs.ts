import type { Lazy, Program } from '../program.js';
import { compose } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const DECORATORS = new Map([
  ['QueryBus', 'QueryHandler'],
  ['CommandBus', 'CommandHandler'],
]);

/**
 * The result of a bus's `execute`: of the handler for the message's class, or else the call's type argument, `execute<GetBook,
 * BookDto>(…)`.
 */
function call(resolver: Resolver, of: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  const decorator = DECORATORS.get(of.path.at(-2) ?? '');
  if (expression.kind !== 'returns' || decorator === undefined || of.path.at(-1) !== 'execute') return undefined;
  const [message] = expression.values ?? [];
  const given: Lazy | undefined = message && { expression: message, site };
  const asked = given && classOf(resolver, given, 'shape');
  const [handler, ...others] = asked === undefined ? [] : (handlersOf(resolver, decorator).get(asked) ?? []);
  if (handler !== undefined && given !== undefined && others.length === 0)
    return compose(site.file, (put) => {
      return { kind: 'returns', of: { kind: 'member', of: put(handler), name: 'execute' }, values: [put(given)] };
    });
  const [, result] = expression.arguments ?? [];
  return result && { expression: result, site };
}

/** Handlers by the identity of their message class. */
type Handlers = ReadonlyMap<string, readonly Lazy[]>;

const known = new WeakMap<Program, Map<string, Handlers>>();

function handlersOf(resolver: Resolver, decorator: string): Handlers {
  const { program } = resolver;
  const of = known.get(program) ?? new Map<string, Handlers>();
  known.set(program, of);
  const found = of.get(decorator) ?? readHandlers(resolver, decorator);
  of.set(decorator, found);
  return found;
}

function readHandlers(resolver: Resolver, decorator: string): Handlers {
  const handlers = new Map<string, Lazy[]>();
  for (const [file, { declarations }] of resolver.program.files)
    for (const { name, stored } of [...declarations.values()].flat()) {
      const property =
        stored?.kind === 'object' ? stored.members.find((one) => one.kind === 'property' && one.name === decorator) : undefined;
      const message =
        property?.kind === 'property' ? classOf(resolver, { expression: property.value, site: { file } }, 'value') : undefined;
      if (message === undefined) continue;
      const same = handlers.get(message) ?? [];
      same.push({ expression: { kind: 'declared', file, name }, site: { file } });
      handlers.set(message, same);
    }
  return handlers;
}

/** The identity of a class: of an instance (`shape`), or by its name (`value`). */
function classOf(resolver: Resolver, lazy: Lazy, purpose: 'shape' | 'value'): string | undefined {
  const target = resolver.resolve(resolver, lazy, purpose);
  if (target.kind === 'class') return `${target.file}#${target.declaration.name}`;
  return target.kind === 'type' ? `${target.file}#${target.declarations[0]?.name}` : undefined;
}

/** https://docs.nestjs.com/recipes/cqrs */
export const nestjsCqrs: KnownPackage = {
  title: '`@nestjs/cqrs`',
  specifiers: /^@nestjs\/cqrs$/,
  call,
};
