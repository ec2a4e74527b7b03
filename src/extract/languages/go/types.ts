import type { Expression, ObjectMember } from '../../../facts/expression.js';
import type { Callable } from '../../../facts/fact.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import { knownType } from './known-types.js';
import { declaredName, importedName } from './names.js';
import { isOgen } from './ogen.js';
import { bindingOf, packageOf, type Scope, type Source, unknown } from './source.js';
import { type Field, fieldsOf } from './struct-fields.js';
import type { FunctionNode, Node, Parameter } from './syntax/node.js';
import { placeOf } from './syntax/text.js';

const string: Expression = { kind: 'scalar', type: 'string' };
const integer: Expression = { kind: 'scalar', type: 'integer' };
const number = (format: 'float' | 'double'): Expression => ({ kind: 'scalar', type: 'number', format });

/** https://go.dev/ref/spec#Types, as encoding/json encodes them. */
const BUILT_IN: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['string', string],
  ['bool', { kind: 'scalar', type: 'boolean' }],
  ...['int', 'int8', 'int16', 'int32', 'int64', 'uint', 'uint8', 'uint16', 'uint32', 'uint64', 'uintptr', 'byte', 'rune'].map(
    (name): [string, Expression] => [name, integer],
  ),
  ['float32', number('float')],
  ['float64', number('double')],
  ['any', unknown('a value of any type')],
  ['error', unknown('an error')],
  ['comparable', unknown('a value of any type')],
]);

export function isBuiltIn(name: string): boolean {
  return BUILT_IN.has(name);
}

/** The JSON form of a type. A pointer becomes its target type: the caller decides whether it may be nil. */
export function typeOf(source: Source, node: Node, scope?: Scope): Expression {
  switch (node.kind) {
    case 'name':
    case 'member':
    case 'index':
      return namedType(source, node, scope);
    case 'unary':
      return node.operator === '*' ? typeOf(source, node.of, scope) : unknown('its type is not understood');
    case 'list': {
      const isBytes = node.of.kind === 'name' && /^(?:byte|uint8)$/.test(node.of.name);
      return isBytes
        ? { kind: 'scalar', type: 'string', format: 'byte' }
        : { kind: 'array', items: typeOf(source, node.of, scope) };
    }
    case 'map':
      return { kind: 'map', values: typeOf(source, node.of, scope) };
    case 'struct':
      return structType(source, node, scope);
    case 'interface':
      return unknown('a value of any type');
    case 'function':
      return unknown('what a function that a field holds gives is not followed');
    default:
      return unknown('its type is not understood');
  }
}

function namedType(source: Source, node: Node & { kind: 'name' | 'member' | 'index' }, scope: Scope | undefined): Expression {
  const given = node.kind === 'index' ? node.keys.map((key) => typeOf(source, key, scope)) : [];
  const of = node.kind === 'index' ? node.of : node;
  if (of.kind === 'name') {
    const bound = bindingOf(scope, of.name);
    if (bound !== undefined && bound.expression.kind === 'name' && bound.expression.name === of.name) return bound.expression;
    const builtIn = source.named.has(of.name) ? undefined : BUILT_IN.get(of.name);
    return builtIn ?? declaredName(source, of.name, of.start, given);
  }
  if (of.kind !== 'member' || of.of.kind !== 'name') return unknown('its type is not understood');
  const path = packageOf(source, of.of, undefined);
  if (path === undefined) return unknown(`the package ${of.of.name} is not imported here`);
  const written = isOgen(source.text.text) ? WRITTEN_BY_OGEN.get(`${path}.${of.name}`) : undefined;
  return written ?? knownType(path, of.name, given) ?? importedName(source, of.of.name, path, of.name, of.start, given);
}

/** Types that ogen's encoders write in another way than encoding/json; a time in the format of its schema. */
const WRITTEN_BY_OGEN: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ...['time.Time', 'time.Duration', 'net/url.URL', 'net/netip.Addr', 'net.HardwareAddr'].map((name) => [name, string] as const),
  ['github.com/go-faster/jx.Raw', unknown('a value of any type')],
  ['github.com/go-faster/jx.Num', number('double')],
]);

/** `OptString { Value, Set }`, `NilString { Value, Null }` of ogen: the value that it holds, and what it may be instead. */
export function optionalOf(
  source: Source,
  type: Node,
): { readonly value: Node; readonly set: boolean; readonly null: boolean } | undefined {
  const struct = type.kind === 'name' ? source.types.get(type.name)?.type : type;
  if (struct?.kind !== 'struct' || !isOgen(source.text.text)) return undefined;
  const [value, ...flags] = fieldsOf(source, struct.body);
  const names = flags.map(({ name }) => name);
  if (value?.name !== 'Value' || names.length === 0 || !names.every((name) => name === 'Set' || name === 'Null'))
    return undefined;
  return { value: value.type, set: names.includes('Set'), null: names.includes('Null') };
}

/** The members of a struct; embedded structs are spread into it. */
function structType(source: Source, node: Node & { kind: 'struct' }, scope: Scope | undefined): Expression {
  const embedded = embeddedTypes(source, node, scope).map((value): ObjectMember => ({ kind: 'spread', value }));
  return { kind: 'object', members: [...embedded, ...ownMembers(source, node, scope)] };
}

/** The types that a struct embeds without a JSON name: their fields and methods belong to the struct too. */
export function embeddedTypes(source: Source, node: Node & { kind: 'struct' }, scope: Scope | undefined): readonly Expression[] {
  const embedded = fieldsOf(source, node.body).filter(({ embedded: is, tag }) => is && tag.name === undefined);
  // code can still reach the embedded value by its own name, even if one of its fields has this name too
  const members = embedded.map((field): ObjectMember => {
    const value = typeOf(source, field.type, scope);
    return { kind: 'property', name: field.name, value, hidden: true, at: placeOf(source.text, field.at) };
  });
  const types = embedded.flatMap(({ type, tag }) => (tag.hidden ? [] : [typeOf(source, type, scope)]));
  return members.length === 0 ? [] : [{ kind: 'object', members }, ...types];
}

/** See https://pkg.go.dev/encoding/json#Marshal. */
export function ownMembers(source: Source, node: Node & { kind: 'struct' }, scope: Scope | undefined): readonly ObjectMember[] {
  const fields = fieldsOf(source, node.body);
  return fields.flatMap((field): ObjectMember[] => {
    const { tag, name } = field;
    const at = placeOf(source.text, field.at);
    const plain = asRelation(field, fields, typeOf(source, field.type, scope), ENT.test(source.text.text));
    if (field.embedded && tag.name === undefined) return [];
    const isExported = /^\p{Lu}/u.test(name);
    const rest: ObjectMember[] =
      othersOf(source, field) === undefined ? [] : [{ kind: 'rest', values: { kind: 'element', of: plain } }];
    if (!isExported || tag.hidden || rest.length > 0)
      return [{ kind: 'property', name, value: plain, hidden: true, at }, ...rest];
    const isPointer = field.type.kind === 'unary';
    const optional =
      optionalOf(source, field.type)?.set === true ||
      tag.omits === 'zero' ||
      (tag.omits === 'empty' && mayBeEmpty(source, field.type));
    const texted: Expression = tag.quoted ? string : plain;
    const value = isPointer && !optional ? pointed(source, field, texted) : texted;
    const wire = tag.name ?? name;
    return [
      {
        kind: 'property',
        name: wire,
        ...(wire === name ? {} : { member: name }),
        ...(tag.name === undefined ? {} : { naming: 'explicit' as const }),
        value,
        ...(optional && { optional, ...(isPointer && { blank: true }) }),
        ...(optional && isLoose(source, field, plain) && { loose: true }),
        // absent only in the encoded JSON: a reader of the struct finds a value, possibly an empty one
        ...((optional && plain.kind === 'scalar' && !isPointer) || isArray(source, field.type) ? { defaulted: true } : {}),
        at,
      },
    ];
  });
}

/**
 * Whether `omitempty` alone makes a field optional: a database sets it, or a generator makes pointers of what a contract requires
 * and marks `readOnly`.
 */
const isLoose = ({ text: { text } }: Source, { name, type }: Field, plain: Expression): boolean =>
  (plain.kind === 'scalar' && (IDENTIFIER.test(name) || (type.kind === 'unary' && OF_ROW.test(name)))) ||
  (type.kind === 'unary' && OAPI_CODEGEN.test(text.slice(0, MAX_HEADER)));

/** A file that ent generates: https://entgo.io/docs/code-gen */
const ENT = /^\/\/ Code generated by ent\b/;

/**
 * The rows of other tables in a struct that a mapper of tables fills: only a query that asks for them loads them, else the list is
 * empty and the pointer nil. A struct is there, though empty.
 *
 * @see https://gorm.io/docs/preload.html
 */
function asRelation(
  { name, type, tag, embedded }: Field,
  fields: readonly Field[],
  plain: Expression,
  isEnt: boolean,
): Expression {
  const isStored = isEnt ? fields.some((one) => one.name === 'loadedTypes') : fields.some(isOfMapper);
  if (!isStored || embedded || tag.stored === 'column') return plain;
  if (plain.kind === 'array')
    return plain.items.kind === 'name' ? { kind: 'union', options: [possiblyLoaded(plain), NO_ROWS] } : plain;
  const isNamed =
    isEnt || tag.stored === 'relation' || fields.some((one) => one.name === `${name}ID` || one.name === `${name}Id`);
  return type.kind === 'unary' && plain.kind === 'name' && isNamed ? possiblyLoaded(plain) : plain;
}

const isOfMapper = ({ tag, embedded, type, name }: Field): boolean =>
  tag.stored !== undefined || (embedded && type.kind === 'member' && name === 'Model');

const NO_ROWS: Expression = { kind: 'tuple', items: [] };

const possiblyLoaded = (of: Expression): Expression => ({
  ...{ kind: 'operator', operator: 'possible', of },
  keys: { kind: 'literal', value: 'a relation: it is sent where a query loads it' },
});

/** What a database or a generator of identifiers makes is not empty, though `omitempty` would leave it out then. */
export const IDENTIFIER = /^(?:UU)?I[dD]$/;

/** The map with what a schema does not name: of ogen, and of oapi-codegen, which tags it `-` and adds a `MarshalJSON`. */
export function othersOf(source: Source, { name, type, tag }: Field): Node | undefined {
  const { text } = source.text;
  if (/^(?:Additional|Pattern\d{1,3})Props$/.test(name) && isOgen(text)) return type;
  const isMap = name === 'AdditionalProperties' && type.kind === 'map' && tag.hidden;
  return isMap && OAPI_CODEGEN.test(text.slice(0, MAX_HEADER)) ? type : undefined;
}

const OAPI_CODEGEN = /^\/\/ Code generated by github\.com\/(?:oapi-codegen|deepmap)\/oapi-codegen/m;
/** A header stands at the start, below a comment on the package. */
const MAX_HEADER = 1000;

/** `[3]T`: unlike a slice it exists without an assignment. */
const isArray = ({ text }: Source, type: Node): boolean =>
  type.kind === 'list' && !/^\[\s*\]/.test(text.bare.slice(type.start, type.start + 10));

/** The kind of the underlying type: `type Page Listing` has that of `Listing`. Undefined: another file declares it. */
function kindOf(source: Source, type: Node, depth = 0): Node['kind'] | undefined {
  const declared = type.kind === 'name' && depth < MAX_NAMES ? source.types.get(type.name)?.type : undefined;
  return declared?.kind === 'name' && !isBuiltIn(declared.name) ? kindOf(source, declared, depth + 1) : declared?.kind;
}

const MAX_NAMES = 10;

/**
 * A pointer field. A pointer to a scalar means that the value may be missing. A pointer to a struct mostly avoids a copy, and its
 * type does not show whether it is ever nil.
 */
function pointed(source: Source, { type, name, tag }: Field, value: Expression): Expression {
  const of = type.kind === 'unary' ? type.of : type;
  const declared = kindOf(source, of);
  const isNamed = value.kind === 'name' || (value.kind === 'operator' && value.operator === 'possible');
  const isStruct = isNamed && (declared === undefined || declared === 'struct' || declared === 'interface');
  // Goa leaves out all that a design does not require
  if (tag.never === 'null' || (isNamed && /^\/\/ Code generated by goa\b/.test(source.text.text))) return value;
  // go-swagger marks required fields by pointers, validators by tags, mappers of tables set the times of a row
  const isTime = value.kind === 'scalar' && value.format === 'date-time' && OF_ROW.test(name);
  const isRequired = tag.required || isTime || /^\/\/ Code generated by go-swagger\b/.test(source.text.text);
  if (!isStruct && !isRequired && !filledFields(source).has(name)) return { kind: 'operator', operator: 'nullable', of: value };
  return {
    kind: 'union',
    options: [value, nullInDoubt('whether this pointer is ever nil is not known')],
  };
}

const OF_ROW = /^(?:Created|Updated|Inserted|Modified)(?:At|On)$/;

const filled = new WeakMap<Source, ReadonlySet<string>>();

/** Fields that the file sets where they are nil: `if n.Parent == nil { n.Parent = &root }`. This may run after they are sent. */
function filledFields(source: Source): ReadonlySet<string> {
  const known = filled.get(source);
  if (known !== undefined) return known;
  const { bare } = source.text;
  const names = new Set<string>();
  for (const { 0: test, 1: name = '', index } of bare.matchAll(/\.(\w+) == nil \{/g)) {
    const [inner = ''] = bare.slice(index + test.length, index + test.length + MAX_FILLING).split('}', 1);
    if (inner.includes(`.${name} = `)) names.add(name);
  }
  filled.set(source, names);
  return names;
}

/** Longer blocks do more than set a field. */
const MAX_FILLING = 500;

/** Whether `omitempty` can omit such a value: structs are never empty. */
function mayBeEmpty(source: Source, type: Node): boolean {
  if (type.kind === 'struct') return false;
  if (type.kind === 'member' && type.of.kind === 'name') return !/^(?:Time|UUID|NullString|Decimal|DeletedAt)$/.test(type.name);
  if (type.kind !== 'name') return true;
  return source.types.get(type.name)?.type.kind !== 'struct';
}

/**
 * Type parameters; a list of that type tells what a call leaves out: https://go.dev/ref/spec#Type_inference. A pointer would, too,
 * but it may be nil.
 */
export function typeParametersOf(
  callable: string,
  node: FunctionNode,
  typeParameters: readonly Parameter[] = [],
): NonNullable<Callable['typeParameters']> {
  return typeParameters.flatMap(({ name }) => {
    if (name === undefined) return [];
    const index = node.parameters.findIndex(
      ({ type, variadic }) => !variadic && type.kind === 'list' && type.of.kind === 'name' && type.of.name === name,
    );
    return [{ name, ...(index >= 0 && { default: { kind: 'element', of: { kind: 'parameter', callable, index } } as const }) }];
  });
}
