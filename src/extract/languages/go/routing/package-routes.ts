import type { Expression } from '../../../../facts/expression.js';
import { type Place, unknown } from '../source.js';
import type { CallNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { constantOf } from '../variables.js';
import type { Dialect } from './dialect.js';
import { typeNameOf } from './hints.js';
import { groupOf, mount, type RouterValue } from './routers.js';

/** All methods whose names start with `Register` get the router; methods in other files are not found here. */
export function registersItself(place: Place, node: CallNode, router: RouterValue, value: Node): true {
  const of = readValue(place, value);
  for (const name of place.source.methods.get(typeNameOf(place, value) ?? '') ?? [])
    if (name.startsWith('Register'))
      mount(
        place,
        router,
        { kind: 'parameter', callable: '', of: { kind: 'member', of, name }, index: 0 },
        { node, certainty: 'router', same: true },
      );
  mount(place, router, unknown('methods of other files may register routes'), { node, certainty: 'router', same: true });
  return true;
}

/** `group.UseModifier(…)` may change paths, statuses and bodies, unless it is a literal that names none of them. */
export function altered({ source, ...place }: Place, node: CallNode, router: RouterValue): true {
  const text = source.text.bare.slice(node.start, node.end);
  if (
    !/Transformer\(/.test(text) &&
    node.given.every(({ kind }) => kind === 'function') &&
    !/\.(?:Path|Method|DefaultStatus)\b/.test(text)
  )
    return true;
  const through = unknown('a modifier of the group may change what is sent');
  const at = placeOf(source.text, node.start);
  source.facts.push({
    ...{ kind: 'wrap', by: router.dialect.id, router: router.expression, through },
    ...{ below: true, statuses: true, at },
  });
  if (!/Transformer\(/.test(text))
    mount({ source, ...place }, router, unknown('a modifier of the group may change paths'), {
      node,
      certainty: 'router',
      same: true,
    });
  return true;
}

/** `server.AddRoutes([]rest.Route{{Method: …, Path: …, Handler: …}}, rest.WithPrefix("/x"))`, `server.AddRoute(rest.Route{…})`. */
export function listed(place: Place, node: CallNode, router: RouterValue): true {
  const { dialect } = router;
  const [first, ...options] = node.given;
  const nameOf = (one: Node | undefined): string => (one?.kind === 'call' && one.of.kind === 'member' ? one.of.name : '');
  const inner = first?.kind === 'call' && dialect.listed?.within.test(nameOf(first)) === true ? first : undefined;
  const rows = inner?.given.slice(1) ?? (first === undefined ? [] : [first]);
  const isList = inner === undefined ? node.of.kind === 'member' && node.of.name.endsWith('s') : inner.spread;
  const values = rows.map((one) => readValue(place, one));
  const [list] = values;
  const over: Expression = isList && list !== undefined ? list : { kind: 'tuple', items: values };
  const prefixed = options.find((one) => dialect.listed?.prefix.test(nameOf(one)) === true);
  const below = prefixed?.kind === 'call' ? groupOf(place, router, { ...node, given: prefixed.given }) : router;
  if (node.spread)
    mount(place, router, unknown('options that are put together say the prefix'), { node, certainty: 'router', same: true });
  const name = constantOf(place, 'route', node.start, { kind: 'element', of: over });
  const part = (of: string): Expression => ({ kind: 'member', of: { kind: 'name', name, space: 'value' }, name: of });
  place.source.facts.push({
    ...{ kind: 'route', by: dialect.id, method: 'ANY', methods: part('Method'), path: dialect.path(part('Path')) },
    ...{
      router: below.expression,
      handler: part('Handler'),
      responses: [],
      each: [...place.loops, { name, over }],
      certain: true,
    },
    at: placeOf(place.source.text, node.of.kind === 'member' ? node.of.end - node.of.name.length : node.start),
  });
  return true;
}

/** `httpx.SetOkHandler(…)`: it transforms what handlers send. */
export function rewritten({ source }: Place, { start }: CallNode, { id }: Dialect, name: string): void {
  const through = unknown(`${name} may change what is sent`);
  source.facts.push({
    ...{ kind: 'wrap', by: id, scope: '', through, past: true, statuses: true, at: placeOf(source.text, start) },
  });
}
