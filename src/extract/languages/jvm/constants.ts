import type { Expression } from '../../../facts/expression.js';
import { type Source, scopeOf } from './source.js';
import type { TypeDecl } from './unit.js';
import { readValue } from './values.js';

/** Constants that refer to each other more often than this do so in a circle. */
const MAX_CONSTANTS = 8;

/** A constant of the class itself, or of one around it, by its bare name. */
export function constants(source: Source, decl: TypeDecl, depth = 0): (name: string) => Expression | undefined {
  return (name) => {
    for (let owner: TypeDecl | undefined = decl; owner !== undefined; owner = source.types.get(owner.outer ?? '')) {
      for (const one of [owner, ...owner.nested.filter((inner) => inner.modifiers.has('companion'))]) {
        const field = one.fields.find((candidate) => candidate.name === name && candidate.value !== undefined);
        if (field?.value === undefined || depth > MAX_CONSTANTS) continue;
        return readValue({ source, scope: scopeOf(one), local: constants(source, one, depth + 1) }, field.value);
      }
    }
    const own = source.unit.properties.find((one) => one.name === name);
    const env = {
      source,
      scope: scopeOf(undefined),
      local: depth > MAX_CONSTANTS ? () => undefined : constants(source, decl, depth + 1),
    };
    return own?.value === undefined ? undefined : readValue(env, own.value);
  };
}
