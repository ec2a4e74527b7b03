import { readAssignment, readCondition } from './assignments.js';
import { changedByAlias, changedFrom } from './changes.js';
import { alwaysOf, type Constants, constantsOf } from './constant-conditions.js';
import { readImport } from './imports.js';
import { parametersOf } from './parameters.js';
import { type Known, notePresent, presentWhere } from './presence.js';
import { dropReplaced } from './replaced.js';
import {
  bindLoop,
  type ClassDefinition,
  createScope,
  type FunctionDefinition,
  factName,
  type Guard,
  lookup,
  type Scope,
} from './scope.js';
import type { MaskedText } from './syntax/mask.js';
import { parse, parseArguments } from './syntax/parse.js';
import { closing, endOf, type Statement, topLevel } from './syntax/statements.js';
import { isBeside, type Node, type Place } from './syntax/syntax.js';

/** All definitions of a file. */
export interface Definitions {
  readonly module: Scope;
  /** All functions and methods, including nested ones. */
  readonly functions: readonly FunctionDefinition[];
  /** All classes, except nested ones. */
  readonly classes: readonly ClassDefinition[];
  readonly scopes: readonly Scope[];
  readonly branches: readonly Branch[];
}

/** The block of an `if` or its `else`, with the conditions under which it runs. */
export interface Branch {
  /** Those of a chain are the same objects for all of its blocks. */
  readonly guards: readonly Guard[];
  readonly scope: Scope;
  readonly body: Place;
}

interface Reading {
  readonly masked: MaskedText;
  readonly constants: Constants;
  readonly functions: FunctionDefinition[];
  readonly classes: ClassDefinition[];
  readonly scopes: Scope[];
  readonly branches: Branch[];
}

/** Reads the definitions of a file, scope by scope. */
export function readDefinitions(masked: MaskedText, statements: readonly Statement[]): Definitions {
  const module = createScope('module', '');
  const reading: Reading = { masked, constants: constantsOf(masked), functions: [], classes: [], scopes: [module], branches: [] };
  readBlock(reading, module, statements);
  dropReplaced(masked, module, statements, (one) => ends(masked.bare, module, one));
  for (const scope of reading.scopes) {
    changedFrom(scope);
    changedByAlias(scope);
  }
  const { functions, classes, scopes, branches } = reading;
  return { module, functions, classes, scopes, branches };
}

function readBlock(reading: Reading, scope: Scope, statements: readonly Statement[], owner?: ClassDefinition): void {
  let decorators: Node[] = [];
  const last = statements.at(-1);
  const end = last === undefined ? 0 : endOf(last);
  let chain: Chain = { refused: [], shown: [], known: [], open: true, end };
  const outer = scope.guards.length;
  const { bare } = reading.masked;
  for (const [index, statement] of statements.entries()) {
    if (ends(bare, scope, statements[index - 1])) {
      // the rest is unreachable, but a `yield` in it still makes the function a generator
      scope.generator ||= statements.slice(index).some(({ start }) => /^yield\b/.test(bare.slice(start, start + 6)));
      break;
    }
    const head = bare.slice(statement.start, Math.min(statement.end, statement.start + 200));
    if (head.startsWith('@')) {
      decorators.push(parse(reading.masked, statement.start + 1, statement.end));
      continue;
    }
    const branch = /^(?:if|elif|else)\b/.exec(head)?.[0];
    if (branch === undefined || branch === 'if') {
      goOn(reading, scope, chain, { start: statement.start, end });
      chain = { refused: [], shown: [], known: [], open: true, end };
    }
    if (branch !== undefined) {
      readBranch(reading, scope, statement, branch, chain, owner);
      decorators = [];
      if (chain.sure === 'left') break;
      continue;
    }
    if (statement.body.length > 0 && /^match\b/.test(head)) {
      readCases(reading, scope, statement, chain, owner);
      continue;
    }
    const definition = /^(?:async\s+)?(def|class)\s+(\w+)/.exec(head);
    if (definition === null) readStatement(reading, scope, statement, head, owner);
    if (head.startsWith('assert ')) {
      const [test = ''] = head.slice(7).split(',');
      const place = { start: statement.start + 7, end: statement.start + 7 + test.length };
      notePresent(scope, presentWhere(reading.masked, place, true), { start: statement.end, end });
    }
    if (definition === null) {
      decorators = [];
      continue;
    }
    if (definition[1] === 'class') readClass(reading, scope, statement, definition[2] ?? '', decorators, owner);
    else readFunction(reading, scope, statement, definition[2] ?? '', decorators, owner);
    decorators = [];
  }
  scope.guards.length = outer;
}

/** What conditions that left before exclude for the statements after them: `if not enabled: continue`. */
function goOn({ branches }: Reading, scope: Scope, { known }: Chain, body: Place): void {
  scope.guards.push(...known);
  const guards = known.filter(({ after }) => after === undefined);
  if (guards.length > 0) branches.push({ guards, scope, body });
}

/** Limit of conditions in a row; readers of the conditions stop far earlier. */
const MAX_GUARDS = 60;

/** An `if` statement with its `elif` and `else` branches. */
interface Chain {
  /** The negated conditions of the branches so far. */
  readonly refused: Guard[];
  /** What these show about names and attributes. */
  readonly shown: Known[];
  /** Conditions that are true after the statement, because the branches taken have left the block. */
  readonly known: Guard[];
  /** True if every branch so far has left the block. */
  open: boolean;
  /** End of the enclosing block. */
  readonly end: number;
  /** One branch always runs; `left`: it also leaves the block, so that nothing after it is reachable. */
  sure?: 'taken' | 'left';
}

function readBranch(
  reading: Reading,
  scope: Scope,
  statement: Statement,
  word: string,
  chain: Chain,
  owner?: ClassDefinition,
  subject?: Guard['subject'],
): void {
  const { start, end, body } = statement;
  const always = chain.sure === undefined ? alwaysOf(reading.masked, statement, reading.constants) : false;
  if (always === false) {
    // only type checkers use imports in this branch
    const imports = body.filter((one) => /^(?:from|import)\b/.test(reading.masked.bare.slice(one.start, one.start + 7)));
    readBlock(reading, scope, imports, owner);
    return;
  }
  if (always === true && word === 'if') {
    readBlock(reading, scope, body, owner);
    chain.sure = leaves(reading.masked.bare, scope, body) ? 'left' : 'taken';
    return;
  }
  const retained = scope.guards.length;
  const tested = { start: start + word.length, end: end - 1, ...(subject && { subject }) };
  const own: Guard | undefined = word === 'else' ? undefined : { ...tested, holds: true };
  const isLater = word === 'elif' ? 1 : 0;
  scope.nested += isLater;
  if (own !== undefined) readCondition(reading.masked, scope, statement);
  scope.nested -= isLater;
  scope.guards.push(...chain.refused, ...(own === undefined ? [] : [own]));
  const block = { start: end, end: endOf(statement) };
  const isTest = subject === undefined;
  const guards = isTest ? scope.guards.slice(retained) : [];
  notePresent(scope, chain.shown, block);
  if (own !== undefined && isTest) notePresent(scope, presentWhere(reading.masked, own, true), block);
  if (guards.length > 0) reading.branches.push({ guards, scope, body: block });
  scope.nested += 1;
  if (subject !== undefined) scope.repeated += 1;
  readBlock(reading, scope, body, owner);
  if (subject !== undefined) scope.repeated -= 1;
  scope.nested -= 1;
  scope.guards.length = retained;
  if (own !== undefined) refuse(reading, scope, statement, chain, { ...own, holds: false });
}

/** Records that a condition is false for the rest of its chain, and after the chain where its block leaves. */
function refuse({ masked }: Reading, scope: Scope, statement: Statement, chain: Chain, own: Guard): void {
  const after = [...chain.refused];
  const shown = own.subject === undefined ? presentWhere(masked, own, false) : [];
  if (chain.refused.length < MAX_GUARDS) {
    chain.refused.push(own);
    chain.shown.push(...shown);
  }
  const isLeft = leaves(masked.bare, scope, statement.body);
  chain.open &&= isLeft;
  if (isLeft && chain.open) notePresent(scope, shown, { start: endOf(statement), end: chain.end });
  if (isLeft) chain.known.push({ ...own, ...(chain.open ? {} : { after }) });
}

/** `match request.method:` */
function readCases(reading: Reading, scope: Scope, statement: Statement, chain: Chain, owner?: ClassDefinition): void {
  const { start, end, body } = statement;
  readCondition(reading.masked, scope, statement);
  const subject = { start: start + 'match'.length, end: end - 1 };
  for (const one of body) readBranch(reading, scope, one, 'case', chain, owner, subject);
}

function ends(bare: string, scope: Scope, last: Statement | undefined): boolean {
  if (last === undefined) return false;
  const head = bare.slice(last.start, last.start + 12);
  if (/^(?:(?:return|raise|continue|break)\b|(?:sys\.|os\._)exit\()/.test(head)) return true;
  // an imported `abort` with a status raises (https://flask.palletsprojects.com/en/stable/api/#flask.abort)
  const binding = /^abort\([^)]/.test(head) ? lookup(scope, 'abort')?.binding : undefined;
  return binding?.kind === 'import' && !binding.module.startsWith('.');
}

/** Limit of nested blocks. */
const MAX_LEAVING = 20;

/** Whether no code after a block is reachable through it. */
function leaves(bare: string, scope: Scope, block: readonly Statement[], depth = 0): boolean {
  if (depth > MAX_LEAVING || block.length === 0) return false;
  if (ends(bare, scope, block.at(-1))) return true;
  let isWhole = false;
  for (const { start, body } of block.toReversed()) {
    const word = /^(?:if|elif|else|try|except|finally|(?:async[ \t]{1,9})?with)\b/.exec(bare.slice(start, start + 20))?.[0] ?? '';
    const isLeft = leaves(bare, scope, body, depth + 1);
    if (word === 'finally' ? isLeft : !/^(?:el|except)/.test(word)) return isLeft && (isWhole || !/^(?:if|try|)$/.test(word));
    if (word !== 'finally' && !isLeft) return false;
    isWhole ||= word !== 'elif';
  }
  return false;
}

function readStatement(reading: Reading, scope: Scope, statement: Statement, head: string, owner?: ClassDefinition): void {
  const { masked } = reading;
  const word = /^[a-z]+\b/.exec(head)?.[0] ?? '';
  if (word === 'from' || word === 'import') readImport(masked, statement, scope);
  else if (word === 'return') {
    scope.ways.push(scope.guards.slice(0, MAX_GUARDS));
    const value = masked.bare.slice(statement.start + 6, statement.end).trim();
    scope.results.push(value === '' ? undefined : parse(masked, statement.start + 6, statement.end));
  } else if (word === 'yield') scope.generator = true;
  else if (word === 'global') {
    const module = reading.scopes[0] ?? scope;
    for (const [name] of head.slice(word.length).matchAll(/\w+/g)) module.changed.add(name);
  } else if (word === 'raise' || word === 'pass' || word === 'nonlocal') return;
  else if (word === 'while' || word === 'assert' || (isSoft(word) && statement.body.length > 0)) {
    readCondition(masked, scope, statement);
    readNested(reading, scope, statement, owner);
  } else if (statement.body.length > 0) {
    bindHeader(masked, scope, statement, word);
    if (word === 'with' || word === 'try') readBlock(reading, scope, statement.body, owner);
    else readNested(reading, scope, statement, owner);
  } else if (owner !== undefined || !readLambda(reading, scope, statement, head)) readAssignment(masked, scope, statement, owner);
}

/** `to_book = lambda id: {'id': id}`, which is a function of that name. */
function readLambda(reading: Reading, scope: Scope, { start, end }: Statement, head: string): boolean {
  const [opening, name] = /^(\w{1,100})\s{0,9}(?::[^=\n]{1,100})?=\s{0,9}lambda\b/.exec(head) ?? [];
  if (opening === undefined || name === undefined || scope.bindings.has(name)) return false;
  const colon = topLevel(reading.masked.bare, start + opening.length, end, ':');
  if (colon < 0) return false;
  const inside = createScope('function', factName(scope, name), scope);
  reading.scopes.push(inside);
  inside.results.push(parse(reading.masked, colon + 1, end));
  inside.ways.push([]);
  const parameters = parametersOf(reading.masked, start + opening.length, colon);
  defineFunction(reading, scope, inside, { name, start, end, parameters, decorators: [] });
  return true;
}

/** Reads a block that may run never or repeatedly. */
function readNested(reading: Reading, scope: Scope, { body }: Statement, owner?: ClassDefinition): void {
  scope.nested += 1;
  scope.repeated += 1;
  readBlock(reading, scope, body, owner);
  scope.repeated -= 1;
  scope.nested -= 1;
}

/**
 * Soft keywords (https://docs.python.org/3/reference/lexical_analysis.html#soft-keywords): without a block they are plain names.
 */
const isSoft = (word: string): boolean => word === 'match' || word === 'case';

/** `for x in xs:`, `with open() as f:`, `except E as e:`. */
function bindHeader(masked: MaskedText, scope: Scope, statement: Statement, word: string): void {
  const { start, end } = statement;
  const text = masked.bare.slice(start, Math.min(end, start + 2000));
  const isLoop = word === 'for' || /^async\s{1,9}for\b/.test(text);
  const within = isLoop ? text.search(/\bin\b/) : -1;
  if (within >= 0) {
    const target = parse(masked, start + text.indexOf('for') + 3, start + within);
    bindLoop(scope, target, { over: parse(masked, start + within + 2, end - 1), start, end: endOf(statement) });
    return;
  }
  if (word !== 'with' && word !== 'except' && word !== 'async') return;
  for (const [, name] of text.matchAll(/\bas\s+(\w+)/g))
    if (name !== undefined)
      bindLoop(
        scope,
        { kind: 'name', name, start, end },
        { start, end: endOf(statement), ...(word === 'except' && { caught: true }) },
      );
}

function readFunction(
  reading: Reading,
  scope: Scope,
  statement: Statement,
  name: string,
  decorators: readonly Node[],
  owner: ClassDefinition | undefined,
): void {
  const { masked } = reading;
  const { start, end } = statement;
  const bracket = masked.bare.slice(start, end).indexOf('(');
  const open = start + bracket;
  const isRead = bracket >= 0;
  const close = isRead ? closing(masked.bare, open, end) : end;
  const isStatic = decorators.some((one) => one.kind === 'name' && one.name === 'staticmethod');
  const own = owner === undefined ? {} : { owner };
  const fact =
    owner === undefined ? factName(scope, name) : `${owner.fact}#${name}${decorators.some(isBeside) ? `@${start}` : ''}`;
  const inside = createScope('function', fact, scope);
  reading.scopes.push(inside);
  const parameters = isRead ? parametersOf(masked, open + 1, close) : [];
  const arrow = masked.bare.slice(close, end).indexOf('->');
  readBlock(reading, inside, statement.body);
  dropReplaced(masked, inside, statement.body, (one) => ends(masked.bare, inside, one));
  const returns = arrow < 0 ? {} : { returns: parse(masked, close + arrow + 2, end - 1) };
  defineFunction(
    reading,
    scope,
    inside,
    { name, start, end: endOf(statement), parameters, decorators, ...returns, ...own },
    isStatic,
  );
}

type Header = Pick<FunctionDefinition, 'name' | 'start' | 'end' | 'parameters' | 'decorators' | 'returns' | 'owner'>;

function defineFunction(reading: Reading, scope: Scope, inside: Scope, header: Header, isStatic = false): void {
  const { name, parameters, owner } = header;
  const { prefix: fact, generator: isGenerator, results, ways } = inside;
  const definition: FunctionDefinition = { ...header, fact, isGenerator, results, ways, inside };
  inside.of = definition;
  // callers do not pass `self`
  const shift = owner === undefined || isStatic ? 0 : 1;
  for (const [index, parameter] of parameters.entries()) {
    const known = inside.bindings.get(parameter.name);
    const given = { kind: 'parameter', index: index - shift, parameter, of: definition } as const;
    if (known === undefined) inside.bindings.set(parameter.name, given);
    else if (known.kind === 'variable') known.given = given;
  }
  reading.functions.push(definition);
  if (owner === undefined) scope.bindings.set(name, { kind: 'function', definition });
  else owner.methods.push(definition);
}

function readClass(
  reading: Reading,
  scope: Scope,
  statement: Statement,
  name: string,
  decorators: readonly Node[],
  owner: ClassDefinition | undefined,
): void {
  const { masked } = reading;
  const { start, end } = statement;
  const fact = factName(scope, name);
  const head = masked.bare.slice(start, end);
  const bracket = /\[([\w\s,:*=.]*)\]/.exec(head.slice(0, head.indexOf('(') < 0 ? head.length : head.indexOf('(')));
  const open = start + head.indexOf('(');
  const hasBases = head.includes('(');
  const definition: ClassDefinition = {
    name,
    fact,
    start,
    arguments: hasBases ? parseArguments(masked, open + 1, closing(masked.bare, open, end)) : [],
    typeParameters: bracket?.[1]?.split(',').flatMap((one) => /\w+/.exec(one)?.[0] ?? []) ?? [],
    decorators,
    fields: [],
    methods: [],
    inner: [],
    outside: scope,
    inside: createScope('class', fact, scope),
  };
  definition.inside.typeParameters = definition.typeParameters;
  reading.scopes.push(definition.inside);
  readBlock(reading, definition.inside, statement.body, definition);
  if (owner === undefined) reading.classes.push(definition);
  else owner.inner.push(definition);
  scope.bindings.set(name, { kind: 'class', definition });
}
