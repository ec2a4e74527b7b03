import type { Expression, PropertyMember } from '../../expression.js';
import type { Declaration } from '../../fact.js';
import type { Lazy, Program } from '../../program.js';

/** One schema: the files that belong together. */
export interface PrismaSchema {
  readonly folder: string;
  readonly types: ReadonlyMap<string, { readonly file: string; readonly declaration: Declaration }>;
}

/** A field of a model, with its type. */
export interface PrismaField {
  readonly name: string;
  readonly file: string;
  readonly member: PropertyMember;
  readonly many: boolean;
  readonly nullable: boolean;
  /** The related model; absent: a column. */
  readonly relation?: string;
}

const schemas = new WeakMap<Program, readonly PrismaSchema[]>();

function schemasOf(program: Program): readonly PrismaSchema[] {
  const known = schemas.get(program);
  if (known !== undefined) return known;
  const folders = new Map<string, Map<string, { file: string; declaration: Declaration }>>();
  for (const [file, scope] of program.files) {
    if (!file.endsWith('.prisma')) continue;
    const folder = folderOf(file);
    const types = folders.get(folder) ?? new Map();
    for (const [name, declarations] of scope.declarations) {
      const [declaration] = declarations;
      if (declaration !== undefined) types.set(name, { file, declaration });
    }
    folders.set(folder, types);
  }
  const found = [...folders].map(([folder, types]) => ({ folder, types }));
  schemas.set(program, found);
  return found;
}

/** Files below one folder `prisma` form one schema; other files form one with those of their folder. */
function folderOf(file: string): string {
  const parts = file.split('/').slice(0, -1);
  const prisma = parts.lastIndexOf('prisma');
  return (prisma < 0 ? parts : parts.slice(0, prisma + 1)).join('/');
}

/** The nearest schema to a file with this type; undefined: none, or several at the same distance. */
export function schemaWith(program: Program, type: string, file: string): PrismaSchema | undefined {
  const having = schemasOf(program).filter(({ types }) => types.has(type));
  const near = having.map((one) => ({ one, shared: shared(one.folder, file) }));
  const most = Math.max(...near.map(({ shared: count }) => count));
  const nearest = near.filter(({ shared: count }) => count === most);
  return nearest.length === 1 ? nearest[0]?.one : undefined;
}

function shared(folder: string, file: string): number {
  const [a, b] = [folder.split('/'), file.split('/')];
  const end = a.findIndex((part, index) => part !== b[index]);
  return end < 0 ? a.length : end;
}

/** The fields of a model; undefined: no such model. */
export function fieldsOfModel(schema: PrismaSchema, model: string): readonly PrismaField[] | undefined {
  const found = schema.types.get(model);
  if (found?.declaration.form !== 'class' || found.declaration.type.kind !== 'object') return undefined;
  return found.declaration.type.members.flatMap((member) => {
    if (member.kind !== 'property') return [];
    const { value } = member;
    const inner = value.kind === 'array' ? value.items : value.kind === 'operator' ? value.of : value;
    const isRelation = inner.kind === 'name' && schema.types.get(inner.name)?.declaration.form === 'class';
    return [
      {
        name: member.name,
        file: found.file,
        member,
        many: value.kind === 'array',
        nullable: value.kind === 'operator',
        ...(isRelation && { relation: inner.name }),
      },
    ];
  });
}

/** The value of a column, which may be an enum or composite type of the schema. */
export function columnOf(schema: PrismaSchema, { member, file }: PrismaField): Lazy {
  return { expression: declaredIn(schema, member.value), site: { file } };
}

/** Names in the schema refer to the file that declares them. */
function declaredIn(schema: PrismaSchema, value: Expression): Expression {
  switch (value.kind) {
    case 'array':
      return { ...value, items: declaredIn(schema, value.items) };
    case 'operator':
      return { ...value, of: declaredIn(schema, value.of) };
    case 'name': {
      const found = schema.types.get(value.name);
      if (found === undefined) return { kind: 'unknown', why: `${value.name} is not declared in the schema` };
      return { kind: 'declared', file: found.file, name: value.name };
    }
    default:
      return value;
  }
}
