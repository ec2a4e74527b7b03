import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Returned, Router } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { functionOf, objectOf } from '../../names/in-file.js';
import { assigned, memberName, valueNamed } from '../../names/names.js';
import { folderAbove } from '../../names/own-folder.js';
import { h3Form, helperOf } from '../../sends/h3-form.js';
import { decorating } from '../../sends/result-forms.js';
import { sendsReturned } from '../../sends/returned-sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { callsOf } from '../../values/fluent-chains.js';
import { readValue } from '../../values/values.js';
import { nitroProfile, registersElsewhere } from './profile.js';

const BY = nitroProfile.id;
const FILE = '(file)';
const RETURNED: Returned = { text: 'text/html', empty: 204 };
const START = { line: 1, column: 1 };

/** Nitro and Nuxt: the location of a file is its path. https://nitro.build/guide/routing */
export const nitro: Extractor<Source> = { ...nitroProfile, extract };

function extract(source: Source): Extraction {
  if (registersElsewhere(source.text, source.path)) {
    const detail = 'a configuration registers handlers, or moves them';
    return { facts: [], gaps: [{ reason: 'dynamic-path', detail, at: START, hides: 'service' }] };
  }
  for (const call of callsOf(source.tree)) if (ts.isCallExpression(call)) readHandler(source, call);
  const hooks = callsOf(source.tree).flatMap((call) => hookOf(source, call));
  const place = placeOf(source.path);
  const exported = source.tree.statements.find(ts.isExportAssignment);
  if (place === undefined || exported === undefined) return { facts: hooks, gaps: [] };
  const router: Router = { kind: 'router', by: BY, name: FILE, root: true, gathered: true, returned: RETURNED, at: START };
  const handler = decorating(readValue(source, unwrap(exported.expression)));
  const at = atOf(source, exported);
  const named = valueNamed(FILE);
  const route: Fact = { kind: 'route', by: BY, ...place, router: named, handler, responses: [], returned: RETURNED, at };
  return { facts: [router, route, ...hooks], gaps: [] };
}

/** `defineEventHandler(handler)`, or `{ handler }`, represents the handler. */
function readHandler(source: Source, call: ts.CallExpression): void {
  const name = helperOf(source, call.expression);
  if (name === undefined || !/^(?:(?:define)?(?:[cC]ached)?[eE]ventHandler|defineHandler)$/.test(name)) return;
  const [given] = call.arguments;
  const object = given && objectOf(source, given);
  const isPlain = object?.properties.every(
    (one) => !/^onBeforeResponse$|^onResponse$|^middleware$/.test(memberName(one.name) ?? 'onResponse'),
  );
  const method = object?.properties.find((one) => memberName(one.name) === 'handler');
  const inner = object === undefined ? given : method && (ts.isMethodDeclaration(method) ? method : assigned(object, 'handler'));
  if (inner === undefined || isPlain === false) {
    source.bound.set(call, { kind: 'unknown', why: 'a hook may change what its handler gives' });
    return;
  }
  const own = functionOf(source, inner);
  if (own !== undefined) sendsReturned(source, own, h3Form);
  if (!ts.isMethodDeclaration(inner)) source.bound.set(call, decorating(readValue(source, unwrap(inner))));
}

/** `nitroApp.hooks.hook('beforeResponse', …)` may change all bodies. */
function hookOf(source: Source, call: ts.CallExpression | ts.NewExpression): readonly Fact[] {
  const [event] = call.arguments ?? [];
  if (event === undefined || !ts.isStringLiteralLike(event) || event.text !== 'beforeResponse') return [];
  const scope = folderAbove(source.path, ['server', 'plugins']);
  const through = { kind: 'unknown', why: 'a hook may change the body' } as const;
  return [{ kind: 'wrap', by: BY, scope, through, past: true, statuses: true, at: atOf(source, call) }];
}

/** Method and path of a file; undefined: it has no route. */
function placeOf(path: string): { readonly method: string; readonly path: Expression } | undefined {
  const found = /(?:^|\/)server\/(api|routes)\//.exec(path) ?? /(?:^|\/)(api|routes)\//.exec(path);
  if (found === null || !/\.[cm]?[jt]s$/.test(path)) return undefined;
  const bare = path
    .slice(found.index + found[0].length)
    .replace(/\.[cm]?[jt]s$/, '')
    .replace(/\.(?:dev|prod|prerender)$/, '');
  const method = /\.(get|post|put|patch|delete|head|options|connect|trace)$/.exec(bare)?.[1];
  const segments = (method === undefined ? bare : bare.slice(0, -method.length - 1)).split('/');
  const retained = segments.filter((one, index) => !/^\(.*\)$/.test(one) && !(index === segments.length - 1 && one === 'index'));
  const written = retained.map((one) =>
    one.replace(/^\[\.\.\.(\w*)\]$/, (_, name: string) => `{${name || 'path'}*}`).replace(/\[(\w+)\]/g, '{$1}'),
  );
  const prefix = found[1] === 'api' ? ['api'] : [];
  return { method: method?.toUpperCase() ?? 'ANY', path: { kind: 'literal', value: `/${[...prefix, ...written].join('/')}` } };
}
