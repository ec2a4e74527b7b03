import type { Expression } from '../facts/expression.js';

/** The declared types that expressions name, each once. */
export function declaredIn(expressions: readonly Expression[]): readonly { readonly file: string; readonly name: string }[] {
  const found = new Map<string, { readonly file: string; readonly name: string }>();
  const pending: unknown[] = [...expressions];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (isDeclared(next)) found.set(`${next.file}#${next.name}`, { file: next.file, name: next.name });
    for (const inner of Object.values(next)) if (typeof inner === 'object' && inner !== null) pending.push(inner);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, type]) => type);
}

function isDeclared(value: object): value is Extract<Expression, { kind: 'declared' }> {
  return 'kind' in value && value.kind === 'declared' && 'file' in value && 'name' in value;
}
