import { ts } from 'ts-morph';
import type { Expression, ObjectMember, PropertyMember } from '../../../../facts/expression.js';
import type { Declaration } from '../../../../facts/fact.js';
import { ANY_TABLE, COLUMNS, TABLE } from '../../../../facts/packages/sql/table-names.js';
import { atOf } from '../at.js';
import { type FunctionNode, isFunctionNode, memberName } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf, type Link, linksOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { readSqlSchema } from './sql-schema.js';

/** https://knexjs.org/guide/schema-builder.html */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ string: 'character varying', text: 'text', uuid: 'uuid', enu: 'enum', enum: 'enum', binary: 'bytea' },
    ...{ integer: 'integer', int: 'integer', smallint: 'smallint', mediumint: 'integer', bigint: 'bigint', bigInteger: 'bigint' },
    ...{ increments: 'serial', bigIncrements: 'bigserial', boolean: 'boolean', bool: 'boolean' },
    ...{ float: 'real', double: 'double precision', decimal: 'numeric', json: 'json', jsonb: 'jsonb' },
    ...{ date: 'date', datetime: 'timestamptz', dateTime: 'timestamptz', timestamp: 'timestamptz', time: 'time' },
  }),
);
/** Methods of a table that change no column. */
const OTHERS =
  /^(?:unique|index|foreign|comment|engine|charset|collate|inherits|queryContext|check\w*|drop(?:Unique|Index|Foreign|Primary|Checks))$/;
const CHANGES = /^(?:dropColumns?|renameColumn)$/;

/** A table, as a declaration: see `readSqlSchema`. */
type Table = Pick<Declaration, 'name' | 'form'> & { readonly members: readonly ObjectMember[]; readonly node: ts.Node };

/**
 * The tables that a file defines by Knex, outside of functions `down`; and the columns that its one function adds to a table of
 * its caller. A table or column whose name is computed leaves all of its kind open.
 */
export function knexTables(source: Source): readonly Declaration[] {
  const tables = callsOf(source.tree).flatMap((call) => (ts.isCallExpression(call) ? tablesBy(source, call) : []));
  const helpers = tables.length === 0 ? helpersIn(source) : [];
  const [only, ...more] = helpers;
  const added: readonly Table[] =
    only && more.length === 0 ? [{ name: COLUMNS, form: 'interface', members: only, node: source.tree }] : [];
  return [...tables, ...added].map(({ name, form, members, node }) => ({
    kind: 'declaration',
    name,
    form,
    type: { kind: 'object', members },
    at: atOf(source, node),
  }));
}

function tablesBy(source: Source, call: ts.CallExpression): readonly Table[] {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return [];
  const { text: method } = callee.name;
  const [first, second] = call.arguments;
  if (first === undefined || isTakenBack(call)) return [];
  if (method === 'raw') return statements(source, first);
  const isCreated = /^createTable(?:IfNotExists)?$/.test(method);
  const by = second && unwrap(second);
  if (method === 'renameTable') return [first, second ?? first].map((one) => open(source, one));
  if (!isCreated && !/^(?:alterTable|table)$/.test(method)) return [];
  if (by === undefined || !isFunctionNode(by)) return method === 'table' && by === undefined ? [] : [open(source, first)];
  const name = readValue(source, first);
  const [parameter] = by.parameters;
  if (name.kind !== 'literal' || parameter === undefined) return [open(source, first)];
  const members = columnsIn(source, by, parameter);
  return [{ name: `${TABLE}${name.value}`, form: isCreated ? 'class' : 'interface', members, node: first }];
}

const OPEN: ObjectMember = { kind: 'rest', values: { kind: 'unknown', why: 'not all columns of its table are known' } };

function open(source: Source, node: ts.Expression): Table {
  const name = readValue(source, node);
  return { name: name.kind === 'literal' ? `${TABLE}${name.value}` : ANY_TABLE, form: 'interface', members: [OPEN], node };
}

/** `knex.raw('ALTER TABLE …')`. */
function statements(source: Source, node: ts.Expression): readonly Table[] {
  const text = unwrap(node);
  if (!ts.isStringLiteralLike(text))
    return /\btable\b/i.test(text.getText(source.tree)) ? [{ ...open(source, node), name: ANY_TABLE }] : [];
  const { line, column } = atOf(source, node);
  return readSqlSchema('', text.text).facts.flatMap((one): readonly Table[] => {
    if (one.kind !== 'declaration' || one.type.kind !== 'object') return [];
    const members = one.type.members.map((member) => (member.kind === 'property' ? { ...member, at: { line, column } } : member));
    return [{ name: `${TABLE}${one.name}`, form: one.form, members, node }];
  });
}

/** Whether code stands in a function `down`. */
function isTakenBack(node: ts.Node): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    if (isFunctionNode(at) && nameOf(at) === 'down') return true;
  }
  return false;
}

function nameOf(node: FunctionNode): string | undefined {
  if (node.name !== undefined) return memberName(node.name);
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return memberName(parent.name as ts.PropertyName);
  const left = ts.isBinaryExpression(parent) ? parent.left : undefined;
  return left !== undefined && ts.isPropertyAccessExpression(left) ? left.name.text : undefined;
}

/** The columns that functions of the file add to a table that they are given. */
function helpersIn(source: Source): readonly (readonly ObjectMember[])[] {
  const found = new Map<ts.Node, readonly ObjectMember[]>();
  for (const call of callsOf(source.tree)) {
    const method = ts.isCallExpression(call) ? (linksOf(call).links[0]?.name ?? '') : '';
    if (!ts.isCallExpression(call) || !(TYPES.has(method) || CHANGES.test(method))) continue;
    const { start } = linksOf(call);
    const declaration = declarationOf(source, start);
    if (declaration === undefined || !ts.isParameter(declaration) || found.has(declaration)) continue;
    if (isFunctionNode(declaration.parent)) found.set(declaration, columnsIn(source, declaration.parent, declaration));
  }
  return [...found.values()];
}

function columnsIn(source: Source, { body }: FunctionNode, table: ts.ParameterDeclaration): readonly ObjectMember[] {
  const members: ObjectMember[] = [];
  const keys = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (
      ts.isIdentifier(node) &&
      ts.isIdentifier(table.name) &&
      node.text === table.name.text &&
      declarationOf(source, node) === table
    )
      members.push(...added(source, node, keys));
    ts.forEachChild(node, visit);
  };
  if (body !== undefined) visit(body);
  return members.map((one) =>
    one.kind === 'property' && keys.has(one.name) ? { ...one, value: withNull(one.value, 'never') } : one,
  );
}

const withNull = (value: Expression, nullable: string): Expression =>
  value.kind === 'tuple' ? { ...value, items: [...value.items.slice(0, 1), { kind: 'literal', value: nullable }] } : value;

/** What the code does with a table: a chain of calls on it, or a function that takes it. */
function added(source: Source, table: ts.Identifier, keys: Set<string>): readonly ObjectMember[] {
  let outermost: ts.Node = table;
  while (ts.isPropertyAccessExpression(outermost.parent) && ts.isCallExpression(outermost.parent.parent))
    outermost = outermost.parent.parent;
  if (ts.isCallExpression(outermost)) return columnBy(source, outermost, linksOf(outermost).links, keys);
  const { parent } = table;
  if (ts.isCallExpression(parent) && parent.arguments.includes(table))
    return [{ kind: 'spread', value: readValue(source, parent.expression) }];
  return ts.isParameter(parent) ? [] : [OPEN];
}

function columnBy(source: Source, node: ts.Node, [made, ...steps]: readonly Link[], keys: Set<string>): readonly ObjectMember[] {
  if (made === undefined) return [OPEN];
  const { name: method, call } = made;
  const at = atOf(source, node);
  if (OTHERS.test(method)) return [];
  if (/^(?:dropT|t)imestamps$/.test(method)) return timestamps(source, made, at);
  const names = call.arguments.flatMap((one) => textsOf(source, one));
  const [name] = names;
  const column = (one: string, value: Expression): PropertyMember => ({ kind: 'property', name: one, value, at });
  if (method === 'primary') {
    for (const one of names) if (one !== undefined) keys.add(one);
    return [];
  }
  const changed: Expression = { kind: 'unknown', why: 'a later statement changes this column' };
  if (CHANGES.test(method)) return names.map((one) => (one === undefined ? OPEN : column(one, changed)));
  if (name === undefined && !(method === 'increments' && call.arguments.length === 0)) return [OPEN];
  if (/^(?:set|drop)Nullable$/.test(method)) return [column(name ?? '', typed('', method === 'setNullable' ? 'null' : 'never'))];
  if (method === 'specificType') return [column(name ?? '', specific(names[1], steps) ?? changed)];
  const type = TYPES.get(method);
  return [column(name ?? 'id', type === undefined ? changed : typed(type, nullOf(method, steps)))];
}

const typed = (...parts: readonly [string, string]): Expression => ({
  kind: 'tuple',
  items: parts.map((value): Expression => ({ kind: 'literal', value })),
});

/** Texts of an argument, of a list as well; undefined: computed. */
function textsOf(source: Source, node: ts.Expression): readonly (string | undefined)[] {
  const value = readValue(source, node);
  const items = value.kind === 'tuple' ? value.items : [value];
  return items.map((one) => (one.kind === 'literal' ? String(one.value) : undefined));
}

function nullOf(method: string, steps: readonly Link[]): string {
  const has = (...names: readonly string[]): boolean => steps.some(({ name }) => names.includes(name));
  if (/ncrements$/.test(method) || has('primary', 'notNullable')) return 'never';
  const initial = steps.find(({ name }) => name === 'defaultTo')?.call.arguments[0]?.getText() ?? 'null';
  if (/\.now\(|current_timestamp/i.test(initial.slice(0, 100))) return 'never';
  return initial === 'null' ? 'null' : 'default';
}

/** `table.specificType('id', 'integer GENERATED ALWAYS AS IDENTITY')`. */
function specific(type: string | undefined, steps: readonly Link[]): Expression | undefined {
  const [fact] = type === undefined ? [] : readSqlSchema('', `create table t ("c" ${type});`).facts;
  const [member] = fact?.kind === 'declaration' && fact.type.kind === 'object' ? fact.type.members : [];
  if (member?.kind !== 'property') return undefined;
  const nullable = nullOf('', steps);
  return nullable === 'null' ? member.value : withNull(member.value, nullable);
}

/** `table.timestamps(true, true)`: https://knexjs.org/guide/schema-builder.html#timestamps */
function timestamps(source: Source, { name, call }: Link, at: PropertyMember['at']): readonly ObjectMember[] {
  const [, filled, camel] = call.arguments.map((one) => readValue(source, one));
  const isWritten = call.arguments.every(({ kind }) => kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword);
  if (!isWritten) return [OPEN];
  const isSet = (one: Expression | undefined): boolean => one?.kind === 'literal' && one.value === true;
  const value: Expression =
    name === 'timestamps' ? typed('timestamptz', isSet(filled) ? 'never' : 'null') : { kind: 'unknown', why: 'dropped later' };
  const names = isSet(camel) ? ['createdAt', 'updatedAt'] : ['created_at', 'updated_at'];
  return names.map((one) => ({ kind: 'property', name: one, value, ...(at && { at }) }));
}
