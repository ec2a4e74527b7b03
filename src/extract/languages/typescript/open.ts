import { ts } from 'ts-morph';
import type { Fact, FileGap } from '../../../facts/fact.js';
import { type Aspects, attempt, type Extraction, isAsked } from '../../extractor.js';
import { withoutAnswered } from './answered.js';
import { escapedRouters, unfollowedRoutes } from './escapes.js';
import { forms, handlerSends, routerFrameworks } from './frameworks/index.js';
import { frameworkProfiles } from './frameworks/profiles.js';
import { assignedIn, guardedIn } from './guarded.js';
import { lostRouters } from './lost-routers.js';
import { recordModule } from './names/modules.js';
import { isFunctionNode } from './names/names.js';
import { scopesFor } from './names/scope.js';
import { withoutNeverRun } from './never-run.js';
import { providedClasses } from './provided.js';
import { STEPS } from './readers.js';
import { recordCallable } from './sends/callables.js';
import { patchesOf } from './sends/patches.js';
import type { Recorder, Source } from './source.js';
import { declare, declareStatement } from './types/declarations.js';
import { recordConstant, recordMembers } from './values/constants.js';

export { readConfiguration } from './files/configuration.js';
export { readPrismaSchema } from './files/prisma-schema.js';

import { knexTables } from './files/knex-schema.js';
import { rowSettings } from './files/row-settings.js';
import { definesTables, setsRows } from './files/row-signals.js';
import { changesTypeParsers } from './files/type-parsers.js';

export { readSqlSchema } from './files/sql-schema.js';
export { readTemplate } from './frameworks/lambda/templates.js';
export { readTsoaSettings } from './frameworks/tsoa/settings.js';

/** Frameworks whose apps and routers are values that code passes around. */
const SERVERS = [...routerFrameworks, frameworkProfiles.nestjs];

/** Parses one file. Syntax errors do not stop it: the parser recovers and continues. */
export function openSource(path: string, text: string, recorder: Recorder): Source {
  const tree = parseTree(path, text);
  scopesFor(tree);
  return {
    ...{ path, text, tree, record: recorder, senders: handlerSends },
    forms: forms.filter(({ shown }) => shown?.test(text)),
    ...{ bound: new Map(), handled: new Set(), answering: new Map(), requested: new Set(), declared: new Set() },
  };
}

/** The syntax of one file. */
export function parseTree(path: string, text: string, setParents = false): ts.SourceFile {
  const kind = scriptKind(path);
  // Only JavaScript may declare types in comments.
  const withComments = kind === ts.ScriptKind.JSX;
  const jsDocParsingMode = withComments ? ts.JSDocParsingMode.ParseAll : ts.JSDocParsingMode.ParseNone;
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode };
  // The visitors do not walk comments, so the parser must set the parents where it parses comments.
  return ts.createSourceFile(path, text, options, withComments || setParents, kind);
}

/** JavaScript may contain JSX under any of its extensions; in TypeScript `<T>x` is a cast. */
function scriptKind(path: string): ts.ScriptKind {
  if (path.endsWith('.tsx')) return ts.ScriptKind.TSX;
  return /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
}

/**
 * All facts of one file: those of the frameworks' extractors, and its imports, exports and declarations. A crash of one part is a
 * gap.
 *
 * @throws RangeError when the file nests deeper than the stack
 */
export function extractFile(path: string, text: string, aspects?: Aspects): Extraction {
  const { recorder, facts, gaps } = createRecorder();
  const source = openSource(path, text, recorder);
  const asked = STEPS.flat().filter((one) => isAsked(one, aspects) && one.signals(text, path));
  reportSyntax(
    source,
    asked.some(({ of }) => of !== 'events'),
  );
  for (const reader of asked) {
    attempt(gaps, reader.title, () => {
      const found = reader.extract(source);
      facts.push(...found.facts);
      gaps.push(...found.gaps);
    });
  }
  attempt(gaps, 'the module', () => {
    if (SERVERS.some((one) => one.signals(text, path))) {
      gaps.push(...unfollowedRoutes(source));
      facts.push(...escapedRouters(source, facts));
    }
    facts.push(...lostRouters(source, facts), ...patchesOf(source), ...providedClasses(source));
    facts.push(...guardedIn(source, { facts, gaps }), ...assignedIn(source));
    recordModule(source);
    declare(source);
    if (changesTypeParsers(text))
      recorder.add({ kind: 'setting', key: 'parsers', scope: '', value: 'unread', at: { line: 1, column: 1 } });
    if (definesTables(text)) facts.push(...knexTables(source));
    const rows = setsRows(text) ? rowSettings(source) : undefined;
    if (rows !== undefined) recorder.add(rows);
    // A set's iterator also visits entries that are added during the loop.
    for (const node of source.requested) recordDeclaration(source, node);
  });
  return withoutNeverRun(source, { facts: withoutAnswered(source, facts), gaps });
}

/** A new recorder for one file. */
export function createRecorder(): { recorder: Recorder; facts: Fact[]; gaps: FileGap[] } {
  const facts: Fact[] = [];
  const gaps: FileGap[] = [];
  const taken = new Set<string>();
  const recorder: Recorder = {
    add: (fact) => void facts.push(fact),
    gap: (gap) => void gaps.push(gap),
    once: (kind, name, make) => {
      const key = `${kind} ${name}`;
      if (taken.has(key)) return;
      taken.add(key);
      make();
    },
  };
  return { recorder, facts, gaps };
}

/** The facts of a declaration that an expression names. */
function recordDeclaration(source: Source, node: ts.Node): void {
  const stored = ts.isVariableDeclaration(node) ? node.initializer : undefined;
  if (isFunctionNode(node)) recordCallable(source, node);
  else if (stored !== undefined && isFunctionNode(stored)) recordCallable(source, stored);
  else if (stored !== undefined && ts.isClassExpression(stored)) recordDeclaration(source, stored);
  else if (ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node)) recordConstant(source, node);
  else recordType(source, node);
}

/** A class with its members' values and bodies, a namespace with its contents, and other types. */
function recordType(source: Source, node: ts.Node): void {
  declareStatement(source, node);
  if (ts.isClassLike(node)) recordClass(source, node);
  if (ts.isModuleDeclaration(node) && node.body && ts.isModuleBlock(node.body)) {
    for (const statement of node.body.statements) recordInner(source, statement);
  }
}

/** The values of a class's members and the bodies of its functions. */
function recordClass(source: Source, node: ts.ClassLikeDeclaration): void {
  recordMembers(source, node);
  for (const member of node.members) {
    if (isFunctionNode(member) && !ts.isSetAccessor(member)) recordCallable(source, member);
    else if (ts.isPropertyDeclaration(member) && member.initializer && isFunctionNode(member.initializer))
      recordCallable(source, member.initializer);
  }
}

function recordInner(source: Source, statement: ts.Statement): void {
  if (ts.isVariableStatement(statement)) {
    for (const declaration of statement.declarationList.declarations) recordDeclaration(source, declaration);
  } else if (ts.isDeclarationStatement(statement)) recordDeclaration(source, statement);
}

/** The parser recovers from errors. The code that it skipped is a gap, which may hide a route where the file registers some. */
function reportSyntax(source: Source, isRouting: boolean): void {
  const [first] = syntaxErrors(source.tree);
  if (first === undefined || source.path.endsWith('.js') || source.path.endsWith('.jsx')) {
    if (first === undefined || isTypeSyntax(first)) return;
  }
  const { line, character } = source.tree.getLineAndCharacterOfPosition(first.start);
  const detail = `The file has a syntax error: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`;
  const at = { line: line + 1, column: character + 1 };
  source.record.gap({ reason: 'syntax-error', detail, at, ...(isRouting ? { hides: 'service' } : {}) });
}

function syntaxErrors(tree: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  // The parser's own list is not part of the public type; a program created only to read it would cost more than parsing.
  const list: unknown = Reflect.get(tree, 'parseDiagnostics');
  return Array.isArray(list) ? list : [];
}

/** The parser reads type annotations in JavaScript (Flow) well enough. */
function isTypeSyntax(diagnostic: ts.DiagnosticWithLocation): boolean {
  return diagnostic.code >= 8000 && diagnostic.code < 9000;
}
