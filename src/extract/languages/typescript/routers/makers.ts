import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Mount, Router } from '../../../../facts/fact.js';
import type { Maker, RouterTable } from '../../../engine/router-table.js';
import { atOf } from '../at.js';
import { functionName, isFunctionNode, valueNamed } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import { positional, storedName } from '../names/stored-names.js';
import type { Source } from '../source.js';
import { chainOf } from '../values/fluent-chains.js';
import type { Call, RouterFile } from './framework.js';
import { lowerCall } from './lower.js';
import { fluentOf } from './receivers.js';

/** The maker by which a call creates an app or router of a framework; undefined: it creates none. */
export function makerOf(source: Source, table: RouterTable, call: Call): Maker | undefined {
  const origin = originOf(source, call.expression) ?? givenPackage(source, call.expression);
  if (origin === undefined) return undefined;
  const by = ts.isNewExpression(call) ? 'new' : 'call';
  return table.makers.find((one) => one.packages.test(origin.specifier) && one.names.test(origin.name) && (one.by ?? by) === by);
}

/** `(express) => express.Router()`: a parameter with the name of a package represents it. */
function givenPackage(source: Source, callee: ts.Expression): ReturnType<typeof originOf> {
  if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return undefined;
  if (lookup(source, callee.expression)?.kind !== 'parameter') return undefined;
  return { specifier: callee.expression.text, name: callee.name.text };
}

/** The apps and routers that a file creates: their facts, and the values of their expressions. */
export function findRouters(file: RouterFile): readonly Fact[] {
  const { source } = file;
  return file.calls.flatMap((call): readonly Fact[] => {
    for (const { table } of file.frameworks) {
      const maker = makerOf(source, table, call);
      if (maker === undefined) continue;
      const settings = maker.settings?.(lowerCall(source, call)) ?? {};
      const root = maker.makes === 'app';
      return addRouter(file, table, call, {
        root,
        ...(root && file.made.size < MOST_APPS && isIdle(source, table, call) && { idle: true }),
        ...settings,
      });
    }
    return [];
  });
}

/** In a file with more apps, all count as served. */
const MOST_APPS = 20;

/** Whether the file only registers routes on an app, in a variable that no other file uses. */
function isIdle({ text }: Source, { fluent }: RouterTable, { parent }: Call): boolean {
  if (fluent === undefined || !ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return false;
  const statement = parent.parent.parent;
  if (!ts.isVariableStatement(statement) || !ts.isSourceFile(statement.parent) || statement.modifiers !== undefined) return false;
  const name = parent.name.text.replaceAll('$', '\\$');
  const mentions = [...text.matchAll(new RegExp(`(?<![\\w$.])${name}(?![\\w$])(?:\\s{0,20}\\.\\s{0,20}(\\w{1,40}))?`, 'g'))];
  return mentions.filter(([, member]) => member === undefined || !fluent.test(member)).length === 1;
}

/** The router of an expression that creates one, named by its variable. */
export function addRouter(file: RouterFile, table: RouterTable, made: ts.Expression, parts: Partial<Router>): readonly Fact[] {
  const { source } = file;
  const links = chainOf(made, fluentOf(table));
  const whole = links.at(-1) ?? made;
  const stored = isCloned(whole) ? positional(source, made) : storedName(source, whole);
  const isTaken = file.made.has(stored);
  // A variable that is assigned twice is one router with two makers: the first one decides.
  const name = isTaken && parts.clones !== undefined ? positional(source, made) : stored;
  for (const link of links) source.bound.set(link, valueNamed(name));
  if (file.made.has(name)) return [];
  const { returned } = table;
  const fact: Router = {
    kind: 'router',
    by: table.id,
    name,
    root: false,
    ...(returned && { returned }),
    ...parts,
    at: atOf(source, made),
  };
  file.made.set(name, { table, fact });
  return [fact, ...defaultOf(file, table, whole, name)];
}

/** `new Hono().basePath('/v1')`: the variable contains the clone. */
function isCloned({ parent }: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(parent) && parent.name.text === 'basePath';
}

/** `function init(app = new Koa())`: without an argument, the parameter is this app. */
function defaultOf({ source }: RouterFile, { id }: RouterTable, made: ts.Expression, name: string): readonly Mount[] {
  const parameter = made.parent;
  if (!ts.isParameter(parameter) || parameter.initializer !== made || !isFunctionNode(parameter.parent)) return [];
  const index = parameter.parent.parameters.indexOf(parameter);
  const child: Expression = { kind: 'parameter', callable: functionName(source.tree, parameter.parent), index };
  const parent = valueNamed(name);
  return [{ kind: 'mount', by: id, parent, child, certainty: 'unlikely', at: atOf(source, made) }];
}
