import type { Lazy } from '../../program.js';
import { literals, membersOfTarget } from '../../shapes/members.js';
import { type Alteration, alterationsOf, functionOf } from '../../values/alterations.js';
import { objectOf, operate } from '../../values/compose.js';
import type { ExternalTarget, Resolver, Target } from '../../values/target.js';
import { type ClassPaths, classPaths } from './classes.js';

/** A schema after its construction and later statements. */
export interface MongooseSchema {
  readonly resolver: Resolver;
  /** The file that makes it. */
  readonly file: string;
  /** `{ name: String, ... }`, in the order in which they were added. */
  readonly definitions: readonly Lazy[];
  /** The members of the class that it is made from, if any. */
  readonly own?: ClassPaths;
  /** The last value of an option (`toJSON`, `timestamps`); undefined: none. */
  readonly option: (name: string) => Lazy | undefined;
  /** Virtual paths: their options and their getters. */
  readonly virtuals: ReadonlyMap<string, { readonly options?: Lazy; readonly getter?: Lazy }>;
  /** `schema.methods.toJSON`. */
  readonly toJSON?: Lazy;
  /** Why a plugin may add paths. */
  readonly more?: string;
  /** Why even its own paths are uncertain. */
  readonly unsure?: string;
  /** Queries run functions of the service, which may load references. */
  readonly hooked: boolean;
}

/** Plugins that neither add paths nor change what is sent. */
const NEUTRAL_PLUGINS =
  /^(?:mongoose-(?:paginate(?:-v2)?|aggregate-paginate(?:-v2)?|cursor-pagination|unique-validator|beautiful-unique-validation|lean-(?:virtuals|defaults|getters|id)|slug-.*|fuzzy-searching.*))$|^(?:@meanie\/mongoose-to-json)$/;
/** Methods of schemas that do not change the documents' content. */
const NEUTRAL =
  /^(?:index|static|statics|query|searchIndex|path|pathType|eachPath|validate|indexes|clearIndexes|removeIndex|requiredPaths|get)$/;
/** Hooks on these run when documents are read. */
const READING = /find|init|aggregate|count|distinct/i;

interface Draft {
  readonly resolver: Resolver;
  readonly definitions: Lazy[];
  readonly own?: ClassPaths;
  readonly options: Map<string, Lazy>;
  readonly virtuals: Map<string, { options?: Lazy; getter?: Lazy }>;
  toJSON?: Lazy;
  more?: string;
  unsure?: string;
  hooked: boolean;
}

/** The schema of `new Schema(definition, options)` or of a class; undefined: none, or unresolved. */
export function schemaOf(resolver: Resolver, of: Lazy): MongooseSchema | undefined {
  const target = resolver.resolve(resolver, of, 'value');
  if (target.kind === 'external') return schemaAt(resolver, target);
  const type: Target =
    target.kind === 'class' ? { kind: 'type', file: target.file, declarations: [target.declaration], arguments: [] } : target;
  return type.kind === 'type' ? ofClass(resolver, type, []) : undefined;
}

function schemaAt(resolver: Resolver, target: ExternalTarget): MongooseSchema | undefined {
  const { call } = target;
  const path = target.path.at(-1) === '()' ? target.path.slice(0, -1) : target.path;
  if (call === undefined || path.includes('()')) return undefined;
  const { expression, site } = call;
  if (expression.kind !== 'instance' && expression.kind !== 'returns') return undefined;
  const [definition, options] = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  const done = alterationsOf(target);
  if (path.at(-1) === 'createForClass' || path.at(-1) === 'buildSchema') {
    const made = definition && resolver.resolve(resolver, operate('instance-type', definition), 'shape');
    return made?.kind === 'type' ? ofClass(resolver, made, done) : undefined;
  }
  if (path.at(-1) !== 'Schema') return undefined;
  const draft = draftOf(resolver, definition === undefined ? [] : [definition]);
  if (options !== undefined) takeOptions(draft, options);
  return finished(draft, site.file, done);
}

const draftOf = (resolver: Resolver, definitions: Lazy[], own?: ClassPaths): Draft => ({
  resolver,
  definitions,
  options: new Map(),
  virtuals: new Map(),
  hooked: false,
  ...(own && { own }),
});

function finished(draft: Draft, file: string, done: readonly Alteration[]): MongooseSchema {
  for (const one of done) apply(draft, one);
  return { ...draft, file, option: (name) => draft.options.get(name) };
}

/** The schema of a decorated class, of `@nestjs/mongoose` or typegoose. */
function ofClass(resolver: Resolver, of: Target & { kind: 'type' }, done: readonly Alteration[]): MongooseSchema | undefined {
  const own = classPaths(resolver, of);
  if (own === undefined) return undefined;
  const draft = draftOf(resolver, [], own);
  if (own.options !== undefined) takeOptions(draft, own.options);
  if (own.plugged) draft.more = 'what a plugin of its class adds is not known';
  if (own.hooked) draft.hooked = true;
  for (const [name, getter] of own.getters) draft.virtuals.set(name, { getter });
  return finished(draft, of.file, done);
}

function takeOptions(draft: Draft, given: Lazy): void {
  const { resolver } = draft;
  const members = membersOfTarget(resolver, resolver.resolve(resolver, given, 'value'));
  if (members === undefined || members.open !== undefined || members.rest !== undefined)
    draft.unsure = 'not all options of its schema are known';
  for (const member of members?.named.values() ?? []) {
    if (member.optional) draft.unsure = 'an option of its schema is given only sometimes';
    else if (member.name === 'virtuals') takeVirtuals(draft, member.value);
    else if (member.name === 'methods') takeMethods(draft, member.value);
    else draft.options.set(member.name, member.value);
  }
}

/** `{ fullName: { get() { ... } } }` */
function takeVirtuals(draft: Draft, given: Lazy): void {
  const { resolver } = draft;
  const members = membersOfTarget(resolver, resolver.resolve(resolver, given, 'value'));
  if (members === undefined || members.open !== undefined) draft.more = 'not all virtuals of its schema are known';
  for (const { name, value } of members?.named.values() ?? []) {
    const parts = membersOfTarget(resolver, resolver.resolve(resolver, value, 'value'));
    const getter = parts?.named.get('get')?.value;
    draft.virtuals.set(name, getter === undefined ? {} : { getter });
  }
}

function takeMethods(draft: Draft, given: Lazy): void {
  const { resolver } = draft;
  const members = membersOfTarget(resolver, resolver.resolve(resolver, given, 'value'));
  if (members === undefined || members.open !== undefined) draft.unsure = 'not all methods of its schema are known';
  const own = members?.named.get('toJSON');
  if (own !== undefined) draft.toJSON = own.value;
}

/** One statement on the schema. */
function apply(draft: Draft, { calls, set, unsure }: Alteration): void {
  if (set !== undefined) assign(draft, set.name, set.value, unsure);
  else called(draft, calls, unsure);
}

function called(draft: Draft, calls: Alteration['calls'], unsure: boolean): void {
  const [first, second] = calls;
  if (first === undefined) {
    draft.unsure = 'its schema is given to a function that may change it';
    return;
  }
  const [given, more] = first.values;
  const names = given === undefined ? undefined : literals(draft.resolver, given);
  const name = names?.length === 1 ? String(names[0]) : undefined;
  if (first.name === 'plugin') plug(draft, given);
  else if (first.name === 'pre' || first.name === 'post') {
    if (names === undefined || names.some((one) => READING.test(String(one)))) draft.hooked = true;
  } else if (NEUTRAL.test(first.name) && !calls.some((one) => one.name === 'get' && one !== first)) return;
  else if (unsure) draft.unsure = 'its schema is changed only sometimes';
  else if (first.name === 'add' && given !== undefined && more === undefined) addTo(draft, given);
  else if (first.name === 'set' && name !== undefined && more !== undefined) assign(draft, `options.${name}`, more, false);
  else if (first.name === 'virtual' && name !== undefined) virtual(draft, name, more, calls);
  else if (first.name === 'method') method(draft, name, given, more);
  else if (first.name === 'remove' || second?.name === 'get' || first.name !== 'loadClass')
    draft.unsure = `what \`${first.name}\` makes of its schema is not known`;
  else draft.more = 'a class is loaded into its schema';
}

function assign(draft: Draft, name: string, value: Lazy, unsure: boolean): void {
  const [owner, member, ...rest] = name.split('.');
  if (owner === 'statics' || owner === 'query' || (owner === 'methods' && member !== undefined && member !== 'toJSON')) return;
  if (unsure || rest.length > 0) draft.unsure = 'its schema is changed in a way that is not followed';
  else if (owner === 'methods' && member === 'toJSON') draft.toJSON = value;
  else if (owner === 'methods') takeMethods(draft, value);
  else if (owner === 'options' && member !== undefined) draft.options.set(member, value);
  else draft.unsure = 'its schema is changed in a way that is not followed';
}

/** `schema.add({ ... })`, or all paths of another schema. */
function addTo(draft: Draft, given: Lazy): void {
  const other = schemaOf(draft.resolver, given);
  if (other === undefined) {
    draft.definitions.push(given);
    return;
  }
  draft.definitions.push(...other.definitions);
  for (const [name, one] of other.virtuals) draft.virtuals.set(name, one);
  if (other.more !== undefined) draft.more = other.more;
  if (other.unsure !== undefined) draft.unsure = other.unsure;
}

function virtual(draft: Draft, name: string, options: Lazy | undefined, calls: Alteration['calls']): void {
  const getter = calls.find((one) => one.name === 'get')?.values[0];
  const before = draft.virtuals.get(name);
  draft.virtuals.set(name, { ...before, ...(options && { options }), ...(getter && { getter }) });
}

function method(draft: Draft, name: string | undefined, given: Lazy | undefined, body: Lazy | undefined): void {
  if (name === 'toJSON' && body !== undefined) draft.toJSON = body;
  else if (name === undefined && given !== undefined) takeMethods(draft, given);
}

/** A package's plugin may add paths; the linker follows a plugin of the service. */
function plug(draft: Draft, given: Lazy | undefined): void {
  const { resolver } = draft;
  if (given === undefined) return;
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind === 'external' && target.specifier !== '') {
    if (/autopopulate|deep-populate/.test(target.specifier)) draft.hooked = true;
    else if (!NEUTRAL_PLUGINS.test(target.specifier)) draft.more = `what the plugin ${target.specifier} adds is not known`;
    return;
  }
  const plugin = target.kind === 'callable' && functionOf(resolver, given) ? target.callable : undefined;
  const changed = plugin?.changes?.find(({ index }) => index === 0)?.value;
  if (target.kind !== 'callable' || plugin === undefined) draft.unsure = 'what a plugin makes of its schema is not known';
  else if (changed?.kind === 'operator' && changed.keys !== undefined) {
    const passed = new Map([[`${plugin.name}:0`, seenByPlugin(draft, target.file)]]);
    const altered: Lazy = { expression: changed.keys, site: { file: target.file, passed } };
    const of: ExternalTarget = { kind: 'external', specifier: '', path: [], arguments: [], altered };
    for (const one of alterationsOf(of)) apply(draft, one);
  } else draft.unsure = 'what a plugin makes of its schema is not known';
}

/** The part of a schema that a plugin can read: its options so far. */
function seenByPlugin({ options }: Draft, file: string): Lazy {
  const at = { file, line: 1 };
  const parts = [...options].map(([name, value]) => ({ name, value, at }));
  return objectOf(file, [{ name: 'options', value: objectOf(file, parts), at }]);
}
