import { ts } from 'ts-morph';
import { countWhile } from '../../../../model/sorted.js';
import { functionAround } from '../names/names.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { type Mutation, mutationsOf } from './changes/mutations.js';

/** A variable with more assignments is the union of all of them. */
const MAX_VERSIONS = 20;

interface Changes {
  /** Places of all assignments, in the order of the text. */
  readonly places: readonly number[];
  /** Those that always run, one after the other: uses after one of them do not see earlier values. */
  readonly certain: readonly Mutation[];
}
const changesOf = new WeakMap<readonly Mutation[], Changes>();
const NONE: Changes = { places: [], certain: [] };

function changes(source: Source, name: string, declaration: ts.Node): Changes {
  const all = mutationsOf(source, name, declaration);
  if (all.length === 0) return NONE;
  const known = changesOf.get(all);
  if (known !== undefined) return known;
  const assigned = all.filter((one) => one.kind === 'assign');
  const certain = localBlock(declaration) === undefined ? [] : assigned.filter((one) => isCertain(declaration, one));
  const found = {
    places: assigned.map((one) => one.target.pos).sort((a, b) => a - b),
    certain: certain.length > MAX_VERSIONS ? [] : certain,
  };
  changesOf.set(all, found);
  return found;
}

/** The statements that always assign a local variable. */
export function certainAssignments(source: Source, name: string, declaration: ts.Node): readonly Mutation[] {
  return changes(source, name, declaration).certain;
}

/** The last assignment of the variable before a place; 0: none. */
export function lastAssignedBefore(source: Source, name: string, declaration: ts.Node, place: number): number {
  const { places } = changes(source, name, declaration);
  return places[countWhile(places, (one) => one < place) - 1] ?? 0;
}

/**
 * The number of certain assignments before a use. Undefined: there are none, or the use is in a function that may run at another
 * time, so that any value is possible.
 */
export function versionAt(source: Source, use: ts.Identifier, declaration: ts.Node): number | undefined {
  const certain = certainAssignments(source, use.text, declaration);
  if (certain.length === 0 || functionAround(use) !== functionAround(declaration)) return undefined;
  return certain.filter((one) => one.statement.end <= use.pos).length;
}

/** Name of the fact for a variable's value after this many certain assignments. */
export const versionName = (name: string, version: number): string => `${name}=${version}`;

/** The changes to the variable while a version lasts; inner functions may make theirs at any time. */
export function mutationsDuring(
  declaration: ts.Node,
  all: readonly Mutation[],
  from: Mutation | undefined,
  to: Mutation | undefined,
): readonly Mutation[] {
  const home = functionAround(declaration);
  return all.filter((one) => {
    if (one === from || one === to) return false;
    if (functionAround(one.target) !== home) return true;
    return one.target.pos > (from?.target.pos ?? 0) && (to === undefined || one.target.pos < to.target.pos);
  });
}

/** The block of a function that declares a variable by a plain name. */
function localBlock(declaration: ts.Node): ts.Node | undefined {
  if (!ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return undefined;
  const statement = declaration.parent.parent;
  if (!ts.isVariableStatement(statement) || !ts.isBlock(statement.parent)) return undefined;
  return functionAround(statement) === undefined ? undefined : statement.parent;
}

function isCertain(declaration: ts.Node, { target, statement }: Mutation): boolean {
  if (!ts.isExpressionStatement(statement) || statement.parent !== localBlock(declaration)) return false;
  const whole = unwrap(statement.expression);
  if (!ts.isBinaryExpression(whole) || whole.operatorToken.kind === ts.SyntaxKind.QuestionQuestionEqualsToken) return false;
  return whole.operatorToken.kind !== ts.SyntaxKind.BarBarEqualsToken && unwrap(whole.left) === target;
}
