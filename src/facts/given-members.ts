import type { Expression, ObjectMember } from './expression.js';
import type { Lazy } from './program.js';
import type { Target } from './target.js';

/**
 * The declared type of a variable, with those members that its literal surely gives as required ones: `const answer: Answer = { a: 1 }`
 * sends `a`, even where `Answer` may leave it out. Undefined: the literal says no more than the type.
 */
export function withGiven(declared: Target, type: Lazy, value: Expression): Target | undefined {
  if (value.kind !== 'object') return undefined;
  const optional = new Set(declaredMembers(declared).flatMap((member) => (isOptional(member) ? [member.name] : [])));
  const given = givenBy(value.members).filter((name) => optional.has(name));
  if (given.length === 0) return undefined;
  const keys: Expression = { kind: 'union', options: given.map((name) => ({ kind: 'literal', value: name })) };
  const picked: Expression = { kind: 'operator', operator: 'pick', of: type.expression, keys };
  const required: Expression = { kind: 'operator', operator: 'required', of: picked };
  return { kind: 'plain', expression: { kind: 'intersection', parts: [type.expression, required] }, site: type.site };
}

function declaredMembers(declared: Target): readonly ObjectMember[] {
  if (declared.kind === 'type') return declared.declarations.flatMap(({ type }) => (type.kind === 'object' ? type.members : []));
  return declared.kind === 'plain' && declared.expression.kind === 'object' ? declared.expression.members : [];
}

const isOptional = (member: ObjectMember): member is ObjectMember & { kind: 'property' } =>
  member.kind === 'property' && member.optional === true;

/** The last of a name counts, and a spread may replace what comes before it. */
function givenBy(members: readonly ObjectMember[]): readonly string[] {
  const given = new Set<string>();
  for (const member of members) {
    if (member.kind === 'spread') given.clear();
    else if (member.kind === 'property') {
      if (member.optional !== true && WRITTEN.has(member.value.kind)) given.add(member.name);
      else given.delete(member.name);
    }
  }
  return [...given];
}
/** Of a name or a call it would have to be asked whether it is undefined. */
const WRITTEN: ReadonlySet<Expression['kind']> = new Set(['literal', 'text', 'object', 'array', 'tuple', 'scalar']);
