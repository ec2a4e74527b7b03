import type { Mount } from '../../../facts/fact.js';
import { lookup, type Scope } from './scope.js';
import type { Source } from './source.js';
import { lastName, type Node } from './syntax.js';
import { readValue } from './values.js';

const NAMED = /^(?:\w{1,40}_)?(?:app|application|api|router|blueprint|bp|server)$/;
/** Methods of apps and routers, and functions, that take routers for something else. */
const OWN =
  /^(?:include_router|mount|register_blueprint|add_url_rule|add_resource|add_namespace|isinstance|print|len|str|super|getattr|setattr|hasattr|run|init_app)$/;

/** Apps and routers that a function is given: what it puts on its parameter hangs on them. */
export function handedOn(
  source: Source,
  scope: Scope,
  call: Extract<Node, { kind: 'call' }>,
  by: string,
  makes: (of: Scope, made: Node) => boolean,
): readonly Mount[] {
  if (call.of.kind === 'call' || OWN.test(lastName(call.of) ?? '')) return [];
  const positional = call.arguments.filter(({ name, star }) => name === undefined && star === undefined);
  return positional.flatMap(({ value }, index): readonly Mount[] => {
    if (value.kind !== 'name') return [];
    const found = lookup(scope, value.name);
    const binding = found?.binding;
    const [made] = binding?.kind === 'variable' && binding.values.length === 1 ? binding.values : [];
    const isRouter =
      binding?.kind === 'parameter'
        ? NAMED.test(value.name)
        : made !== undefined && found !== undefined && makes(found.scope, made);
    if (!isRouter) return [];
    return [
      {
        kind: 'mount',
        by,
        parent: readValue(source, scope, value),
        child: { kind: 'parameter', callable: '', of: readValue(source, scope, call.of), index },
        same: true,
        certainty: 'maybe',
        at: source.at(call.start),
      },
    ];
  });
}
