import type { At, Expression, ObjectMember, PropertyMember } from '../../../facts/expression.js';
import type { NamingPolicy } from '../../../model/naming-policy.js';
import { importsFrom } from './schemas/field-types.js';
import { type ClassDefinition, type FunctionDefinition, lookup, originOf, type Scope } from './scope.js';
import { type Source, scalar, unknown } from './source.js';
import { calledName, keyword, lastName, type Node, plainText } from './syntax/syntax.js';
import { typeOf } from './types.js';
import { readValue } from './values.js';

/** How the configuration of a model changes its serialization. */
export interface ClassConfig {
  readonly naming?: NamingPolicy;
  /** Members beside the declared ones. */
  readonly open: readonly ObjectMember[];
  /** Results of `json_encoders` by the last name of the field type. */
  readonly encoded: ReadonlyMap<string, Expression>;
}

/** Reads `model_config = ConfigDict(...)`, `class Config`, and keywords of the class (pydantic v2, v1, SQLModel). */
export function configOf(source: Source, definition: ClassDefinition): ClassConfig {
  const { inside } = definition;
  const generator = settingOf(definition, 'alias_generator');
  const extra = settingOf(definition, 'extra');
  const naming = generator === undefined ? renamed(definition) : policyOf(source, inside, generator);
  const isOpen = extra !== undefined && (plainText(extra) ?? lastName(extra)) === 'allow';
  return {
    // django-ninja sends field names, not aliases
    ...(naming === undefined || importsFrom(source, /^ninja\b/) ? {} : { naming }),
    open: isOpen ? [{ kind: 'rest', values: unknown('it allows any other members') }] : [],
    encoded: encodersOf(source, inside, settingOf(definition, 'json_encoders')),
  };
}

/** `class User(Struct, rename='camel')` (https://jcristharif.com/msgspec/structs.html#renaming-fields). */
function renamed(definition: ClassDefinition): NamingPolicy | undefined {
  const rename = definition.arguments.find(({ name }) => name === 'rename')?.value;
  if (rename === undefined) return undefined;
  const text = plainText(rename);
  return text === 'camel' || text === 'pascal' || text === 'kebab' ? text : text === 'lower' ? undefined : 'unread';
}

function settingOf(definition: ClassDefinition, name: string): Node | undefined {
  const own = definition.arguments.find((one) => one.name === name)?.value;
  if (own !== undefined) return own;
  const v1 = definition.inner.find((one) => one.name === 'Config')?.fields.find((field) => field.name === name)?.value;
  if (v1 !== undefined) return v1;
  const v2 = definition.fields.find((field) => field.name === 'model_config')?.value;
  if (v2?.kind === 'call') return keyword(v2, name);
  if (v2?.kind !== 'dict') return undefined;
  return v2.entries.find(({ key }) => plainText(key) === name)?.value;
}

/** The policy of an alias function: known for libraries, derived from the name otherwise. */
function policyOf(source: Source, scope: Scope, generator: Node): NamingPolicy {
  if (generator.kind === 'call' && lastName(generator.of) === 'AliasGenerator') {
    const by = keyword(generator, 'serialization_alias') ?? keyword(generator, 'alias');
    return by === undefined ? 'unread' : policyOf(source, scope, by);
  }
  const origin = originOf(scope, generator);
  if (origin === 'pydantic.utils.to_camel') return 'pascal';
  const name = lastName(generator) ?? '';
  const binding = generator.kind === 'name' ? lookup(scope, name)?.binding : undefined;
  if (binding?.kind === 'parameter') return 'unread';
  const known = binding?.kind === 'function' ? policyShown(source, binding.definition) : undefined;
  return known ?? policyNamed(name);
}

/** The policy that the name of a custom function describes. */
function policyNamed(name: string): NamingPolicy {
  if (/camel_?(?:case_?)?(?:2|to)_?/i.test(name)) return /snake|underscore/i.test(name) ? 'snake' : 'unread';
  if (/pascal|upper_?camel/i.test(name)) return 'pascal';
  if (/camel/i.test(name)) return 'camel';
  if (/kebab|hyphen|dash/i.test(name)) return 'kebab';
  return /^_?(?:to_?)?(?:snake|underscore)(?:_?case)?$/i.test(name) ? 'snake' : 'unread';
}

/** `to_camel` copied from the documentation of pydantic 1 capitalises every word; undefined: the code shows no policy. */
function policyShown({ masked }: Source, { start, end }: FunctionDefinition): NamingPolicy | undefined {
  const code = masked.code.slice(start, Math.min(end, start + 2000));
  if (!/\.(?:capitalize|title)\(/.test(code) || !/\.split\(\s{0,9}['"]_['"]/.test(code)) return undefined;
  const keepsFirst = /\[1:\]|\[0\]|\.lower\(|\benumerate\b|\bi(?:ndex|dx)?\b ?(?:[>=!]|==)|, ?\*|\bfirst\b/.test(code);
  return keepsFirst ? 'camel' : 'pascal';
}

/** `{datetime: to_text}`: the results of the encoders. */
function encodersOf(source: Source, scope: Scope, encoders: Node | undefined): ReadonlyMap<string, Expression> {
  const found = new Map<string, Expression>();
  if (encoders?.kind !== 'dict') return found;
  for (const { key, value } of encoders.entries) {
    const type = lastName(key);
    if (type === undefined) continue;
    const made: Expression =
      value.kind === 'lambda' ? readValue(source, scope, value.body) : { kind: 'returns', of: readValue(source, scope, value) };
    found.set(type, originOf(scope, value) === 'str' ? { kind: 'scalar', type: 'string' } : made);
  }
  return found;
}

/** A validator that may give None: `return value or None`. */
export const mayDrop = ({ decorators, results }: FunctionDefinition): boolean =>
  decorators.some((one) => /validator$/.test(calledName(one))) && results.some(mayBeNone);

const mayBeNone = (node: Node | undefined): boolean =>
  node === undefined ||
  (node.kind === 'constant' && node.value === null) ||
  (node.kind === 'choice' && node.options.some(mayBeNone));

/** JSON has the values of a named tuple as a list, in the order of its fields; code reads them by their names. */
export function asList(source: Source, definition: ClassDefinition, bases: readonly Node[]): readonly ObjectMember[] {
  const { fact, fields, inside, outside, start } = definition;
  if (!bases.some((base) => originOf(outside, base) === 'typing.NamedTuple')) return [];
  const { record, at } = source;
  const callable = `${fact}#list`;
  const items = fields.flatMap(({ annotation }) => (annotation === undefined ? [] : [typeOf(source, inside, annotation)]));
  record.facts.push({ kind: 'callable', name: callable, returns: { kind: 'tuple', items }, at: at(start) });
  return [{ kind: 'method', name: 'toJSON', callable, at: at(start) }];
}

/** A member that no response shows, which tells others of its class. */
export const hiddenMark = (name: string, at: At): PropertyMember => ({
  ...{ kind: 'property', name, value: scalar('boolean'), hidden: true, at },
});
