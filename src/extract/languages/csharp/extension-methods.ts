import type { Callable } from '../../../facts/fact.js';
import { isResult } from './sends.js';
import { type Source, valueNamed } from './source.js';
import type { Member } from './syntax/syntax.js';
import { simpleName } from './syntax/type-syntax.js';
import { unknown, unwrapTask } from './types.js';

/** Exports an extension method by its name alone, because any value may call it; not if several have this name. */
export function exportExtension(source: Source, { name: own, at }: Callable, name: string): void {
  const { facts } = source;
  const places = extensions.get(source) ?? new Map<string, number>();
  extensions.set(source, places);
  const exported = `.${name}`;
  const value = valueNamed(own);
  const index = places.get(name);
  if (index === undefined) places.set(name, facts.push({ kind: 'export', name: exported, value, at }) - 1);
  else facts[index] = { kind: 'export', name: exported, value: unknown(`several extension methods are named ${name}`), at };
}

/** The positions of a file's extension method exports among its facts, by name. */
const extensions = new WeakMap<Source, Map<string, number>>();

/** Extension methods as members of the types that they extend: the receiver tells those of one name apart. */
export function extensionsAmong(
  source: Source,
  all: readonly Member[],
  callableOf: (method: Member, name: string) => Callable,
): readonly Callable[] {
  const extended = all.map(extendedBy);
  const counts = new Map<string | undefined, number>();
  for (const one of extended) counts.set(one, (counts.get(one) ?? 0) + 1);
  return all.flatMap((method, index): readonly Callable[] => {
    const of = extended[index];
    const result = unwrapTask(method.type);
    if (of === undefined || counts.get(of) !== 1 || (result !== undefined && isResult(result))) return [];
    const callable = callableOf(method, `${of}#${method.name}`);
    const { name, at } = callable;
    source.facts.push({ kind: 'export', name, value: valueNamed(name), at });
    return [callable];
  });
}

/** The simple name of the type that a method extends, without type parameters. */
function extendedBy({ parameters: [receiver], typeParameters }: Member): string | undefined {
  const type = receiver?.type?.kind === 'nullable' ? receiver.type.of : receiver?.type;
  const isPlain = type?.kind === 'named' && type.arguments.length === 0 && typeParameters.length === 0;
  return receiver?.isThis === true && isPlain ? simpleName(type) : undefined;
}
