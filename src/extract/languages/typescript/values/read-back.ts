import { ts } from 'ts-morph';
import { isFunctionNode } from '../names/names.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { leaves } from './guards.js';
import { kindOf } from './kindred-guards.js';

/** What the statements of a block write, one after the other. */
const writtenIn = new WeakMap<ts.Block, readonly Written[]>();
interface Written {
  /** The name of what is written: of a table, a model, a repository, or what a function is about. */
  readonly subject: string;
  readonly end: number;
}
const MOST_NODES = 500;

/** Functions that leave something to be found, by their names, and queries that do. */
const WRITES =
  /^(?:insert|create|add|save|update|upsert|put|store|write|replace|persist|set|patch|merge|into)(?:$|[A-Z])|^find(?:ById|One)And(?:Update|Replace)$/;
/** Those that are given the table. */
const TABLE_FIRST = /^(?:insert|update|into|merge)$/;
const SQL = /\b(?:into|update)\s+["`]?(\w+)/i;

/** Whether a call reads what a statement before it has written: `await db.insert(books).values(book); return getBook(book.id);`. */
export function isReadBack(source: Source, call: ts.CallExpression): boolean {
  if (ts.isPropertyAccessExpression(call.parent) || WRITES.test(nameOf(call))) return false;
  const about = subjectOf(kindOf(call) ?? '');
  for (let at: ts.Node = call; at.parent !== undefined && !isFunctionNode(at); at = at.parent) {
    if (!ts.isBlock(at.parent)) continue;
    const before = writesOf(at.parent).filter(({ end }) => end <= at.pos);
    if (before.some(({ subject }) => isAbout(about, subject) || mentions(source, call, subject))) return true;
  }
  return false;
}

/** `DiscordIntegration` is about the table `integrations`. */
function isAbout(about: string, subject: string): boolean {
  return subject.length > 2 && about.endsWith(subject);
}

/** A helper of the file that reads the table under its name. */
function mentions(source: Source, call: ts.CallExpression, subject: string): boolean {
  const callee = unwrap(call.expression);
  const declaration = ts.isIdentifier(callee) ? lookup(source, callee)?.nodes[0] : undefined;
  const holder = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  if (holder === undefined || !isFunctionNode(holder) || holder.body === undefined || subject.length < 3) return false;
  let isNamed = false;
  visitWithin(holder.body, (node) => {
    isNamed ||= ts.isIdentifier(node) && subjectOf(node.text) === subject;
  });
  return isNamed;
}

function writesOf(block: ts.Block): readonly Written[] {
  const known = writtenIn.get(block);
  if (known !== undefined) return known;
  const found: Written[] = [];
  for (const statement of block.statements) {
    const reached =
      ts.isIfStatement(statement) && leaves(statement.thenStatement) !== undefined ? statement.elseStatement : statement;
    if (reached === undefined || ts.isReturnStatement(reached)) continue;
    visitWithin(reached, (node) => {
      const subject = ts.isCallExpression(node) && WRITES.test(nameOf(node)) ? subjectOf(written(node)) : sqlTable(node);
      if (subject !== undefined && subject !== '') found.push({ subject, end: statement.end });
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

/** Visits what is within a node, as far as the bound allows. */
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

/** A name of a table, model or repository in the form that all of them share: `book` of `bookTable`, `this.books`, `BookRepository`. */
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
