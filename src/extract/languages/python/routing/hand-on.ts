import type { Expression } from '../../../../facts/expression.js';
import type { Mount } from '../../../../facts/fact.js';
import { lookup, onlyValue, type Scope } from '../scope.js';
import type { Source } from '../source.js';
import { lastName, type Node } from '../syntax/syntax.js';
import { readValue } from '../values.js';
import { ROUTER_NAME } from './stored-routers.js';

/** Functions, and methods of apps and routers, that take routers for another purpose. */
const OWN =
  /^(?:include_router|mount|register_blueprint|add_url_rule|add_resource|add_namespace|isinstance|print|len|str|super|getattr|setattr|hasattr|run)$/;

/** Mounts the parameter of a function at the app or router that a call passes to it. */
export function passedOn(
  source: Source,
  scope: Scope,
  call: Extract<Node, { kind: 'call' }>,
  by: string,
  makes: (of: Scope, made: Node) => boolean,
): readonly Mount[] {
  // `Routes(router).register()`
  const made = call.of.kind === 'attribute' && call.of.of.kind === 'call' && isClass(call.of.of.of) ? call.of.of : undefined;
  if (made !== undefined) return passedOn(source, scope, made, by, makes);
  if (call.of.kind === 'call' || OWN.test(lastName(call.of) ?? '')) return [];
  const positional = call.arguments.filter(({ name, star }) => name === undefined && star === undefined);
  const callee = readValue(source, scope, call.of);
  const of: Expression = isClass(call.of) ? { kind: 'member', of: { kind: 'instance', of: callee }, name: '__init__' } : callee;
  const isWhole = positional.length === call.arguments.length;
  return positional.flatMap(({ value }, index): readonly Mount[] => {
    if (!isRouter(scope, value, makes)) return [];
    return [
      {
        kind: 'mount',
        by,
        parent: readValue(source, scope, value),
        child: { kind: 'parameter', callable: '', of, index },
        same: true,
        ...(isWhole && positional.length > 1 && { given: positional.map((one) => readValue(source, scope, one.value)) }),
        certainty: 'maybe',
        at: source.at(call.start),
      },
    ];
  });
}

const isClass = (node: Node): boolean => node.kind === 'name' && /^[A-Z]/.test(node.name);

function isRouter(scope: Scope, value: Node, makes: (of: Scope, made: Node) => boolean): boolean {
  if (value.kind === 'attribute') return value.of.kind === 'name' && value.of.name === 'self' && ROUTER_NAME.test(value.name);
  const found = value.kind === 'name' ? lookup(scope, value.name) : undefined;
  if (value.kind !== 'name' || found === undefined) return false;
  const { binding } = found;
  if (binding.kind === 'parameter') return ROUTER_NAME.test(value.name);
  const made = onlyValue(binding);
  return made !== undefined && makes(found.scope, made);
}
