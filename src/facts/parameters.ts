import type { Constant } from './fact.js';

type Part = Partial<Readonly<Record<string, unknown>>>;

/**
 * The functions whose parameters an expression uses, also through constants of the file. It does not look into parts that are
 * `aside`.
 */
export function parametersIn(
  made: unknown,
  constants?: ReadonlyMap<string, Pick<Constant, 'value'>>,
  aside: (part: Part) => boolean = () => false,
): readonly string[] {
  const found = new Set<string>();
  const named = new Set<string>();
  const open: unknown[] = [made];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null || aside(part)) continue;
    const { kind, callable, name }: Part = part;
    // parameters of a function that only an expression identifies have no name
    if (kind === 'parameter' && typeof callable === 'string' && callable !== '') found.add(callable);
    for (const one of Object.values(part).reverse()) open.push(one);
    if (kind !== 'name' || typeof name !== 'string' || named.has(name)) continue;
    named.add(name);
    open.push(constants?.get(name)?.value);
  }
  return [...found];
}
