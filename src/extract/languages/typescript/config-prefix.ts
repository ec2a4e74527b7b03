import { ts } from 'ts-morph';
import type { Fact } from '../../../facts/fact.js';
import { atOf } from './at.js';
import { propertyOf } from './decorators.js';
import { valueNamed } from './names/names.js';
import type { Source } from './source.js';
import { readValue } from './values/values.js';

/** Name of the router that represents a configuration file. */
const CONFIG = '(config)';

/**
 * The prefix that a service's configuration sets under this member, for the paths of all files below its folder: `['kit',
 * 'paths', 'base']`.
 */
export function configPrefix(source: Source, by: string, names: readonly string[]): readonly Fact[] {
  const prefix = memberAt(source, names);
  if (prefix === undefined) return [];
  const at = atOf(source, prefix);
  const router = valueNamed(CONFIG);
  const within = source.path.slice(0, Math.max(0, source.path.lastIndexOf('/')));
  return [
    { kind: 'router', by, name: CONFIG, root: true, prefix: readValue(source, prefix), at },
    { kind: 'gather', by, router, within, at },
  ];
}

/** Of an object that is not a member of another: `runtimeConfig.baseURL` is not `baseURL`. */
function memberAt(source: Source, names: readonly string[]): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined || ts.isPropertyAssignment(node)) return;
    if (ts.isObjectLiteralExpression(node))
      found = names.reduce<ts.Expression | undefined>((of, name) => of && propertyOf(of, name), node);
    if (found === undefined && node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}
