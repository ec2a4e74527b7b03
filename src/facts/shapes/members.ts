import type { Location } from '../../model/location.js';
import type { EnumValue } from '../../model/shape.js';
import type { Expression, ObjectMember } from '../expression.js';
import type { Declaration } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { constructorGiven, passedToBase } from '../values/constructed.js';
import { filledMembers } from '../values/filled.js';
import { declaredByPackage, hasUnreadCode, hasUnreadMethods, UNREAD_CODE } from '../values/installed.js';
import { isPlain } from '../values/memo.js';
import { receivedMember } from '../values/received.js';
import { resolve } from '../values/resolve.js';
import { optionsLeft } from '../values/surely.js';
import { cut, type ExternalTarget, nested, type Purpose, type Resolver, type Target, undeclared } from '../values/target.js';
import { texts, UNREAD } from '../values/texts.js';
import { bindTypes } from '../values/type-parameters.js';
import { EMPTY, type Member, type Members, MOST_PARTS, merge, oneOf, open, setOn } from './member-list.js';
import { fieldsWritten, serializedAs } from './member-writing.js';
import { named, namedByService, policyOf } from './naming.js';
import { leavingEarlier } from './schema-spreads.js';

/** Mix-ins nested deeper than this are cyclic or hostile. */
const MAX_DEPTH = 40;
const TOO_DEEP = open('it is nested too deeply');

/** The members of an expression's value; undefined: it is no object. */
export function membersOf(resolver: Resolver, lazy: Lazy, depth = 0): Members | undefined {
  return membersOfTarget(resolver, resolve(resolver, lazy, 'shape'), depth);
}

/** The members with a name of what `lazy` represents; none of what is not an object. */
export const namedMembers = (resolver: Resolver, lazy: Lazy): readonly Member[] => [
  ...(membersOf(resolver, lazy)?.named.values() ?? []),
];

export function membersOfTarget(resolver: Resolver, target: Target, depth = 0): Members | undefined {
  if (depth > MAX_DEPTH) return cut(resolver, TOO_DEEP);
  const members = nested(resolver, () => membersAt(resolver, target, depth), TOO_DEEP);
  return resolver.writesFields === true && target.kind === 'type' ? fieldsWritten(members) : members;
}

function membersAt(resolver: Resolver, target: Target, depth: number): Members | undefined {
  switch (target.kind) {
    case 'type':
      return target.arguments.length > 0 || target.made !== undefined
        ? membersOfType(resolver, target, depth)
        : resolver.memos.members.during(
            resolver,
            target.declarations,
            { file: target.file },
            'shape',
            () => membersOfType(resolver, target, depth),
            TOO_DEEP,
          );
    case 'class':
      return membersOfList(resolver, target.declaration.statics ?? [], { file: target.file }, depth);
    case 'plain':
      return membersOfPlain(resolver, target.expression, target.site, depth);
    case 'unknown':
      return open(target.why);
    case 'external':
      return membersOfExternal(resolver, target, depth);
    case 'choice':
      return membersOfChoice(resolver, optionsLeft(resolver, target), depth);
    default:
      return undefined;
  }
}

function membersOfExternal(resolver: Resolver, target: ExternalTarget, depth: number): Members | undefined {
  const declared = declaredByPackage(resolver, target);
  return declared === undefined ? open(undeclared(resolver, target)) : membersOfTarget(resolver, declared, depth + 1);
}

function membersOfType(
  resolver: Resolver,
  { file, declarations, arguments: given, made }: Target & { kind: 'type' },
  depth: number,
): Members | undefined {
  let all: Members = declarations.length > MOST_PARTS ? open('it is declared in too many parts') : EMPTY;
  for (const declaration of declarations.slice(0, MOST_PARTS)) {
    if (declaration.form === 'enum') return undefined;
    if (hasUnreadCode(resolver.program, file, declaration)) {
      all = merge(all, open(`${declaration.name} ${UNREAD_CODE}`));
      continue;
    }
    const passed = made && { passed: constructorGiven(declaration, made) };
    const site = bindTypes(declaration.parameters, given, { file, ...passed });
    const further = made && passedToBase(resolver.program.files.get(file), declaration, made, site);
    for (const base of declaration.extends ?? []) {
      const of = resolve(resolver, { expression: base, site }, 'shape');
      const inherited = membersOfTarget(resolver, of.kind === 'type' && further ? { ...of, made: further } : of, depth + 1);
      if (declaration.embeds === true && inherited !== undefined) all = embed(all, inherited);
      else all = merge(all, inherited ?? open(`what ${declaration.name} extends is not known`));
    }
    if (declaration.type.kind !== 'object') continue;
    const own = membersOfList(resolver, declaration.type.members, site, depth, declaration);
    all = merge(declaration.embeds === true ? beside(all, own) : all, own);
  }
  const policy = policyOf(resolver, declarations, file);
  return policy === undefined ? all : named(all, policy);
}

/**
 * Of two fields with the same JSON name, the shallower one is sent; of two at the same depth perhaps none:
 * https://pkg.go.dev/encoding/json#Marshal.
 */
function embed(before: Members, inherited: Members): Members {
  const deeper = [...inherited.named].map(([name, one]): [string, Member] => [name, { ...one, embedding: depthOf(one) + 1 }]);
  const added: Members = { ...inherited, named: new Map(deeper) };
  const [first, second] = [byWire(before), byWire(added)];
  const both = merge(beside(before, added), added);
  const all = new Map(both.named);
  for (const [wire, there] of second) {
    const here = first.get(wire);
    if (here === undefined) continue;
    const [winner, loser] = depthOf(here) < depthOf(there) ? [here, there] : [there, here];
    const isTie = depthOf(here) === depthOf(there);
    if (loser.name !== winner.name) all.set(loser.name, { ...loser, hidden: true });
    all.set(winner.name, isTie ? { ...winner, value: { ...winner.value, expression: TWICE } } : winner);
  }
  return { ...both, named: all };
}

/** Adds members that later ones with the same source name do not replace: JSON looks only at names on the wire. */
function beside(before: Members, later: Members): Members {
  const sent = byWire(later);
  const named = [...before.named].map(([name, one]): [string, Member] => {
    const other = later.named.get(name);
    const stays = other !== undefined && !one.hidden && one.method === undefined && !sent.has(one.wire);
    const aside = `${name} ${one.wire}`;
    return stays ? [aside, { ...one, name: aside }] : [name, one];
  });
  return { ...before, named: new Map(named) };
}

const TWICE: Expression = { kind: 'unknown', why: 'two structs that are embedded have such a field' };

const depthOf = ({ embedding }: Member): number => embedding ?? 0;

const byWire = ({ named }: Members): ReadonlyMap<string, Member> =>
  new Map([...named.values()].flatMap((one) => (one.hidden || one.method !== undefined ? [] : [[one.wire, one]])));

function membersOfPlain(resolver: Resolver, expression: Expression, site: Site, depth: number): Members | undefined {
  switch (expression.kind) {
    case 'object':
      if (hasUnreadMethods(resolver.program, site.file, expression.members)) return open(`a type ${UNREAD_CODE}`);
      return namedByService(resolver, membersOfList(resolver, expression.members, site, depth), expression.members, site.file);
    case 'map':
      return { ...EMPTY, rest: { expression: expression.values, site } };
    case 'intersection':
      return expression.parts.reduce<Members>(
        (all, part) => merge(all, membersOf(resolver, { expression: part, site }, depth + 1) ?? EMPTY, 'intersect'),
        EMPTY,
      );
    case 'operator':
      return membersOfOperator(resolver, expression, site, depth);
    case 'parameter':
      return open('a value passed by a caller');
    default:
      return undefined;
  }
}

function membersOfOperator(
  resolver: Resolver,
  expression: Expression & { kind: 'operator' },
  site: Site,
  depth: number,
): Members | undefined {
  const { operator, keys } = expression;
  const of: Lazy = { expression: expression.of, site };
  if (operator === 'record') {
    const names = keys === undefined ? undefined : literals(resolver, { expression: keys, site });
    if (names === undefined) return { ...EMPTY, rest: of };
    return { named: new Map(names.map((name) => [String(name), plainMember(String(name), of)])) };
  }
  if (operator === 'named') return keys === undefined ? EMPTY : namedMember(of, texts(resolver, { expression: keys, site }));
  const all = membersOf(resolver, of, depth + 1);
  if (all === undefined) return undefined;
  if (operator === 'partial' || operator === 'required')
    return map(all, (member) => ({ ...member, optional: operator === 'partial', ...(keys !== undefined && { loose: true }) }));
  if (operator === 'serialized') return all;
  if (operator === 'source-names') return map(all, underSourceName);
  if (operator === 'received') return map(all, (member) => receivedMember(member, expression));
  if (operator === 'blank') return map(all, (member) => (member.blank === true ? unassigned(member) : member));
  if (operator === 'filled') return filledMembers(all, keys, site);
  if (operator !== 'pick' && operator !== 'omit') return undefined;
  const asked: Lazy | undefined = keys && { expression: keys, site };
  // the type `string[]` of a list does not show which names its literal contains
  const names = asked && (literals(resolver, asked) ?? literals(resolver, asked, 'value'));
  if (names === undefined) return open('the picked names are not known');
  const chosen = new Set(names.map(String));
  const named = new Map([...all.named].filter(([name]) => chosen.has(name) === (operator === 'pick')));
  if (operator === 'omit') {
    // these are absent, whatever other members exist
    if (all.rest !== undefined || all.open !== undefined)
      for (const name of chosen) named.set(name, plainMember(name, { expression: { kind: 'absent' }, site }));
    return { ...all, named };
  }
  const lost = all.open !== undefined && [...chosen].some((name) => !all.named.has(name));
  return lost ? { named, open: all.open } : { named };
}

/** A member whose name is a constant; no policy changes it. */
function namedMember(of: Lazy, names: readonly string[]): Members {
  const [name] = names;
  if (name === undefined || names.length > 1 || name.includes(UNREAD)) return open('what names a member is not known');
  return { named: new Map([[name, { ...plainMember(name, of), explicit: true }]]) };
}

/** A member, and those inside it, by its name in the source. */
function underSourceName(member: Member): Member {
  if (member.method !== undefined) return member;
  const { expression: of, site } = member.value;
  const value: Lazy = { expression: { kind: 'operator', operator: 'source-names', of }, site };
  return { ...member, wire: member.name, explicit: true, value };
}

/** A member that its class only declares: the code that makes an instance may still fill it. */
function unassigned(member: Member): Member {
  const expression: Expression = { kind: 'unknown', why: 'it is declared, and nothing is seen to give it a value' };
  return { ...member, value: { expression, site: member.value.site } };
}

function plainMember(name: string, value: Lazy): Member {
  return { name, wire: name, value, optional: false, explicit: false, hidden: false, at: { file: value.site.file, line: 1 } };
}

function map(all: Members, change: (member: Member) => Member): Members {
  return { ...all, named: new Map([...all.named].map(([name, member]) => [name, change(member)])) };
}

/** Members of plain lists at a site without bound names: they are the same for each route, and many routes may need them. */
const fixed = new WeakMap<
  readonly ObjectMember[],
  { readonly file: string; readonly owner: Declaration | undefined; readonly members: Members }
>();

export function membersOfList(
  resolver: Resolver,
  list: readonly ObjectMember[],
  site: Site,
  depth: number,
  owner?: Declaration,
): Members {
  if (!isPlain(site)) return readMembers(resolver, list, site, depth, owner);
  const known = fixed.get(list);
  if (known?.file === site.file && known.owner === owner) return known.members;
  const members = readMembers(resolver, list, site, depth, owner);
  if (list.every(({ kind }) => kind === 'property' || kind === 'method')) fixed.set(list, { file: site.file, owner, members });
  return members;
}

function readMembers(
  resolver: Resolver,
  list: readonly ObjectMember[],
  site: Site,
  depth: number,
  owner: Declaration | undefined,
): Members {
  let all: Members = EMPTY;
  let own = new Map<string, Member>();
  let inPlace: Members | undefined;
  const flush = (): void => {
    if (own.size > 0) all = merge(all, { named: own });
    own = new Map();
  };
  for (const member of list) {
    if (member.kind === 'property' || member.kind === 'method') {
      const fresh = toMember(member, site, owner);
      const made = inPlace === undefined ? fresh : setOn(inPlace.named.get(fresh.name), fresh);
      own.delete(made.name);
      own.set(made.name, made);
    } else if (member.kind === 'rest') {
      flush();
      all = merge(all, { ...EMPTY, rest: { expression: member.values, site } });
    } else {
      flush();
      all = merge(all, leavingEarlier(resolver, all, spread(resolver, { expression: member.value, site }, depth, member.own)));
      if (member.own === true) inPlace = all;
    }
  }
  flush();
  return all;
}

function toMember(member: ObjectMember & { kind: 'property' | 'method' }, site: Site, owner: Declaration | undefined): Member {
  const at: Location = { file: site.file, ...member.at };
  const of = owner === undefined ? {} : { owner: { file: site.file, className: owner.name } };
  if (member.kind === 'method') {
    return {
      name: member.name,
      wire: member.name,
      value: { expression: { kind: 'name', name: member.callable, space: 'value' }, site },
      optional: false,
      explicit: false,
      hidden: false,
      method: member.getter === true ? 'getter' : 'method',
      ...of,
      at,
    };
  }
  return {
    name: member.member ?? member.name,
    wire: member.name,
    value: { expression: member.value, site },
    optional: member.optional === true,
    ...(member.loose === true && { loose: true }),
    ...(member.defaulted === true && { defaulted: true }),
    ...(member.computed === true && { computed: true }),
    ...(member.blank === true && { blank: true }),
    explicit: member.naming === 'explicit',
    ...(member.access === undefined ? {} : { access: member.access }),
    hidden: member.hidden === true,
    ...(member.unsure === undefined ? {} : { unsure: member.unsure }),
    ...(member.serialized === undefined ? {} : { serialized: serializedAs(member.serialized, site) }),
    ...(member.stored === undefined ? {} : { stored: { expression: member.stored, site } }),
    ...of,
    at: { ...at, file: member.file ?? site.file },
    // a declared member's own expression has the question for inference
    ...(member.file === undefined && owner === undefined && { ask: { file: site.file, at: member.at, what: 'stored' as const } }),
  };
}

/** `...value`: nothing for `undefined` and `null`, otherwise only own enumerable members; a value itself keeps its methods. */
function spread(resolver: Resolver, lazy: Lazy, depth: number, own = false): Members {
  const target = resolve(resolver, lazy, 'shape');
  if (target.kind === 'plain' && ['absent', 'literal', 'scalar'].includes(target.expression.kind)) return EMPTY;
  const all = membersOfTarget(resolver, target, depth + 1);
  if (all === undefined) return open('what is spread into it is not known');
  return own ? all : { ...all, named: new Map([...all.named].filter(([, member]) => member.method === undefined)) };
}

/** Members of one of several options: those that all options have are certain. */
function membersOfChoice(resolver: Resolver, options: readonly Lazy[], depth: number): Members | undefined {
  const all: Members[] = [];
  for (const option of options) {
    const target = resolve(resolver, option, 'shape');
    const nothing =
      target.kind === 'plain' &&
      (target.expression.kind === 'absent' || target.expression.kind === 'literal' || target.expression.kind === 'scalar');
    const members = nothing ? EMPTY : membersOfTarget(resolver, target, depth + 1);
    if (members === undefined) return undefined;
    all.push(members);
  }
  return oneOf(all);
}

/** The values of a union of literals; undefined if it is anything else. */
export function literals(
  resolver: Resolver,
  lazy: Lazy,
  purpose: Purpose = 'shape',
  depth = 0,
): readonly EnumValue[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const target = resolve(resolver, lazy, purpose);
  if (target.kind === 'choice') return all(target.options.map((option) => literals(resolver, option, purpose, depth + 1)));
  if (target.kind === 'type' && target.declarations[0]?.form === 'enum') {
    return literals(resolver, { expression: target.declarations[0].type, site: { file: target.file } }, purpose, depth + 1);
  }
  if (target.kind !== 'plain') return undefined;
  const { expression, site } = target;
  if (expression.kind === 'literal') return [expression.value];
  if (expression.kind === 'operator' && expression.operator === 'keyof') {
    const members = membersOf(resolver, { expression: expression.of, site }, depth + 1);
    return members === undefined || members.open !== undefined || members.rest !== undefined
      ? undefined
      : [...members.named.keys()];
  }
  if (expression.kind === 'tuple') {
    return all(
      expression.items.map((item) =>
        item.kind === 'spread'
          ? spreadLiterals(resolver, { expression: item.value, site }, purpose, depth)
          : literals(resolver, { expression: item, site }, purpose, depth + 1),
      ),
    );
  }
  return undefined;
}

/** Lists that spread lists are followed this far: each may spread several. */
const MOST_SPREADS = 4;

/** `[...OPEN, 'tools']`: of a list, not of the characters of a text. */
function spreadLiterals(resolver: Resolver, lazy: Lazy, purpose: Purpose, depth: number): readonly EnumValue[] | undefined {
  const target = resolve(resolver, lazy, 'value');
  if (target.kind !== 'plain' || target.expression.kind !== 'tuple') return undefined;
  return literals(resolver, lazy, purpose, depth + Math.ceil(MAX_DEPTH / MOST_SPREADS));
}

function all(parts: readonly (readonly EnumValue[] | undefined)[]): readonly EnumValue[] | undefined {
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}
