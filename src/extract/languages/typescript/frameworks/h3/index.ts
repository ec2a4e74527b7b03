import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { colons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { atOf } from '../../at.js';
import { functionOf, objectOf, returnsNothing, returnsOf } from '../../names/in-file.js';
import { memberName } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import type { RouterFile, RouterFramework, Use } from '../../routers/framework.js';
import { makerOf } from '../../routers/makers.js';
import { withServed } from '../../routers/served.js';
import { h3Form, helperOf } from '../../sends/h3-form.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { readValue } from '../../values/values.js';
import { verbMethods } from '../../verb-methods.js';
import { frameworkProfiles } from '../profiles.js';

/** https://v1.h3.dev/guide/router and https://h3.dev/guide/basics/routing */
const table: RouterTable = {
  id: frameworkProfiles.h3.id,
  imported: /["']h3["']/,
  words: /(?!)/,
  makers: [
    { packages: /^h3$/, names: /^createApp$/, makes: 'app', by: 'call' },
    { packages: /^h3$/, names: /^createRouter$/, makes: 'router', by: 'call' },
    { packages: /^h3$/, names: /^H3$/, makes: 'router', by: 'new' },
  ],
  types: /\b(?:H3|App|Router)\b/,
  names: /^_?(?:\w*app|\w*router|api|h3|server)$/i,
  verbs: verbMethods({ add: 'ANY' }),
  fluent: /^(?:use|get|post|put|patch|delete|head|options|trace|connect|all|on|mount|register)$/,
  own: /^(?:use|get|post|put|patch|delete|head|options|trace|connect|all|on|mount|register|fetch|request|handler)$/,
  path: colons,
  lists: new Map([['on', { methods: 0, path: 1 }]]),
  uses: 'routers',
  mounts: /^mount$/,
  returned: { text: 'text/html', empty: 204 },
};

/** Apps and routers of h3 (1 and 2). */
export const h3: RouterFramework = { ...frameworkProfiles.h3, table, answers: h3Form, prepare, used, finish };

/** `router.handler`, `useBase('/api', router.handler)` represent the router. */
function prepare({ source, innerFirst }: RouterFile): { readonly facts: readonly Fact[] } {
  for (const call of innerFirst) {
    for (const given of call.arguments ?? []) {
      const node = unwrap(given);
      if (ts.isPropertyAccessExpression(node) && node.name.text === 'handler')
        source.bound.set(node, readValue(source, node.expression));
    }
    const last = call.arguments?.at(-1);
    if (last !== undefined && originOf(source, call.expression)?.name === 'useBase')
      source.bound.set(call, readValue(source, unwrap(last)));
  }
  return { facts: [] };
}

/** A handler with a response answers its path and all paths below it. */
function used({ source }: RouterFile, { lowered, router, mounted, node }: Use): readonly Fact[] | undefined {
  const isMade = ts.isCallExpression(node) && /EventHandler$|^eventHandler$/.test(helperOf(source, node.expression) ?? '');
  const handler = functionOf(source, isMade ? (node.arguments[0] ?? node) : node);
  if (handler === undefined) return undefined;
  if (returnsNothing(source, handler)) return [];
  const [, next] = handler.parameters;
  if (next !== undefined && returnsOf(handler).every((one) => isCallOf(one, next))) return [];
  if (next !== undefined) return [wrapFact(source, router, node, 'a middleware may change the body')];
  const rest: Expression = { kind: 'literal', value: '/{path*}' };
  const path: Expression = mounted.path === undefined ? rest : { kind: 'text', parts: [mounted.path, rest] };
  const incomplete = 'what it answers for this path is not distinguished';
  const common = { kind: 'route', by: table.id, method: 'ANY', router, responses: [], incomplete, at: lowered.at } as const;
  return [{ ...common, path }, ...(mounted.path === undefined ? [] : [{ ...common, path: mounted.path }])];
}

/** `next()`, also awaited: its result is returned unchanged. */
function isCallOf(given: ts.Expression, next: ts.ParameterDeclaration): boolean {
  const node = unwrap(given);
  if (ts.isAwaitExpression(node)) return isCallOf(node.expression, next);
  return ts.isCallExpression(node) && node.expression.getText() === next.name.getText();
}

function finish(file: RouterFile, facts: readonly Fact[]): readonly Fact[] {
  const served = file.innerFirst.flatMap((call) => {
    const name = helperOf(file.source, call.expression) ?? '';
    return /^(?:serve|to(?:Node|Web|Plain)(?:Listener|Handler))$/.test(name) ? (call.arguments?.slice(0, 1) ?? []) : [];
  });
  const opened = file.calls.flatMap((call) => opening(file.source, call));
  return withServed(file, table, served, [...facts, ...opened]);
}

/** `createApp({ onBeforeResponse })` receives a handler's response before it is sent; so do hooks of `new H3()`. */
function opening(source: Source, call: ts.CallExpression | ts.NewExpression): readonly Fact[] {
  const options = makerOf(source, table, call) && objectOf(source, call.arguments?.[0]);
  if (options === undefined || options.properties.every((one) => PLAIN.test(memberName(one.name) ?? ''))) return [];
  return [wrapFact(source, readValue(source, call), call, 'a hook of its app may change the body')];
}

function wrapFact(source: Source, router: Expression, node: ts.Node, why: string): Fact {
  const through = { kind: 'unknown', why } as const;
  return { kind: 'wrap', by: table.id, router, through, below: true, past: true, statuses: true, at: atOf(source, node) };
}
const PLAIN = /^(?:debug|silent|onRequest|onError|onAfterResponse|websocket)$/;
