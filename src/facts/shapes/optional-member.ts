import type { Lazy } from '../program.js';
import { lookupExport } from '../values/lookup.js';
import { resolve } from '../values/resolve.js';
import type { Resolver, Target } from '../values/target.js';
import { texts, UNREAD } from '../values/texts.js';
import { membersOfTarget } from './members.js';

/** A member that may not exist: `absent` if it surely does not, `unknown` if that is undecidable. */
export type Optional =
  | { readonly kind: 'present'; readonly lazy: Lazy }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly why: string };

const ABSENT: Optional = { kind: 'absent' };
const MAX_DEPTH = 20;

/** `of.name`, where absence has a meaning: an option without a value, a schema without a declaration. */
export function optionalMember(resolver: Resolver, of: Lazy, name: string, depth = 0): Optional {
  if (depth > MAX_DEPTH) return { kind: 'unknown', why: 'it is nested too deeply' };
  const target = resolve(resolver, of, 'value');
  if (target.kind === 'choice') return memberOfChoice(resolver, target.options, name, depth);
  return memberOfTarget(resolver, target, of, name);
}

/** Like `optionalMember`, for a chain of members any of which may be missing. */
export function optionalValue(resolver: Resolver, lazy: Lazy, depth = 0): Optional {
  const { expression, site } = lazy;
  if (expression.kind !== 'member' || depth > MAX_DEPTH) return { kind: 'present', lazy };
  const of = optionalValue(resolver, { expression: expression.of, site }, depth + 1);
  return of.kind === 'present' ? optionalMember(resolver, of.lazy, expression.name) : of;
}

/** The texts of an option; `''` if it surely has no value, UNREAD if that is undecidable. */
export function optionalTexts(resolver: Resolver, lazy: Lazy): readonly string[] {
  const option = optionalValue(resolver, lazy);
  if (option.kind === 'absent') return [''];
  return option.kind === 'unknown' ? [UNREAD] : texts(resolver, option.lazy);
}

function memberOfTarget(resolver: Resolver, target: Exclude<Target, { kind: 'choice' }>, of: Lazy, name: string): Optional {
  switch (target.kind) {
    case 'unknown':
      return target;
    case 'external':
      return { kind: 'unknown', why: 'it comes from a package' };
    case 'callable':
    case 'router': {
      // a class that is a router also has constants
      const member: Lazy = { expression: { kind: 'member', of: of.expression, name }, site: of.site };
      return resolve(resolver, member, 'value').kind === 'unknown' ? ABSENT : { kind: 'present', lazy: member };
    }
    case 'module': {
      const found = lookupExport(resolver.program, target.file, name, 'value');
      if (found === undefined) return ABSENT;
      return { kind: 'present', lazy: { expression: { kind: 'member', of: of.expression, name }, site: of.site } };
    }
    default: {
      if (target.kind === 'plain' && target.expression.kind === 'parameter')
        return { kind: 'unknown', why: 'it is whatever callers pass' };
      const members = membersOfTarget(resolver, target);
      const member = members?.named.get(name);
      if (member !== undefined) return { kind: 'present', lazy: member.value };
      if (members?.open !== undefined) return { kind: 'unknown', why: members.open };
      return members?.rest === undefined ? ABSENT : { kind: 'unknown', why: 'not all its members are known' };
    }
  }
}

function memberOfChoice(resolver: Resolver, options: readonly Lazy[], name: string, depth: number): Optional {
  const all = options.map((option) => optionalMember(resolver, option, name, depth + 1));
  const unknown = all.find((one) => one.kind === 'unknown');
  if (unknown !== undefined) return unknown;
  const present = all.filter((one) => one.kind === 'present');
  const [first] = present;
  if (first === undefined) return ABSENT;
  return present.length === 1 ? first : { kind: 'unknown', why: 'it is one of several' };
}
