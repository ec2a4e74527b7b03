import { ts } from 'ts-morph';
import type { Setting } from '../../../../facts/fact.js';
import { isFunctionNode, memberName } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { callsOf, linksOf } from '../values/fluent-chains.js';
import { CLIENTS, HOOKS, isMigration, MODIFIERS, NAMES } from './row-signals.js';

/** What a file says of the rows that Knex and Objection read. */
export function rowSettings(source: Source): Setting | undefined {
  const { text } = source;
  const clients = [...new Set([...text.matchAll(CLIENTS)].map(([, name = '']) => name))];
  const takers = MODIFIERS.test(text) ? takersIn(source) : [];
  const value = {
    ...(isMigration(text) && { tables: 'set' }),
    ...(clients.length > 0 && { clients }),
    ...(HOOKS.test(text) && { hooks: 'set' }),
    ...(NAMES.test(text) && { names: 'set' }),
    ...(takers.length > 0 && { takers }),
  };
  return Object.keys(value).length === 0
    ? undefined
    : { kind: 'setting', key: 'rows', scope: '', value, at: { line: 1, column: 1 } };
}

/** Methods of a query that change the form of its rows. */
const SELECTS =
  /^(?:select\w*|columns?|distinct\w*|clear\w*|count\w*|sum\w*|min|max|avg\w*|returning|withGraph\w*|eager\w*|first|findOne|findById|page|range|resultSize|castTo|from\w*|modify\w*|runAfter|onBuild\w*|union\w*|with|as|alias)$/;

/**
 * What functions do with their parameters, which may be queries: `name=`; `name!` where they select something in it, and `name>other` where
 * they pass it to another function.
 */
function takersIn(source: Source): readonly string[] {
  const found = new Set<string>();
  for (const call of callsOf(source.tree)) {
    if (!ts.isCallExpression(call)) continue;
    const { start, links } = linksOf(call);
    const name = ts.isIdentifier(start) ? takerOf(source, start) : undefined;
    if (name !== undefined)
      found.add(links.some((one) => SELECTS.test(one.name) && !isWhole(one.call)) ? `${name}!` : `${name}=`);
    const callee = call.expression;
    const other = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';
    for (const one of call.arguments) {
      const taker = ts.isIdentifier(one) ? takerOf(source, one, true) : undefined;
      if (taker !== undefined) found.add(`${taker}>${other}`);
    }
  }
  return [...found].sort();
}

/** `select('books.*')` */
const isWhole = ({ arguments: given }: ts.CallExpression): boolean =>
  given.length > 0 && given.every((one) => ts.isStringLiteralLike(one) && /(?:^|\.)\*$/.test(one.text));

/** The name of the function whose parameter it is; `isPassed`: one that is first, or named as a query. */
function takerOf(source: Source, node: ts.Identifier, isPassed = false): string | undefined {
  const declaration = declarationOf(source, node);
  if (declaration === undefined || !ts.isParameter(declaration)) return undefined;
  const by = declaration.parent;
  if (!isFunctionNode(by) || (isPassed && by.parameters[0] !== declaration && !/query|builder|qb/i.test(node.text)))
    return undefined;
  const named =
    by.name ?? (ts.isVariableDeclaration(by.parent) || ts.isPropertyAssignment(by.parent) ? by.parent.name : undefined);
  return named === undefined || ts.isObjectBindingPattern(named) || ts.isArrayBindingPattern(named) ? '' : memberName(named);
}
