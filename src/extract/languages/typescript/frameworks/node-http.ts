import { ts } from 'ts-morph';
import type { Fact } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { atOf } from '../at.js';
import { functionOf } from '../names/in-file.js';
import type { FunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import type { Source } from '../source.js';
import { callsOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { nodeHttpProfile } from './node-http-profile.js';

const BY = nodeHttpProfile.id;

/** Servers without a framework: https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener */
export const nodeHttp: Extractor<Source> = { ...nodeHttpProfile, extract };

const MODULE = /^(?:node:)?https?2?$/;

function extract(source: Source): Extraction {
  return {
    facts: callsOf(source.tree)
      .filter(ts.isCallExpression)
      .flatMap((call) => served(source, call)),
    gaps: [],
  };
}

/** A function that looks at the URL by itself; one that never does says nothing of paths, and an app that is given has its own. */
function served(source: Source, call: ts.CallExpression): readonly Fact[] {
  const origin = originOf(source, call.expression);
  if (origin === undefined || origin.name !== 'createServer' || !MODULE.test(origin.specifier)) return [];
  const listener = call.arguments.map((one) => functionOf(source, one)).find((one) => one !== undefined);
  const seen = listener && lookedAt(listener);
  if (seen === undefined || (seen.paths.length === 0 && !seen.isRead)) return [];
  const name = `createServer@${call.pos}`;
  const router: Fact = { kind: 'router', by: BY, name, root: true, at: atOf(source, call) };
  const paths = seen.paths.length > 0 ? seen.paths : [call];
  const routes = paths.map(
    (node): Fact => ({
      kind: 'route',
      by: BY,
      method: 'ANY',
      path: node === call ? { kind: 'literal', value: '/{path*}' } : readValue(source, node as ts.Expression),
      router: { kind: 'name', name, space: 'value' },
      responses: [],
      incomplete: 'what the server answers for this path is not told apart',
      at: atOf(source, node),
    }),
  );
  return [router, ...routes];
}

interface Looked {
  /** What the URL is compared with. */
  readonly paths: readonly ts.Expression[];
  /** The URL is looked at in any way. */
  readonly isRead: boolean;
}

/** How a listener tells requests apart; undefined: it hands them on (`app(req, res)`, `handle(req, res, url)`). */
function lookedAt(listener: FunctionNode): Looked | undefined {
  const [request, response] = listener.parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : ''));
  if (request === undefined || response === undefined || listener.body === undefined) return undefined;
  const paths: ts.Expression[] = [];
  let isRead = false;
  let isHandedOn = false;
  const visit = (node: ts.Node): void => {
    if (isUrl(node)) isRead = true;
    if (ts.isCallExpression(node))
      isHandedOn ||= [request, response].every((name) => node.arguments.some((one) => one.getText() === name));
    if (ts.isBinaryExpression(node) && EQUAL.has(node.operatorToken.kind)) {
      const [one, other] = [node.left, node.right];
      if (isPath(one) && isUrl(other)) paths.push(one);
      else if (isPath(other) && isUrl(one)) paths.push(other);
    }
    if (ts.isCaseClause(node) && isUrl(node.parent.parent.expression) && isPath(node.expression)) paths.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(listener.body);
  return isHandedOn ? undefined : { paths, isRead };
}

const EQUAL = new Set([ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.EqualsEqualsEqualsToken]);

/** `req.url`, `url.pathname`, `pathname`. */
function isUrl(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'url' || node.name.text === 'pathname';
  return ts.isIdentifier(node) && /^(?:pathname|url|path)$/.test(node.text) && !ts.isPropertyAccessExpression(node.parent);
}

const isPath = (node: ts.Expression): boolean => ts.isStringLiteralLike(node) && node.text.startsWith('/');
