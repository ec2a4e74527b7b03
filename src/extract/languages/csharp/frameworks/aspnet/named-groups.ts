import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { functionScope } from '../../locals.js';
import { importAs } from '../../names.js';
import { type Source, scopeOf, valueNamed } from '../../source.js';
import { readGiven } from '../../syntax/parse-parts.js';
import type { Argument, Member, TypeNode } from '../../syntax/syntax.js';
import { afterBracket, type Range, textAt } from '../../syntax/tokens.js';
import { simpleName } from '../../syntax/type-syntax.js';
import { readValue } from '../../values.js';
import type { Registering } from './functions.js';

/** Exported name of the function by which a service's own `MapGroup(this)` turns a class name into a prefix. */
const PREFIX = '.MapGroup(prefix)';

/**
 * `MapGroup(this WebApplication app, EndpointGroupBase group)`: a group whose prefix contains the class name of its argument (as
 * in the template https://github.com/jasontaylordev/CleanArchitecture).
 */
export function namedGroups(source: Source): readonly Fact[] {
  return source.tree.types.flatMap((node) =>
    node.members.flatMap((member) => {
      const given = isOwnGroup(member) ? templateOf(source, member) : undefined;
      return given === undefined ? [] : prefixFacts(source, node, member, given);
    }),
  );
}

function isOwnGroup({ name, kind, parameters }: Member): boolean {
  const [first, second] = parameters;
  return (
    name === 'MapGroup' &&
    kind === 'method' &&
    first?.isThis === true &&
    second?.type !== undefined &&
    simpleName(second.type) !== 'string'
  );
}

/** The argument of the framework's `MapGroup` inside it. */
function templateOf({ tokens }: Source, { body, expression }: Member): Range | undefined {
  const range = body ?? expression;
  if (range === undefined) return undefined;
  for (let at = range.from; at < range.to; at++) {
    if (textAt(tokens, at) !== 'MapGroup' || textAt(tokens, at + 1) !== '(') continue;
    return readGiven(tokens, { from: at + 2, to: afterBracket(tokens, at + 1, range.to) - 1 })[0];
  }
  return undefined;
}

function prefixFacts(source: Source, node: TypeNode, { parameters, body, at: place }: Member, given: Range): readonly Fact[] {
  const name = `${node.path}${PREFIX}`;
  const typeName: Expression = { kind: 'parameter', callable: name, index: 0 };
  const scope = functionScope({ ...scopeOf(source, node), typeName }, parameters, body, readValue);
  const at = source.tokens.at(place);
  return [
    { kind: 'callable', name, inferred: readValue(scope, given), at },
    { kind: 'export', name: PREFIX, value: valueNamed(name), at },
  ];
}

/** `app.MapGroup(this)`: the prefix of a group with the name of the surrounding class. */
export function groupOfClass(one: Registering, given: Argument | undefined): Expression | undefined {
  const isThis = given !== undefined && textAt(one.source.tokens, given.from) === 'this' && given.to === given.from + 1;
  return isThis ? prefixOfClass(one) : undefined;
}

/** The prefix that the service's own `MapGroup` gives to the surrounding class. */
export function prefixOfClass({ scope, node }: Registering): Expression | undefined {
  if (node === undefined) return undefined;
  const named = node.members.find(({ name, kind }) => name === 'GroupName' && kind === 'property');
  const value = named?.expression ?? named?.initial;
  const own: Expression = value === undefined ? { kind: 'literal', value: node.name } : readValue(scope, value);
  return { kind: 'returns', of: importAs(scope, '.MapGroup', PREFIX), values: [own] };
}
