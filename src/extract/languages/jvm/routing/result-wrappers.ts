import { simpleName, type TypeRef } from '../unit.js';

const ANYTHING: TypeRef = { name: '?', arguments: [], nullable: false };

/** Removes wrappers of a handler's result; `hasStatus`: one of them determines the status itself. */
export function unwrapped(
  of: TypeRef | undefined,
  wrappers: ReadonlySet<string>,
  responses: ReadonlySet<string>,
): { readonly type: TypeRef | undefined; readonly hasStatus: boolean } {
  let type = of;
  let hasStatus = false;
  for (let name = simpleName(type?.name ?? ''); type !== undefined && wrappers.has(name); name = simpleName(type.name)) {
    hasStatus ||= responses.has(name);
    type = elementOf(type);
  }
  return { type, hasStatus };
}

export const elementOf = (type: TypeRef): TypeRef => type.arguments[0] ?? ANYTHING;

/** Types whose values are sent as the elements of a list. */
const STREAMS = new Set(['Flux', 'Flow', 'Flowable', 'Observable', 'Publisher', 'Stream']);

export const isStream = ({ name }: TypeRef): boolean => STREAMS.has(name);
export const listOf = (type: TypeRef): TypeRef => ({ name: '[]', arguments: [elementOf(type)], nullable: false });
