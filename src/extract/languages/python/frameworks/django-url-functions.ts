import type { Expression } from '../../../../facts/expression.js';
import { type Fact, type FileGap, RESULT } from '../../../../facts/fact.js';
import { importsFrom } from '../schemas/field-types.js';
import type { FunctionDefinition, Scope } from '../scope.js';
import type { Source } from '../source.js';
import { lastName, type Node, partsOf } from '../syntax.js';
import { isDecoratedAway } from '../wrappers.js';
import { type Filled, filledLists, holdsPatterns, nodesOf, readPatterns, type Urls } from './django-urls.js';

const MAX_NODES = 200;
const NAMED = /url|pattern|route/i;

/**
 * A function that gives URL patterns: they hang on whatever takes its result, once for each call. One that is given a list and puts
 * patterns into it fills that list.
 */
export function readUrlFunction(source: Source, facts: Fact[], gaps: FileGap[], definition: FunctionDefinition): void {
  const { inside: scope, fact, parameters } = definition;
  if (definition.isGenerator || isDecoratedAway(definition)) return;
  const filled = filledLists(scope);
  const unordered = parameters.length > 0;
  for (const [name, nodes] of filled) {
    const binding = scope.bindings.get(name);
    if (binding?.kind !== 'parameter' || binding.index < 0 || !nodes.some((node) => holdsPatterns(scope, node, 0))) continue;
    const list: Expression = { kind: 'parameter', callable: fact, index: binding.index };
    for (const node of nodes) readPatterns({ source, facts, gaps, scope, list, unordered }, node, 0);
  }
  const results = definition.results.flatMap((node) => node ?? []);
  if (!givesPatterns(source, definition, results, filled)) return;
  const list: Expression = { kind: 'parameter', callable: fact, index: RESULT };
  const locals = { of: scope, filled, read: new Set<string>() };
  const urls: Urls = { source, facts, gaps, scope, list, unordered, locals };
  for (const node of results) readPatterns(urls, node, 0);
  source.record.given.set(fact, () => list);
}

/** Whether it gives patterns: such stand in its lists, or its name says so in a file of URLs and it gives what other calls give. */
function givesPatterns(
  source: Source,
  { name, inside, results }: FunctionDefinition,
  given: readonly Node[],
  filled: Filled,
): boolean {
  if (given.length === 0 || given.length < results.length) return false;
  const all = new Set<Node>();
  const open = [...given];
  const named = new Set<string>();
  for (let node = open.pop(); node !== undefined && all.size < MAX_NODES; node = open.pop()) {
    if (!all.has(node)) open.push(...listedIn(inside, filled, node, named));
    all.add(node);
  }
  if ([...all].some((node) => holdsPatterns(inside, node, 0))) return true;
  const isOfUrls = NAMED.test(name) && (importsFrom(source, /^django\.(?:urls|conf)\b/) || /urls?(?:\.py$|\/)/.test(source.path));
  return isOfUrls && [...all].some((node) => node.kind === 'call' && NAMED.test(lastName(node.of) ?? ''));
}

/** What lists within a list hold: sums, variables of the function, elements of comprehensions. */
function listedIn(scope: Scope, filled: Filled, node: Node, named: Set<string>): readonly Node[] {
  if (node.kind === 'name') {
    const binding = scope.bindings.get(node.name);
    if (named.has(node.name) || binding?.kind !== 'variable') return [];
    named.add(node.name);
    return nodesOf(binding, filled.get(node.name));
  }
  if (node.kind === 'comprehension') return [node.element];
  return /^(?:list|tuple|operation|star|choice)$/.test(node.kind) ? partsOf(node) : [];
}
