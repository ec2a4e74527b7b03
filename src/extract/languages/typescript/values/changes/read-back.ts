import { ts } from 'ts-morph';
import { isFunctionNode } from '../../names/names.js';
import { declarationOf } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';
import { leaves } from '../guards.js';
import { kindOf, queryOf } from '../kindred-guards.js';

/** The subjects that a block's statements write (tables, models, repositories, nouns in function names) -> end of the first write. */
type Writes = ReadonlyMap<string, number>;
const writtenIn = new WeakMap<ts.Block, Writes>();
const MOST_NODES = 500;
/** Longer names have no subject. */
const MOST_LETTERS = 200;

/** Functions whose names show that they store data, and queries that do. */
const WRITES =
  /^(?:insert|create|add|save|update|upsert|put|store|write|replace|persist|set|patch|merge|into)(?:$|[A-Z])|^find(?:ById|One)And(?:Update|Replace)$/;
/** Those that take the table as an argument. */
const TABLE_FIRST = /^(?:insert|update|into|merge)$/;
const SQL = /\b(?:into|update)\s+["`]?(\w+)/i;

/** Whether a call reads data that an earlier statement wrote: `await db.insert(books).values(book); return getBook(book.id);`. */
export function isReadBack(source: Source, whole: ts.CallExpression): boolean {
  const call = queryOf(whole);
  if (ts.isPropertyAccessExpression(whole.parent) || WRITES.test(nameOf(call))) return false;
  const about = endingsOf(subjectOf(kindOf(call) ?? ''));
  let mentioned: ReadonlySet<string> | undefined;
  for (let at: ts.Node = call; at.parent !== undefined && !isFunctionNode(at); at = at.parent) {
    if (!ts.isBlock(at.parent)) continue;
    const writes = writesOf(at.parent);
    if (writes.size === 0) continue;
    mentioned ??= mentionedBy(source, call);
    if (writesAny(writes, about, at.pos) || writesAny(writes, mentioned, at.pos)) return true;
  }
  return false;
}

/** Look-ups by one key, and the functions whose result is the row that they stored. */
const BY_KEY = /^(?:find(?:ById|ByPk|Unique|One|First|OneBy)|findUniqueOrThrow|findOneOrFail)$/;
const STORING = /^(?:save|create|insertOne)$/;
const KEY = /^_?id$/;

/** `Note.findById(saved._id)` of what was stored in a statement before: `const saved = await note.save();`. */
export function isStoredRow(source: Source, whole: ts.CallExpression): boolean {
  const call = queryOf(whole);
  const [given] = call.arguments;
  if (ts.isPropertyAccessExpression(whole.parent) || given === undefined || !BY_KEY.test(nameOf(call))) return false;
  const root = keyedBy(given);
  const declaration = root === undefined ? undefined : declarationOf(source, root);
  if (root === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  const made = declaration.initializer && awaitedCall(declaration.initializer);
  if (made !== undefined && STORING.test(nameOf(made))) return true;
  for (let at: ts.Node = call; at.parent !== undefined && !isFunctionNode(at); at = at.parent)
    if (ts.isBlock(at.parent) && at.parent.statements.some((one) => one.end <= at.pos && stores(one, root.text))) return true;
  return false;
}

/** `note` of `note._id`, `{ id: note.id }` and `{ where: { id: note.id } }`. */
function keyedBy(given: ts.Expression, depth = 0): ts.Identifier | undefined {
  const node = unwrap(given);
  if (ts.isPropertyAccessExpression(node))
    return KEY.test(node.name.text) && ts.isIdentifier(node.expression) ? node.expression : undefined;
  if (!ts.isObjectLiteralExpression(node) || depth > 1) return undefined;
  const where = node.properties.find((one) => one.name?.getText() === 'where');
  const [only] = where === undefined ? node.properties : [where];
  if (only === undefined || !ts.isPropertyAssignment(only) || (where === undefined && node.properties.length > 1))
    return undefined;
  return where !== undefined || KEY.test(only.name.getText()) ? keyedBy(only.initializer, depth + 1) : undefined;
}

function awaitedCall(given: ts.Expression): ts.CallExpression | undefined {
  const node = unwrap(given);
  const of = ts.isAwaitExpression(node) ? unwrap(node.expression) : undefined;
  return of !== undefined && ts.isCallExpression(of) ? of : undefined;
}

/** `await note.save();` */
function stores(statement: ts.Statement, name: string): boolean {
  const call = ts.isExpressionStatement(statement) ? awaitedCall(statement.expression) : undefined;
  const callee = call?.expression;
  if (callee === undefined || !ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return false;
  return callee.expression.text === name && callee.name.text === 'save';
}

/** The suffixes of a subject: `DiscordIntegration` may refer to the table `integrations`. */
function endingsOf(about: string): ReadonlySet<string> {
  const last = about.length > MOST_LETTERS ? 0 : about.length - LEAST_LETTERS + 1;
  return new Set(Array.from({ length: Math.max(last, 0) }, (_, start) => about.slice(start)));
}
/** Shorter names occur in too many others. */
const LEAST_LETTERS = 3;

/** Whether one of these subjects is written before a place. */
function writesAny(writes: Writes, subjects: ReadonlySet<string>, before: number): boolean {
  if (subjects.size < writes.size) return [...subjects].some((one) => (writes.get(one) ?? Number.POSITIVE_INFINITY) <= before);
  for (const [subject, end] of writes) if (end <= before && subjects.has(subject)) return true;
  return false;
}

const NOTHING: ReadonlySet<string> = new Set();
const namedIn = new WeakMap<ts.Node, ReadonlySet<string>>();

/** The names in a helper of the file, such as the table that it reads. */
function mentionedBy(source: Source, call: ts.CallExpression): ReadonlySet<string> {
  const callee = unwrap(call.expression);
  const declaration = declarationOf(source, callee);
  const holder = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  if (holder === undefined || !isFunctionNode(holder) || holder.body === undefined) return NOTHING;
  const known = namedIn.get(holder);
  if (known !== undefined) return known;
  const found = new Set<string>();
  visitWithin(holder.body, (node) => {
    if (ts.isIdentifier(node)) found.add(subjectOf(node.text));
  });
  namedIn.set(holder, found);
  return found;
}

function writesOf(block: ts.Block): Writes {
  const known = writtenIn.get(block);
  if (known !== undefined) return known;
  const found = new Map<string, number>();
  for (const statement of block.statements) {
    const reached =
      ts.isIfStatement(statement) && leaves(statement.thenStatement) !== undefined ? statement.elseStatement : statement;
    if (reached === undefined || ts.isReturnStatement(reached)) continue;
    visitWithin(reached, (node) => {
      const subject = ts.isCallExpression(node) && WRITES.test(nameOf(node)) ? subjectOf(written(node)) : sqlTable(node);
      if (subject !== undefined && subject.length >= LEAST_LETTERS && !found.has(subject)) found.set(subject, statement.end);
    });
  }
  writtenIn.set(block, found);
  return found;
}

function written(call: ts.CallExpression): string {
  const [first] = call.arguments;
  const table = first !== undefined && TABLE_FIRST.test(nameOf(call)) ? unwrap(first) : undefined;
  if (table !== undefined && (ts.isIdentifier(table) || ts.isPropertyAccessExpression(table))) return table.getText();
  return kindOf(call) ?? '';
}

function sqlTable(node: ts.Node): string | undefined {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node)) return undefined;
  const [, table] = SQL.exec(node.text) ?? [];
  return table && subjectOf(table);
}

/** Visits the nodes inside a node, up to the limit. */
function visitWithin(root: ts.Node, visit: (node: ts.Node) => void): void {
  const open: ts.Node[] = [root];
  let left = MOST_NODES;
  for (let node = open.pop(); node !== undefined && left > 0; node = open.pop()) {
    left -= 1;
    visit(node);
    ts.forEachChild(node, (child) => {
      open.push(child);
    });
  }
}

/** The normal form for a table, model or repository name: `book` of `bookTable`, `this.books`, `BookRepository`. */
function subjectOf(name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1).replaceAll('_', '');
  const noun = last.replace(/(?:Table|Model|Repository|Repo|Service|Store|Collection|Schema|Entity)$/, '') || last;
  return noun.toLowerCase().replace(/s$/, '');
}

function nameOf({ expression }: ts.CallExpression): string {
  const callee = unwrap(expression);
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : '';
}
