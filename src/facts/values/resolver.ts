import type { FactSheet } from '../fact-sheet.js';
import { packages } from '../packages/index.js';
import { createProgram } from '../program.js';
import { memberOf } from '../shapes/member-of.js';
import { membersOf } from '../shapes/members.js';
import { withoutGuarded } from './guarded.js';
import { Memo } from './memo.js';
import { Questions } from './questions.js';
import { resolve } from './resolve.js';
import type { Resolver } from './target.js';
import { readAssigned } from './when.js';

/** The resolver with everything that evaluates the facts of a sheet. */
export function createResolver(sheet: FactSheet): Resolver {
  const whole = resolverFor(sheet);
  const left = withoutGuarded(whole, sheet);
  return left === sheet ? whole : resolverFor(left);
}

function resolverFor(sheet: FactSheet): Resolver {
  const resolver: Resolver = {
    program: createProgram(sheet),
    memberOf,
    membersOf,
    resolve,
    packages,
    answers: new Map(Object.entries(sheet.answers ?? {})),
    questions: new Questions(),
    budget: { left: 0, depth: 0, cut: Infinity, partial: [] },
    memos: { values: new Memo(), members: new Memo() },
    assigned: new Map(),
    serializer: 'off',
  };
  readAssigned(resolver);
  return resolver;
}
