import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Mount } from '../../../../facts/fact.js';
import { mountFact } from '../../../engine/mounts.js';
import type { RouterTable } from '../../../engine/router-table.js';
import { originOf } from '../names/origins.js';
import { declarationOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { memberOfArguments } from '../values/changes/lending.js';
import { isHarmless, MIDDLEWARE } from '../values/harmless-callees.js';
import { readValue } from '../values/values.js';
import type { Call, Found, RouterFile } from './framework.js';
import { lowerCall } from './lower.js';
import { makerOf } from './makers.js';
import { nameOf } from './mountable.js';
import { FIT, isOf, receiverOf, spoken, surest } from './receivers.js';

/** The limit of arguments that are followed. */
const MOST_ARGUMENTS = 8;

interface Passed {
  readonly table: RouterTable;
  readonly value: Expression;
  readonly index: number;
  readonly member?: string;
  readonly isList: boolean;
}

/** Apps and routers that are passed to a function: the function's registrations on its parameter belong to them. */
export function passedOn(file: RouterFile, call: Call): Found | undefined {
  const { source } = file;
  const callee = unwrap(call.expression);
  if (file.frameworks.some(({ table }) => makerOf(source, table, call) !== undefined) || isForeign(source, callee))
    return undefined;
  const passed = passedArguments(file, call, callee);
  if (passed.length === 0) return undefined;
  const of = readValue(source, callee);
  const callable: Expression = ts.isNewExpression(call) ? { kind: 'member', of, name: 'constructor' } : of;
  const lowered = lowerCall(source, call);
  const given = lowered.arguments.slice(0, MOST_ARGUMENTS).map(({ value }) => value);
  const isLooking = isHarmless(source, callee);
  const facts = passed.map(({ table, value, index, member, isList }): Mount => {
    const parameter: Expression = { kind: 'parameter', callable: '', of: callable, index };
    const child: Expression = member === undefined ? parameter : { kind: 'member', of: parameter, name: member };
    const certainty = isList || isLooking ? 'unlikely' : 'router';
    return mountFact(table, lowered, { parent: value, child, same: true, ...(given.length > 1 && { given }), certainty });
  });
  return { facts };
}

/** The arguments that are routers or lists of routers, also as members of an object. */
function passedArguments(file: RouterFile, call: Call, callee: ts.Expression): readonly Passed[] {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  const specifier = originOf(file.source, callee)?.specifier;
  const frameworks = file.frameworks.filter(
    ({ table }) => !(name !== undefined && table.own.test(name)) && !(specifier !== undefined && isOf(table, specifier)),
  );
  return memberOfArguments(call).flatMap(({ node, index, member }): readonly Passed[] => {
    const at = unwrap(node);
    const found = frameworks.flatMap(({ table }) => receiverOf(file, table, at, undefined) ?? []);
    const isOf = member === undefined ? {} : { member };
    if (found.length > 0 && (isName(at) || file.source.bound.get(at)?.kind === 'name'))
      return surest(found).map(({ table, value }) => ({ table, value, index, ...isOf, isList: false }));
    if (member !== undefined || !isRouterList(file.source, at)) return [];
    const speaking = frameworks.flatMap(({ table }) => {
      const fit = spoken(file, table);
      return fit === FIT.none ? [] : [{ table, fit, value: readValue(file.source, at), index, isList: true }];
    });
    return surest(speaking);
  });
}

const isName = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword);

const LIST_NAMES = /(?:rout(?:e|er)|controller|module|resource|endpoint|api)s?$/i;

/**
 * A list of objects that contain routers, and its later uses as an argument: `new App([new UserRoutes(), new OrderRoutes()])`.
 */
function isRouterList(source: Source, node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node))
    return node.elements.some((one) => LIST_NAMES.test(nameOf(ts.isNewExpression(one) ? one.expression : one) ?? ''));
  if (!ts.isIdentifier(node) || !/s$/.test(node.text) || !LIST_NAMES.test(node.text)) return false;
  const declaration = declarationOf(source, node);
  if (declaration === undefined) return false;
  if (ts.isParameter(declaration)) return declaration.type === undefined || ts.isArrayTypeNode(declaration.type);
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value !== undefined && ts.isArrayLiteralExpression(unwrap(value));
}

/** A function of the language or of a middleware package: it cannot be followed, and registers no routes of the service. */
function isForeign(source: Source, callee: ts.Expression): boolean {
  const specifier = originOf(source, callee)?.specifier;
  if (specifier !== undefined)
    return (
      MIDDLEWARE.test(specifier) || /^(?:node:|https?$|http2$|supertest|socket\.io|ws$|express-ws|fs$|path$)/.test(specifier)
    );
  return ts.isIdentifier(callee) && callee.text !== 'require' && lookup(source, callee) === undefined;
}
