import type { Expression } from '../../expression.js';
import type { Lazy, Program } from '../../program.js';
import { literals } from '../../shapes/members.js';
import type { ExternalTarget, Resolver, Target } from '../../values/target.js';
import { literalsWritten } from '../literal-values.js';
import { documentLazy } from './documents.js';
import { pathsOf } from './paths.js';
import { schemaOf } from './schema.js';

/** Model types with their document type as an argument. */
export const MODEL_TYPES = /^(?:\w*Model|ReturnModelType|ModelType)$/;

/** A place that makes a model: `model<IUser>('User', schema)`. */
interface ModelCall {
  readonly name?: string;
  readonly schema: Lazy;
  readonly types: readonly Lazy[];
}
/** The models of a program according to its facts; computed on first use. */
const modelsOf = new WeakMap<Program, readonly ModelCall[]>();

/** The schema of a model: for `model('User', schema)`, the type `Model<IUser>`, or `models.User`. */
export function schemaOfModel(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const { path, call } = of;
  if (call?.expression.kind === 'returns' && path.at(-1) === '()' && path.at(-2) === 'model') {
    const [name, schema] = (call.expression.values ?? []).map((value): Lazy => ({ expression: value, site: call.site }));
    return schema ?? (name && schemaNamed(resolver, name));
  }
  if (call?.expression.kind === 'returns' && /^(?:getModelForClass|addModelToTypegoose)$/.test(path.at(-2) ?? '')) {
    const [given] = call.expression.values ?? [];
    return given && schemaOfType(resolver, { expression: given, site: call.site });
  }
  if (MODEL_TYPES.test(path.at(-1) ?? '')) return of.arguments[0] && schemaOfType(resolver, of.arguments[0]);
  if (path.at(-2) === 'models' && !path.includes('()')) return only(models(resolver).filter(({ name }) => name === path.at(-1)));
  return undefined;
}

/** The schema of the model in `ref`: by its name, a model, or a function that returns either. */
export function schemaNamed(resolver: Resolver, given: Lazy): Lazy | undefined {
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind === 'external') return schemaOfModel(resolver, target);
  const { expression, site } = given;
  // `Owner.name`, `() => Owner`, `Owner`
  const named: Lazy = expression.kind === 'member' && expression.name === 'name' ? { expression: expression.of, site } : given;
  const owner = resolver.resolve(resolver, named, 'value');
  if (owner.kind === 'class' || owner.kind === 'type') return schemaOfType(resolver, named);
  const names = literals(resolver, given);
  const [requested] = names ?? [];
  if (names?.length !== 1) return undefined;
  return only(models(resolver).filter(({ name }) => name === requested)) ?? classNamed(resolver, String(requested));
}

/** The schema of the models with this type argument. */
function schemaOfType(resolver: Resolver, type: Lazy): Lazy | undefined {
  const requested = identityOf(resolver, type);
  if (requested === undefined) return undefined;
  const made = models(resolver).filter(({ types: [first] }) => first !== undefined && identityOf(resolver, first) === requested);
  const [file = '', name = ''] = requested.split('#');
  return made.length > 0 ? only(made) : schemaOfClass(resolver, file, name);
}

/** The schema that the file of a class makes from it (`SchemaFactory.createForClass(Cat)`), or else its decorators. */
function schemaOfClass(resolver: Resolver, file: string, name: string): Lazy | undefined {
  const site = { file };
  const scope = resolver.program.files.get(file);
  if (scope?.declarations.get(name)?.some(({ form }) => form === 'class') !== true) return undefined;
  for (const [constant, { value }] of scope.constants) {
    const made = value.kind === 'operator' && value.operator === 'altered' ? value.of : value;
    if (made.kind !== 'returns' || made.of.kind !== 'member' || made.of.name !== 'createForClass') continue;
    const [given] = made.values ?? [];
    if (given?.kind === 'name' && given.name === name)
      return { expression: { kind: 'name', name: constant, space: 'value' }, site };
  }
  return { expression: { kind: 'declared', file, name }, site };
}

/** The only stored class of this name. */
function classNamed(resolver: Resolver, name: string): Lazy | undefined {
  const files = [...resolver.program.files].filter(([, { declarations }]) =>
    declarations.get(name)?.some(({ form, stored }) => form === 'class' && stored !== undefined),
  );
  const [[file] = []] = files;
  return file === undefined || files.length > 1 ? undefined : schemaOfClass(resolver, file, name);
}

/** The only schema found; several models of one name or type are ambiguous. */
function only(found: readonly ModelCall[]): Lazy | undefined {
  const [first, ...others] = found;
  return others.every(({ schema }) => first !== undefined && isSame(first.schema, schema)) ? first?.schema : undefined;
}

const isSame = (one: Lazy, other: Lazy): boolean =>
  one.site.file === other.site.file && JSON.stringify(one.expression) === JSON.stringify(other.expression);

/** The declaration behind a type, without the parts that a document adds: `IUser & Document`, `HydratedDocument<IUser>`. */
function identityOf(resolver: Resolver, type: Lazy, depth = 0): string | undefined {
  if (depth > 5) return undefined;
  const target = resolver.resolve(resolver, type, 'shape');
  if (target.kind === 'type') return `${target.file}#${target.declarations[0]?.name}`;
  if (target.kind === 'class') return `${target.file}#${target.declaration.name}`;
  if (target.kind === 'external' && /^(?:HydratedDocument|DocumentType)$/.test(target.path.at(-1) ?? ''))
    return target.arguments[0] && identityOf(resolver, target.arguments[0], depth + 1);
  return target.kind === 'plain' ? identityInParts(resolver, target, depth) : undefined;
}

function identityInParts(
  resolver: Resolver,
  { expression, site }: Target & { kind: 'plain' },
  depth: number,
): string | undefined {
  if (expression.kind !== 'intersection') return undefined;
  const found = expression.parts.flatMap((part) => identityOf(resolver, { expression: part, site }, depth + 1) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

function models(resolver: Resolver): readonly ModelCall[] {
  const { program } = resolver;
  const known = modelsOf.get(program);
  if (known !== undefined) return known;
  const found: ModelCall[] = [];
  modelsOf.set(program, found);
  for (const [file, { constants, exports }] of program.files) {
    const values = [
      ...[...constants.values()].map(({ value }) => value),
      ...[...exports.values()].flat().map(({ value }) => value),
    ];
    for (const value of values) for (const one of callsIn(value)) add(resolver, file, one, found);
  }
  return found;
}

/** `models.User || model('User', schema)` and similar expressions. */
function callsIn(value: Expression): readonly Extract<Expression, { kind: 'returns' }>[] {
  if (value.kind === 'returns') return isModelCall(value) ? [value] : [];
  if (value.kind === 'union') return value.options.flatMap(callsIn);
  return value.kind === 'operator' ? callsIn(value.of) : [];
}

function isModelCall({ of, values }: Extract<Expression, { kind: 'returns' }>): boolean {
  return (
    values !== undefined && values.length > 1 && (of.kind === 'member' || of.kind === 'name') && /(?:^|\.)model$/.test(of.name)
  );
}

function add(resolver: Resolver, file: string, call: Extract<Expression, { kind: 'returns' }>, found: ModelCall[]): void {
  const site = { file };
  const [name, schema] = (call.values ?? []).map((expression): Lazy => ({ expression, site }));
  if (name === undefined || schema === undefined || schemaOf(resolver, schema) === undefined) return;
  const [text] = literals(resolver, name) ?? [];
  const made = resolver.resolve(resolver, schema, 'value');
  const ofSchema = made.kind === 'external' && made.call?.expression.kind === 'instance' ? made.call : undefined;
  const given = (call.arguments ?? []).map((expression): Lazy => ({ expression, site }));
  const types =
    given.length > 0 || ofSchema?.expression.kind !== 'instance' ? given : typesOf(ofSchema.expression.arguments, ofSchema);
  found.push({ ...(typeof text === 'string' && { name: text }), schema, types });
}

const typesOf = (given: readonly Expression[] | undefined, { site }: Lazy): readonly Lazy[] =>
  (given ?? []).map((expression) => ({ expression, site }));

/** A document from `new Model(written)` or `create`, with all of its paths. */
export function createdDocument(resolver: Resolver, file: string, schema: Lazy, written?: Lazy): Lazy | undefined {
  const read = schemaOf(resolver, schema);
  const pathOf = (name: string): Lazy | undefined => {
    const holds = read && pathsOf(read).paths.find((path) => path.name === name)?.holds;
    return holds?.kind === 'value' ? holds.value : undefined;
  };
  return read && documentLazy(file, schema, literalsWritten(resolver, written, pathOf), asideIn(resolver, schema));
}

/** Names of the paths that queries read only on request. */
function asideIn(resolver: Resolver, schema: Lazy): readonly string[] {
  const read = schemaOf(resolver, schema);
  if (read === undefined) return [];
  return pathsOf(read).paths.flatMap(({ name, aside }) => (aside ? [name] : []));
}
