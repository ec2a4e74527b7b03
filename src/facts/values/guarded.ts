import type { At } from '../expression.js';
import type { FileGap, Guarded } from '../fact.js';
import type { FactSheet } from '../fact-sheet.js';
import { withoutDone } from '../references/unmentioned.js';
import { type Resolver, refill } from './target.js';
import { valueHolds } from './when.js';

const WHOLE = { kind: 'plain' } as const;

/** A sheet without what code registers under conditions that constants of the service decide otherwise; the same if there is none. */
export function withoutGuarded(resolver: Resolver, sheet: FactSheet): FactSheet {
  let isSame = true;
  const files = sheet.files.map((file) => {
    const never = file.facts.filter((fact): fact is Guarded => fact.kind === 'guarded' && isNever(resolver, fact, file.path));
    if (never.length === 0) return file;
    isSame = false;
    const { facts, gaps } = withoutDone(file, never);
    const rest = new Set<unknown>(never);
    const doubts = never.filter(({ fixed }) => fixed !== true).map(({ at }) => doubtful(at));
    return { ...file, facts: facts.filter((fact) => !rest.has(fact)), gaps: [...gaps, ...doubts] };
  });
  return isSame ? sheet : { ...sheet, files };
}

const doubtful = (at: At): FileGap => ({
  reason: 'dynamic-mount',
  detail: 'a flag that the code sets against it decides whether this runs, and other code may set the flag anew',
  at,
  hides: 'service',
});

function isNever(resolver: Resolver, { value, holds }: Guarded, file: string): boolean {
  refill(resolver);
  // members of instances are defaults, which other code gives anew
  const { kind } =
    value.kind === 'member' ? resolver.resolve(resolver, { expression: value.of, site: { file } }, 'value') : WHOLE;
  if (kind !== 'plain' && kind !== 'module') return false;
  return valueHolds(resolver, { value, holds }, { file }) === !holds;
}
