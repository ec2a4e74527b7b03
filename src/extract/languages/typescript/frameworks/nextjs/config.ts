import { ts } from 'ts-morph';
import type { Fact, FileGap } from '../../../../../facts/fact.js';
import type { Hides } from '../../../../../model/gap.js';
import type { Extraction } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { propertyOf } from '../../decorators.js';
import { functionOf, returnsOf } from '../../names/in-file.js';
import { isFunctionNode, memberName, valueNamed } from '../../names/names.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { readValue } from '../../values/values.js';

/** Name of the router that represents a next.config. */
const CONFIG = '(config)';
const START = { line: 1, column: 1 };

/**
 * The settings of a next.config for paths: `basePath` is a prefix of every path, `rewrites` answer other paths, `pageExtensions`
 * decide which files have routes (https://nextjs.org/docs/app/api-reference/config/next-config-js). `i18n` and `trailingSlash`
 * change no path below `/api`.
 */
export function readConfig(source: Source, by: string): Extraction {
  const prefix = memberIn(source, 'basePath');
  const basePath = prefix !== undefined && ts.isExpression(prefix) ? prefix : undefined;
  const slash = source.path.lastIndexOf('/');
  const within = slash < 0 ? '' : source.path.slice(0, slash);
  const router = valueNamed(CONFIG);
  const at = basePath === undefined ? START : atOf(source, basePath);
  const facts: readonly Fact[] = [
    { kind: 'router', by, name: CONFIG, root: true, ...(basePath && { prefix: readValue(source, basePath) }), at },
    { kind: 'gather', by, router, within, at },
  ];
  return { facts, gaps: [...rewritten(source, basePath), ...extended(source)] };
}

/** The value or method of this name in any object of the file. */
function memberIn(source: Source, name: string): ts.Expression | ts.MethodDeclaration | undefined {
  let found: ts.Expression | ts.MethodDeclaration | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined) return;
    if (ts.isObjectLiteralExpression(node)) {
      const method = node.properties.find((one) => ts.isMethodDeclaration(one) && memberName(one.name) === name);
      found = method !== undefined && ts.isMethodDeclaration(method) ? method : propertyOf(node, name);
    }
    if (found === undefined && node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

/** A rewrite hides the paths that its source may match; unreadable sources hide all paths. */
function rewritten(source: Source, basePath: ts.Expression | undefined): readonly FileGap[] {
  const member = memberIn(source, 'rewrites');
  if (member === undefined) return [];
  const made = ts.isExpression(member) ? functionOf(source, member) : member;
  const lists = made === undefined ? undefined : returnsOf(made).map((one) => sourcesIn(one));
  const entries = lists?.every((one) => one !== undefined) ? lists.flatMap((one) => one ?? []) : undefined;
  if (entries === undefined || made === undefined)
    return [gapOf(source, member, 'requests are rewritten as cannot be read here', 'service')];
  const base = basePath === undefined ? '' : ts.isStringLiteralLike(basePath) ? basePath.text : undefined;
  return entries.map(({ path, isBare, node }) => {
    const start = isBare ? '' : base;
    const prefix = start === undefined ? '/' : prefixOf(start + path);
    const [ending] = FILES.exec(path) ?? [];
    // pages of documents, whatever else the repository serves: `/:path*.mdx`
    if (ending !== undefined) {
      const routes = [{ method: 'ANY', path: `${prefix === '/' ? '' : prefix}/{path}${ending}` }];
      return gapOf(source, node, `requests for ${path} are rewritten`, { routes });
    }
    return gapOf(source, node, `requests for ${path} are rewritten`, prefix === '/' ? 'service' : { prefix });
  });
}

/** The end of a source that only names of files have. */
const FILES = /\.(?:mdx?|txt|html?|xml|png|svg|ico|js|css)$/;

interface Rewrite {
  readonly path: string;
  /** It ignores `basePath`. */
  readonly isBare: boolean;
  readonly node: ts.Node;
}

/** The sources of a list of rewrites, or of the lists of an object (`beforeFiles`, ...); undefined: not all can be read. */
function sourcesIn(node: ts.Expression): readonly Rewrite[] | undefined {
  const at = unwrap(node);
  if (ts.isObjectLiteralExpression(at)) {
    const lists = at.properties.map((one) => (ts.isPropertyAssignment(one) ? sourcesIn(one.initializer) : undefined));
    return lists.every((one) => one !== undefined) ? lists.flatMap((one) => one ?? []) : undefined;
  }
  if (!ts.isArrayLiteralExpression(at)) return undefined;
  const found = at.elements.map((one): Rewrite | undefined => {
    const path = propertyOf(unwrap(one), 'source');
    const basePath = propertyOf(unwrap(one), 'basePath');
    if (path === undefined || !ts.isStringLiteralLike(path)) return undefined;
    return { path: path.text, isBare: basePath?.kind === ts.SyntaxKind.FalseKeyword, node: one };
  });
  return found.every((one) => one !== undefined) ? found.flatMap((one) => one ?? []) : undefined;
}

/** The folders before the first parameter or pattern: `/img` of `/img/:name(.*)`. */
function prefixOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  const cut = segments.findIndex((segment) => /[:(*+?{]/.test(segment));
  return `/${(cut < 0 ? segments : segments.slice(0, cut)).join('/')}`;
}

/** With other extensions than those of scripts, file names alone do not decide which files have which routes. */
function extended(source: Source): readonly FileGap[] {
  const member = memberIn(source, 'pageExtensions');
  const list = member !== undefined && ts.isExpression(member) ? unwrap(member) : undefined;
  if (member === undefined || isFunctionNode(member)) return [];
  const isPlain =
    list !== undefined &&
    ts.isArrayLiteralExpression(list) &&
    list.elements.every((one) => ts.isStringLiteralLike(one) && /^(?:[cm]?[jt]sx?|mdx?)$/.test(one.text));
  return isPlain ? [] : [gapOf(source, member, '`pageExtensions` decides which files have routes', 'service')];
}

function gapOf(source: Source, node: ts.Node, detail: string, hides: Hides): FileGap {
  return { reason: 'dynamic-path', detail, at: atOf(source, node), hides };
}
