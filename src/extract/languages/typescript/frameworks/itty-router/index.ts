import { ts } from 'ts-morph';
import type { Fact } from '../../../../../facts/fact.js';
import { mountFact } from '../../../../engine/mounts.js';
import { colons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { optionPath } from '../../../../engine/routes.js';
import { atOf } from '../../at.js';
import { objectOf, returnsOf } from '../../names/in-file.js';
import { assigned, isFunctionNode, memberName } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import type { Call, Found, RouterFile, RouterFramework } from '../../routers/framework.js';
import { lowerCall } from '../../routers/lower.js';
import { makerOf } from '../../routers/makers.js';
import { withServed } from '../../routers/served.js';
import { valueForm } from '../../sends/value-form.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { verbMethods } from '../../verb-methods.js';
import { frameworkProfiles } from '../profiles.js';

/** https://itty.dev/itty-router */
const table: RouterTable = {
  id: frameworkProfiles.ittyRouter.id,
  imported: /["']itty-router(?:\/\w+)?["']/,
  words: /(?!)/,
  makers: [
    {
      packages: /^itty-router(?:\/\w+)?$/,
      names: /^(?:Auto|Itty)?Router$/,
      makes: 'router',
      settings: ({ arguments: [options] }) => {
        const prefix = options && optionPath(options, 'base', colons);
        return prefix === undefined ? {} : { prefix };
      },
    },
  ],
  types: /\b(?:Itty|Auto)?Router(?:Type)?\b/,
  names: /^_?(?:\w*router|\w*routes?|app|api)$/i,
  verbs: verbMethods(),
  fluent: /^(?:get|post|put|patch|delete|head|options|all)$/,
  own: /^(?:get|post|put|patch|delete|head|options|all|fetch|handle|then|catch)$/,
  path: colons,
  returned: { text: 'application/json', empty: 200 },
};

/** Routers of itty-router (4 and 5). */
export const ittyRouter: RouterFramework = { ...frameworkProfiles.ittyRouter, table, answers: valueForm, call, finish };

/**
 * `all('*', withParams)` is a middleware for later routes; `all('/books/*', books.fetch)` passes requests to a router with its
 * own base path.
 */
function call({ source }: RouterFile, call: Call): Found | undefined {
  const called = ts.isCallExpression(call) ? methodCall(call) : undefined;
  const [first] = call.arguments ?? [];
  const last = call.arguments?.at(-1);
  const handler = last && unwrap(last);
  if (called?.name !== 'all' || first === undefined || handler === undefined) return undefined;
  const isRest = ts.isStringLiteralLike(first) && /^\/?\*$/.test(first.text);
  const isRouter = ts.isPropertyAccessExpression(handler) && /^(?:fetch|handle)$/.test(handler.name.text);
  if (isRest || !isRouter) return isRest ? { facts: [] } : undefined;
  const child = readValue(source, handler.expression);
  return { facts: [mountFact(table, { ...lowerCall(source, call), each: [] }, { child, certainty: 'router' })] };
}

function finish(file: RouterFile, facts: readonly Fact[]): readonly Fact[] {
  const { source } = file;
  const handled = file.innerFirst.flatMap((call) => {
    const callee = unwrap(call.expression);
    return ts.isPropertyAccessExpression(callee) && callee.name.text === 'handle' ? [callee.expression] : [];
  });
  const opened = file.calls.flatMap((call): readonly Fact[] => {
    const options = makerOf(source, table, call) && objectOf(source, call.arguments?.[0]);
    if (options === undefined || options.properties.every((one) => isPlain(source, options, memberName(one.name)))) return [];
    const through = { kind: 'unknown', why: 'a function of its options may change the body' } as const;
    return [
      { kind: 'wrap', by: table.id, router: readValue(source, call), through, below: true, past: true, at: atOf(source, call) },
    ];
  });
  const answered = file.calls.flatMap((call) => answeredBy(source, call));
  return withServed(file, table, handled, [...facts, ...opened, ...answered]);
}

/** `router.fetch(request).then(json)`: a function that is not of the package may replace the response. */
function answeredBy(source: Source, call: Call): readonly Fact[] {
  const called = ts.isCallExpression(call) ? methodCall(call) : undefined;
  const [given] = call.arguments ?? [];
  if (called !== undefined && HANDLES.test(called.name ?? '') && isRemade(source, call))
    return [remade(source, called.receiver, call)];
  if (called?.name !== 'then' || given === undefined || isOfPackage(source, given)) return [];
  let asked = calledIn(called.receiver);
  while (asked?.name !== undefined && /^(?:then|catch|finally)$/.test(asked.name)) asked = calledIn(asked.receiver);
  return asked !== undefined && HANDLES.test(asked.name ?? '') ? [remade(source, asked.receiver, call)] : [];
}
const HANDLES = /^(?:fetch|handle)$/;

function remade(source: Source, receiver: ts.Expression, call: Call): Fact {
  const through = { kind: 'unknown', why: 'what is made of the answer may have another body' } as const;
  const router = readValue(source, unwrap(receiver));
  return { kind: 'wrap', by: table.id, router, through, below: true, past: true, statuses: true, at: atOf(source, call) };
}

/**
 * `const body = await router.fetch(request); return json({ data: body })`, and results passed to a function that is not of the
 * package.
 */
function isRemade(source: Source, call: Call): boolean {
  let node: ts.Node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isCallExpression(parent) && parent.expression !== node) return !isOfPackage(source, parent.expression);
  const owner = ts.findAncestor(parent, isFunctionNode);
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name) || owner === undefined) return false;
  const name = parent.name.text;
  return returnsOf(owner).some((one) => ts.isCallExpression(unwrap(one)) && one.getText(source.tree).includes(name));
}

/** An option that leaves bodies unchanged: only functions of the package run after handlers. */
function isPlain(source: Source, options: ts.ObjectLiteralExpression, name: string | undefined): boolean {
  if (name !== undefined && /^(?:base|before|catch|missing|routes|port)$/.test(name)) return true;
  const given = name === 'finally' ? assigned(options, name) : undefined;
  if (given === undefined || !ts.isArrayLiteralExpression(given)) return false;
  return given.elements.every((one) => isOfPackage(source, one));
}

const isOfPackage = (source: Source, node: ts.Expression): boolean =>
  originOf(source, node)?.specifier.startsWith('itty-router') === true || node.getText(source.tree) === 'corsify';

function calledIn(given: ts.Expression): ReturnType<typeof methodCall> {
  const node = unwrap(given);
  return ts.isCallExpression(node) ? methodCall(node) : undefined;
}
