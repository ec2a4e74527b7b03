import { ts } from 'ts-morph';
import type { Fact } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { functionOf } from '../../names/in-file.js';
import type { FunctionNode } from '../../names/names.js';
import { valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import type { Source } from '../../source.js';
import { callsOf } from '../../values/fluent-chains.js';
import { EQUALITY, isNothing } from '../../values/tags.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';

const BY = frameworkProfiles.nodeHttp.id;

/** Servers without a framework: https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener */
export const nodeHttp: Extractor<Source> = { ...frameworkProfiles.nodeHttp, extract };

const MODULE = /^(?:node:)?https?2?$/;

function extract(source: Source): Extraction {
  return {
    facts: callsOf(source.tree)
      .filter(ts.isCallExpression)
      .flatMap((call) => served(source, call)),
    gaps: [],
  };
}

/** A listener that reads the URL itself. One that never reads it has no paths, and an app as argument has its own routes. */
function served(source: Source, call: ts.CallExpression): readonly Fact[] {
  const origin = originOf(source, call.expression);
  if (origin === undefined || origin.name !== 'createServer' || !MODULE.test(origin.specifier)) return [];
  const listener = call.arguments.map((one) => functionOf(source, one)).find((one) => one !== undefined);
  const seen = listener && lookedAt(source, listener, MOST_STEPS);
  if (seen === undefined || (seen.paths.length === 0 && !seen.isRead)) return [];
  const name = `createServer@${call.pos}`;
  const router: Fact = { kind: 'router', by: BY, name, root: true, at: atOf(source, call) };
  const paths = [...seen.paths, ...(seen.isOpen || seen.paths.length === 0 ? [call] : [])];
  const routes = paths.map(
    (node): Fact => ({
      kind: 'route',
      by: BY,
      method: 'ANY',
      path: node === call ? { kind: 'literal', value: '/{path*}' } : readValue(source, node as ts.Expression),
      router: valueNamed(name),
      responses: [],
      incomplete: 'what the server answers for this path is not distinguished',
      at: atOf(source, node),
    }),
  );
  return [router, ...routes];
}

interface Looked {
  /** The values that the URL is compared with. */
  readonly paths: readonly ts.Expression[];
  /** Whether the URL is read at all. */
  readonly isRead: boolean;
  /** Whether the URL is also read in a way that shows no literal path: a pattern, a part of it, a lookup. */
  readonly isOpen: boolean;
}

/** The limit of functions in a file that pass a request to each other. */
const MOST_STEPS = 4;

/** How a listener distinguishes requests; undefined: it passes them to a function outside this file (`app(req, res)`). */
function lookedAt(source: Source, listener: FunctionNode, steps: number): Looked | undefined {
  const [request, response] = listener.parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : ''));
  if (request === undefined || response === undefined || listener.body === undefined) return undefined;
  const paths: ts.Expression[] = [];
  let isRead = false;
  let isOpen = false;
  let isPassedOn = false;
  const visit = (node: ts.Node): void => {
    if (isUrl(node)) {
      isRead = true;
      isOpen ||= !saysNoOtherPath(node);
    }
    if (ts.isCallExpression(node) && [request, response].every((name) => node.arguments.some((one) => one.getText() === name))) {
      const next = functionOf(source, node.expression);
      const seen = next === undefined || next === listener || steps === 0 ? undefined : lookedAt(source, next, steps - 1);
      paths.push(...(seen?.paths ?? []));
      isRead ||= seen?.isRead === true;
      isOpen ||= seen?.isOpen === true;
      isPassedOn ||= seen === undefined;
    }
    if (ts.isBinaryExpression(node) && EQUALITY.has(node.operatorToken.kind)) {
      const compared = isUrl(node.left) ? node.right : isUrl(node.right) ? node.left : undefined;
      if (compared !== undefined && !isNoPath(compared)) paths.push(compared);
    }
    if (ts.isCaseClause(node) && isUrl(node.parent.parent.expression) && isPath(node.expression)) paths.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(listener.body);
  return isPassedOn ? undefined : { paths, isRead, isOpen };
}

/** Whether the URL is only compared with a path, parsed (`new URL(req.url)`), stored in a variable of its name, or logged. */
function saysNoOtherPath(url: ts.Node): boolean {
  const { parent } = url;
  if (ts.isBinaryExpression(parent)) {
    // `req.url ?? ''`
    return EQUALITY.has(parent.operatorToken.kind) || (parent.left === url && isNoPath(parent.right) && saysNoOtherPath(parent));
  }
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isAsExpression(parent))
    return saysNoOtherPath(parent);
  if (ts.isSwitchStatement(parent))
    return parent.caseBlock.clauses.every((one) => ts.isDefaultClause(one) || isPath(one.expression));
  if (ts.isPropertyAccessExpression(parent))
    return parent.expression === url && /^(?:pathname|search|searchParams|query)$/.test(parent.name.text);
  if (ts.isNewExpression(parent)) return parent.expression.getText() === 'URL';
  if (ts.isCallExpression(parent))
    return /^(?:console\.\w+|(?:url\.)?parse|.*\blog(?:ger)?\.\w+)$/.test(parent.expression.getText());
  if (ts.isTemplateSpan(parent)) return ts.isCallExpression(parent.parent.parent) && saysNoOtherPath(parent.parent);
  if (ts.isVariableDeclaration(parent)) return parent.name === url || (ts.isIdentifier(parent.name) && isUrl(parent.name));
  return ts.isBindingElement(parent);
}

/** No path: `undefined`, `null`, an empty text. */
const isNoPath = (node: ts.Expression): boolean => isNothing(node) || (ts.isStringLiteralLike(node) && node.text === '');

/** `req.url`, `url.pathname`, `pathname`. */
function isUrl(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'url' || node.name.text === 'pathname';
  return ts.isIdentifier(node) && /^(?:pathname|url|path)$/.test(node.text) && !ts.isPropertyAccessExpression(node.parent);
}

const isPath = (node: ts.Expression): boolean => ts.isStringLiteralLike(node) && node.text.startsWith('/');
