import { type Expression, nullable, type ObjectMember } from '../../../facts/expression.js';
import type { Callable, Declaration } from '../../../facts/fact.js';
import { ANY_MAKER, ANY_TYPE } from './declares.js';
import { dialectOf } from './frameworks/index.js';
import { givesValue, implementedName, methodsOf } from './names.js';
import { isOgen } from './ogen.js';
import { isAnswering, typeHint, wrappedRouter } from './routing/hints.js';
import { WRITTEN } from './sends/marshalled.js';
import { renderedMembers } from './sends/renderers.js';
import { inside, type Scope, type Source, type TypeDeclaration } from './source.js';
import { fieldsOf } from './struct-fields.js';
import { readNode, readParameters } from './syntax/expressions.js';
import type { Node, Parameter } from './syntax/node.js';
import { simpleEnd, skipBlank } from './syntax/statement-ends.js';
import { placeOf } from './syntax/text.js';
import { embeddedTypes, optionalOf, othersOf, ownMembers, typeOf } from './types.js';

/** Methods that define a type's own encoding: its fields do not show what it sends. */
const WRITES_ITSELF = ['MarshalJSON', 'MarshalText'];

/** Records a type that the file declares. */
export function readType(source: Source, declared: TypeDeclaration): void {
  declare(source, declared);
  if (declared.type.kind === 'struct') fieldRouters(source, declared.name, declared.type);
}

/** Replaces types whose `MarshalJSON` was analysed: they send what it writes. */
export function writtenTypes(source: Source): void {
  for (const [name, written] of [...source.marshalled]) {
    const declared = source.types.get(name);
    if (hasOthers(source, name)) source.marshalled.delete(name);
    if (declared === undefined || hasOthers(source, name)) continue;
    const at = placeOf(source.text, declared.start);
    const callable = `${name}#${WRITTEN}`;
    source.callables.set(callable, { kind: 'callable', name: callable, returns: written, inferred: written, at });
    declare(source, declared);
  }
}

function declare(source: Source, { type: own, ...rest }: TypeDeclaration): void {
  const { name } = rest;
  const generated = byOgen(source, rest, own);
  if (generated !== undefined) {
    source.declarations.set(name, generated);
    return;
  }
  const type = withoutMethods(source, own, rest.isAlias);
  const declared = { ...rest, type };
  const scope = inside(undefined);
  for (const one of declared.parameters)
    if (one.name !== undefined) scope.names.set(one.name, { expression: { kind: 'name', name: one.name } });
  const parameters = declared.parameters.flatMap((one) => (one.name === undefined ? [] : [{ name: one.name }]));
  const written = source.marshalled.get(name);
  const isOwn = written === undefined && isWriting(source, name);
  const isObject = type.kind === 'struct' || type.kind === 'interface';
  const extended = type.kind === 'struct' ? embeddedTypes(source, type, scope) : interfaceParts(source, declared, scope);
  const declaration: Declaration = {
    kind: 'declaration',
    name,
    form: isObject && !isOwn ? 'interface' : 'alias',
    ...(parameters.length > 0 && { parameters }),
    ...(isObject && extended.length > 0 && { extends: extended }),
    ...(type.kind === 'struct' && extended.length > 1 && { embeds: true }),
    ...(isOgen(source.text.text) && { asDeclared: true }),
    type: isOwn
      ? { kind: 'unknown', why: `${name} writes its own JSON`, written: true }
      : isObject
        ? membersOf(source, declared, scope)
        : (written ?? typeOf(source, type, scope)),
    ...((isObject || !declared.isAlias) && { elsewhere: elsewhereOf(source, name) }),
    at: placeOf(source.text, declared.start),
  };
  source.declarations.set(name, declaration);
}

/** A struct of ogen that is sent as something else: an optional or nullable value, one of several variants. */
function byOgen(source: Source, { name, start }: Omit<TypeDeclaration, 'type'>, own: Node): Declaration | undefined {
  const stored = optionalOf(source, own);
  const type = stored === undefined ? variants(source, name, own) : typeOf(source, stored.value);
  if (type === undefined) return undefined;
  return {
    ...{ kind: 'declaration', name, form: 'alias', asDeclared: true },
    type: stored?.null === true ? nullable(type) : type,
    elsewhere: elsewhereOf(source, name),
    at: placeOf(source.text, start),
  };
}

const SUM = /^\s*Type +\w+ +\/\/ switch on this field/;

/** A sum type of ogen. Of several objects one field may tell which it is: their structs do not have that field. */
function variants(source: Source, name: string, own: Node): Expression | undefined {
  const isSum =
    own.kind === 'struct' && isOgen(source.text.text) && SUM.test(source.text.text.slice(own.body.start, own.body.end));
  if (!isSum) return undefined;
  const fields = fieldsOf(source, own.body).slice(1);
  const some = fields.filter((one) => one.name !== 'Null');
  const isStruct = ({ type }: (typeof fields)[number]): boolean =>
    type.kind === 'name' && source.types.get(type.name)?.type.kind === 'struct';
  if (some.filter(isStruct).length > 1) return { kind: 'unknown', why: `${name} is one of several models`, written: true };
  const type: Expression = { kind: 'union', options: some.map((one) => typeOf(source, one.type)) };
  return some.length < fields.length ? nullable(type) : type;
}

/** `type plain User` has no methods of `User`, so the encoding that `User` defines does not apply to it. */
function withoutMethods(source: Source, type: Node, isAlias: boolean): Node {
  const other = type.kind === 'name' && !isAlias ? source.types.get(type.name) : undefined;
  return other?.type.kind === 'struct' && isWriting(source, other.name) ? other.type : type;
}

/**
 * Whether a type of the file, or one that it embeds, has such a method: an embedded method encodes the whole struct, whatever the
 * field tag.
 */
function isWriting(source: Source, name: string, depth = 0): boolean {
  // ogen writes the methods of its models, and models as their fields are declared
  if (isOgen(source.text.text)) return false;
  if (hasOthers(source, name)) return false;
  if (WRITES_ITSELF.some((method) => source.named.has(`${name}#${method}`))) return true;
  const type = source.types.get(name)?.type;
  if (type?.kind !== 'struct' || depth > MAX_EMBEDDED) return false;
  const embedded = fieldsOf(source, type.body).filter((field) => field.embedded);
  // Go promotes neither of two methods at the same depth
  return embedded.filter((field) => isWritingType(source, field.type, depth)).length === 1;
}

/** A model of oapi-codegen whose `MarshalJSON` writes its fields, and what its schema does not name beside them. */
function hasOthers(source: Source, name: string): boolean {
  const type = source.types.get(name)?.type;
  const fields = type?.kind === 'struct' ? fieldsOf(source, type.body) : [];
  // `union` stores JSON of one of several models
  return fields.some((field) => othersOf(source, field) !== undefined) && !fields.some((field) => field.name === 'union');
}

function isWritingType(source: Source, node: Node, depth: number): boolean {
  if (node.kind === 'unary' || node.kind === 'index') return isWritingType(source, node.of, depth);
  if (node.kind === 'name') return isWriting(source, node.name, depth + 1);
  // `time.Time`, `uuid.UUID`: structs or bytes that encode as a text
  return node.kind === 'member' && typeOf(source, node).kind === 'scalar';
}

const MAX_EMBEDDED = 5;

function elsewhereOf(source: Source, name: string): NonNullable<Declaration['elsewhere']> {
  const { text, methods, marshalled } = source;
  const writes =
    marshalled.has(name) || hasOthers(source, name) ? [] : isOgen(text.text) ? WRITES_ITSELF.slice(0, 1) : WRITES_ITSELF;
  return { prefix: methodsOf(name), writes, ...(methods.has(name) && { here: true }) };
}

/** The fields of the value in an interface. */
const STORED: ObjectMember = { kind: 'spread', value: { kind: 'unknown', why: 'what an interface holds is not known' } };

function membersOf(source: Source, declared: TypeDeclaration, scope: Scope): Expression {
  const { name, type } = declared;
  const at = placeOf(source.text, declared.start);
  const methods = [...(source.methods.get(name) ?? [])].map(
    (method): ObjectMember => ({ kind: 'method', name: method, callable: `${name}#${method}`, at }),
  );
  // an embedded interface adds this already, and a second one must not hide the methods of others
  const stored = interfaceParts(source, declared, scope).length > 0 ? [] : [STORED];
  const own =
    type.kind === 'struct'
      ? renderedMembers(source, name, ownMembers(source, type, scope))
      : [...stored, ...signatures(source, declared, scope)];
  const plain = methods.filter((one) => one.kind !== 'method' || one.name !== WRITTEN);
  const writer: ObjectMember = { kind: 'method', name: WRITTEN, callable: `${name}#${WRITTEN}`, at };
  return { kind: 'object', members: [...own, ...plain, ...(source.marshalled.has(name) ? [writer] : [])] };
}

const METHOD = /[\p{L}_][\p{L}\p{Nd}_]*(?=\()/uy;

/** The methods of an interface: their results are declared, their effects are unknown. */
function signatures(source: Source, { name, type }: TypeDeclaration, scope: Scope): readonly ObjectMember[] {
  if (type.kind !== 'interface') return [];
  const { text } = source;
  const members: ObjectMember[] = [];
  const handlers: InterfaceMethod[] = [];
  const makers: InterfaceMethod[] = [];
  const answeringMakers: InterfaceMethod[] = [];
  const holders: InterfaceMethod[] = [];
  for (let at = skipBlank(text, type.body.start, type.body.end); at < type.body.end; ) {
    const last = simpleEnd(text, at, type.body.end);
    METHOD.lastIndex = at;
    const method = METHOD.exec(text.bare)?.[0];
    const close = method === undefined ? undefined : text.partners.get(at + method.length);
    if (method !== undefined && close !== undefined && close < last) {
      const callable = `${name}#${method}`;
      const results = resultTypes(source, close + 1, last, scope);
      source.callables.set(callable, { kind: 'callable', name: callable, returns: results, at: placeOf(text, at) });
      members.push({ kind: 'method', name: method, callable, at: placeOf(text, at) });
      const given = readParameters(text, { start: at + method.length + 1, end: close });
      for (const [index, one] of given.entries()) unknownTaker(source, callable, index, one);
      const answers = given.some((one) => isAnswering(typeHint(source, one.type)));
      if (answers) (givesValue(results) ? answeringMakers : handlers).push({ method, at });
      if (givesInterface(source, results)) makers.push({ method, at });
      else if (!answers && givesMore(source, results) && given.some(isContext)) holders.push({ method, at });
    }
    at = skipBlank(text, Math.max(last, at + 1), type.body.end);
  }
  const sends = (of: Expression, method: string): Partial<Callable> => {
    return { sends: [], forwards: [{ call: { kind: 'returns', of }, why: `what ${method} sends could not be read` }] };
  };
  implemented(source, name, ANY_TYPE, handlers, sends);
  implemented(source, name, ANY_MAKER, answeringMakers, sends);
  implemented(source, name, ANY_MAKER, makers, (of) => ({ returns: { kind: 'returns', of }, inferred: { kind: 'returns', of } }));
  implemented(source, name, ANY_MAKER, holders, (of, method) => {
    const { returns } = source.callables.get(`${name}#${method}`) ?? {};
    const given: Expression = { kind: 'returns', of };
    return returns === undefined ? {} : { inferred: { kind: 'operator', operator: 'first-known', of: returns, keys: given } };
  });
  return members;
}

/** `Mount(r chi.Router)` of an interface: its implementation registers routes that cannot be resolved. */
function unknownTaker(source: Source, callable: string, index: number, { type }: Parameter): void {
  const hint = typeHint(source, type);
  if (hint?.kind !== 'router') return;
  source.facts.push({
    ...{ kind: 'mount', by: hint.dialect, parent: { kind: 'parameter', callable, index }, same: true, certainty: 'router' },
    child: { kind: 'unknown', why: 'what implements an interface registers routes' },
    at: placeOf(source.text, type.start),
  });
}

interface InterfaceMethod {
  readonly method: string;
  readonly at: number;
}

/** Whether an interface of the file is the only result or the first of several. */
function givesInterface({ types }: Source, results: Expression): boolean {
  const first = results.kind === 'tuple' ? results.items[0] : results;
  return first?.kind === 'name' && types.get(first.name)?.type.kind === 'interface';
}

/** `ctx context.Context`: methods with this parameter are found by name. See `declares`. */
const isContext = ({ type }: Parameter): boolean =>
  type.kind === 'member' && type.name === 'Context' && type.of.kind === 'name' && type.of.name === 'context';

/** Whether the first of several results is a type of another file, which may have fields of any type. */
function givesMore({ types }: Source, results: Expression): boolean {
  const first = results.kind === 'tuple' ? results.items[0] : undefined;
  return first?.kind === 'name' && first.space !== 'value' && !types.has(first.name);
}

/** Resolves what an interface method sends or returns through the type that implements the interface. */
function implemented(
  source: Source,
  name: string,
  any: string,
  all: readonly InterfaceMethod[],
  says: (of: Expression, method: string) => Partial<Callable>,
): void {
  const methods = all.slice(0, MAX_METHODS).map(({ method }) => method);
  for (const { method, at } of all) {
    const callable = source.callables.get(`${name}#${method}`);
    if (callable === undefined) continue;
    source.callables.set(callable.name, { ...callable, ...says(implementedName(source, any, methods, method, at), method) });
  }
}

/** Number of methods that identify the implementing type. */
const MAX_METHODS = 6;

function resultTypes(source: Source, start: number, end: number, scope: Scope): Expression {
  const { text } = source;
  const from = skipBlank(text, start, end);
  if (from >= end) return { kind: 'absent' };
  const close = text.bare.charAt(from) === '(' ? text.partners.get(from) : undefined;
  if (close === undefined) return typeOf(source, readNode(text, { start: from, end }), scope);
  const items = readParameters(text, { start: from + 1, end: close }).map(({ type }) => typeOf(source, type, scope));
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { kind: 'tuple', items };
}

/** Interfaces that an interface embeds. */
function interfaceParts(source: Source, { type }: TypeDeclaration, scope: Scope): readonly Expression[] {
  if (type.kind !== 'interface') return [];
  const { text } = source;
  const parts: Expression[] = [];
  for (let at = skipBlank(text, type.body.start, type.body.end); at < type.body.end; ) {
    const last = simpleEnd(text, at, type.body.end);
    const node = readNode(text, { start: at, end: last });
    if (node.kind === 'name' || node.kind === 'member' || node.kind === 'index') parts.push(typeOf(source, node, scope));
    at = skipBlank(text, Math.max(last, at + 1), type.body.end);
  }
  const named = parts.filter((part) => part.kind === 'name');
  return named.length > 1 ? [{ kind: 'intersection', parts: named }] : named;
}

/** Router fields are routers of each value of the struct. */
function fieldRouters(source: Source, name: string, type: TypeDeclaration['type'] & { kind: 'struct' }): void {
  const fields = fieldsOf(source, type.body);
  const isWrapper = wrappedRouter(source, name) !== undefined;
  const embedsOne = fields.filter((one) => one.embedded).length === 1;
  for (const field of fields) {
    const hint = typeHint(source, field.type);
    const dialect = hint?.kind === 'router' ? dialectOf(hint.dialect) : undefined;
    if (dialect === undefined) continue;
    if (isWrapper || (field.embedded && embedsOne))
      embeddedRouter(source, name, field.name, dialect.id, placeOf(source.text, field.at));
    const last = field.type.kind === 'unary' ? field.type.of : field.type;
    const root = last.kind === 'member' && /^(?:Engine|Echo|App|ServeMux|Mux)$/.test(last.name);
    source.facts.push({
      kind: 'router',
      by: dialect.id,
      name: `${name}#${field.name}`,
      root,
      at: placeOf(source.text, field.at),
    });
  }
}

/** `type Web struct { *gin.Engine }`: code registers routes on the struct itself. */
function embeddedRouter(source: Source, name: string, field: string, by: string, at: Callable['at']): void {
  const whole: Expression = { kind: 'name', name };
  source.facts.push({ kind: 'router', by, name, root: false, at });
  const parent: Expression = { kind: 'name', name: `${name}#${field}`, space: 'value' };
  source.facts.push({ kind: 'mount', by, parent, child: whole, same: true, certainty: 'router', at });
}
