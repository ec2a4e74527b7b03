import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';

const AT = { line: 1, column: 1 };
const unknown = (why: string): Expression => ({ kind: 'unknown', why });

/** What `safeParse` gives: data or errors under their names, but which of them is only known where `success` was asked. */
export function safeResult(data: Lazy, names: { readonly data: string; readonly errors: string }): Lazy {
  return {
    expression: {
      kind: 'object',
      members: [
        { kind: 'spread', value: unknown('whether there is data in it depends on `success`') },
        { kind: 'property', name: 'success', value: { kind: 'scalar', type: 'boolean' }, at: AT },
        { kind: 'property', name: names.data, value: data.expression, hidden: true, at: AT },
        { kind: 'property', name: names.errors, value: unknown('why a value was refused'), hidden: true, at: AT },
      ],
    },
    site: data.site,
  };
}
