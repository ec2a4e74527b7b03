import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Response } from '../../../../../facts/fact.js';
import { colons, writtenPath } from '../../../../engine/paths.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { functionOf, objectOf } from '../../names/in-file.js';
import { assigned, memberName, place, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { decorating } from '../../sends/result-forms.js';
import { sendsReturned } from '../../sends/returned-sends.js';
import { webResponse } from '../../sends/web-responses.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { callsOf } from '../../values/fluent-chains.js';
import { functionReference } from '../../values/references.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';

const BY = frameworkProfiles.bun.id;

/** Servers of Bun with a table of routes. https://bun.com/docs/api/http#bun-serve */
export const bun: Extractor<Source> = { ...frameworkProfiles.bun, extract };

function extract(source: Source): Extraction {
  const facts: Fact[] = [];
  const gaps: FileGap[] = [];
  for (const call of callsOf(source.tree).filter((one) => isServe(source, one))) {
    const [given] = call.arguments ?? [];
    const options = objectOf(source, given);
    const hide = (detail: string): void =>
      void gaps.push({ reason: 'dynamic-path', detail, at: atOf(source, call), hides: 'service' });
    if (options === undefined || options.properties.some(ts.isSpreadAssignment)) {
      hide('the options of the server are not written out');
      continue;
    }
    const routes = assigned(options, 'routes');
    const table = objectOf(source, routes);
    if (table?.properties.some(ts.isSpreadAssignment) === true || (routes !== undefined && table === undefined))
      hide('the routes of the server are not written out');
    if (tellsPaths(source, options)) hide('a function tells paths apart');
    if (table !== undefined) facts.push(...routesOf(source, call, table));
  }
  return { facts, gaps };
}

function isServe(source: Source, call: ts.CallExpression | ts.NewExpression): boolean {
  const callee = unwrap(call.expression);
  if (ts.isPropertyAccessExpression(callee) && callee.expression.getText(source.tree) === 'Bun')
    return callee.name.text === 'serve';
  const origin = originOf(source, callee);
  return origin?.specifier === 'bun' && origin.name === 'serve';
}

/** Whether `fetch` of the options reads the URL. */
function tellsPaths(source: Source, options: ts.ObjectLiteralExpression): boolean {
  const method = options.properties.find((one) => memberName(one.name) === 'fetch');
  const given = assigned(options, 'fetch');
  const own = method !== undefined && ts.isMethodDeclaration(method) ? method : given && functionOf(source, given);
  return own !== undefined && /\bpathname\b|\.url\b/.test(own.getText(source.tree));
}

function routesOf(source: Source, call: ts.Node, table: ts.ObjectLiteralExpression): readonly Fact[] {
  const name = `serve@${place(source.tree, call)}`;
  const router: Fact = { kind: 'router', by: BY, name, root: true, at: atOf(source, call) };
  const routes = table.properties.flatMap((one): readonly Fact[] => {
    const path = memberName(one.name);
    if (path === undefined) return [];
    const common = {
      kind: 'route',
      by: BY,
      path: writtenPath(path, colons),
      router: valueNamed(name),
      at: atOf(source, one),
    } as const;
    const inner = ts.isPropertyAssignment(one) ? objectOf(source, one.initializer) : undefined;
    if (inner === undefined) return [{ ...common, method: 'ANY', ...answer(source, one) }];
    return inner.properties.map((each): Fact => {
      const method = memberName(each.name)?.toUpperCase() ?? 'ANY';
      return { ...common, method, ...answer(source, each), at: atOf(source, each) };
    });
  });
  return [router, ...routes];
}

/** A handler, or a constant response. */
function answer(
  source: Source,
  one: ts.ObjectLiteralElementLike,
): { readonly handler?: Expression; readonly responses: readonly Response[]; readonly incomplete?: string } {
  if (ts.isMethodDeclaration(one)) {
    sendsReturned(source, one);
    return { handler: functionReference(source, one), responses: [] };
  }
  const given = ts.isPropertyAssignment(one) ? one.initializer : ts.isShorthandPropertyAssignment(one) ? one.name : undefined;
  if (given === undefined) return { responses: [], incomplete: 'what it answers is not written out' };
  const node = unwrap(given);
  const sent = webResponse(source, node);
  if (sent !== undefined && sent !== 'pass') return { responses: [{ ...sent, at: atOf(source, node) }] };
  const own = functionOf(source, node);
  if (own !== undefined) sendsReturned(source, own);
  return { handler: decorating(readValue(source, node)), responses: [] };
}
