import type { ObjectMember } from '../../../facts/expression.js';
import type { ClassDefinition } from './scope.js';
import type { Source } from './source.js';

/** Falcon resource methods that answer requests: `on_get`, or `on_post_items` for the suffix `items`. */
export const RESPONDER = /^on_(get|post|put|patch|delete|head|options)(?:_(\w{1,80}))?$/;

/** The member of a resource that answers for a suffix; see Falcon's `add_route`. */
export const suffixMember = (suffix: string): string => `|on:${suffix}`;

const responderSuffix = (name: string): string | undefined => {
  const found = RESPONDER.exec(name);
  return found === null ? undefined : (found[2] ?? '');
};

/** Members that link each suffix to the responders of a class, including inherited ones. */
export function suffixMembers({ at }: Source, { fact, methods }: ClassDefinition): readonly ObjectMember[] {
  const suffixes = new Set(methods.flatMap(({ name }) => responderSuffix(name) ?? []));
  return [...suffixes].map((suffix) => {
    const name = suffixMember(suffix);
    const start = methods.find((method) => responderSuffix(method.name) === suffix)?.start ?? 0;
    return {
      kind: 'property',
      name,
      value: { kind: 'name', name: `${fact}${name}`, space: 'value' },
      hidden: true,
      at: at(start),
    };
  });
}
