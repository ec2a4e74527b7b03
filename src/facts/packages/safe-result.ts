import { BOOLEAN, unknown } from '../expression.js';
import type { Lazy } from '../program.js';

const AT = { line: 1, column: 1 };

/** The result of `safeParse`: data or errors under their names; only a test of the flag shows which of the two. */
export function safeResult(data: Lazy, names: { readonly data: string; readonly errors: string; readonly flag?: string }): Lazy {
  const { flag } = names;
  return {
    expression: {
      kind: 'object',
      members: [
        { kind: 'spread', value: unknown('whether there is data in it was not asked') },
        ...(flag === undefined ? [] : [{ kind: 'property' as const, name: flag, value: BOOLEAN, at: AT }]),
        { kind: 'property', name: names.data, value: data.expression, hidden: true, at: AT },
        { kind: 'property', name: names.errors, value: unknown('why a value was refused'), hidden: true, at: AT },
      ],
    },
    site: data.site,
  };
}
