import type { Expression } from '../../../facts/expression.js';
import { type Source, scopeOf } from './source.js';
import { typeOf } from './types.js';
import type { Method, TypeDecl } from './unit.js';

/** Parameters of a handler and members of its class, by their declared types. */
export function handlerLocals(
  source: Source,
  decl: TypeDecl | undefined,
  method: Method,
): (name: string) => Expression | undefined {
  return (name) => {
    const parameter = method.parameters.find((one) => one.name === name);
    if (parameter?.type !== undefined) return typeOf(source, scopeOf(decl, method.typeParameters), parameter.type);
    const field = [...(decl?.fields ?? []), ...(decl?.components ?? [])].find((one) => one.name === name);
    return field?.type === undefined ? undefined : typeOf(source, scopeOf(decl), field.type);
  };
}
