import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { type ClassDefinition, factName, onlyValue, type Scope, type SelfSet } from '../scope.js';
import type { Source } from '../source.js';
import type { Node } from '../syntax/syntax.js';
import { readValue } from '../values.js';

type Call = Extract<Node, { kind: 'call' }>;

/** Names of variables and attributes for apps or routers. */
export const ROUTER_NAME = /^(?:\w{1,40}_)?(?:app|application|api|router|blueprint|bp|server)$/;

/**
 * A name that is assigned once, to the result of a call: a variable (`app`, `create.app`), or an instance attribute
 * (`Service#app`).
 */
export interface Stored {
  readonly fact: string;
  readonly made: Call;
  readonly start: number;
}

/** The variables of a scope and the attributes of `self` that it assigns, if their values are calls. */
export function storedIn(scope: Scope): readonly Stored[] {
  if (scope.form === 'class') return [];
  const variables = [...scope.bindings].flatMap(([name, binding]): readonly Stored[] => {
    const made = onlyValue(binding);
    return binding.kind === 'variable' && made?.kind === 'call'
      ? [{ fact: factName(scope, name), made, start: binding.start }]
      : [];
  });
  const attributes = attributesOf(scope).flatMap(({ fact, set: { value: made, start } }): readonly Stored[] =>
    made?.kind === 'call' ? [{ fact, made, start }] : [],
  );
  return [...variables, ...attributes];
}

/** Instance attributes that only this method assigns. */
function attributesOf(scope: Scope): readonly { readonly name: string; readonly fact: string; readonly set: SelfSet }[] {
  const owner = scope.of?.owner;
  if (owner === undefined) return [];
  const once = setOnceIn(owner);
  return [...scope.ofSelf].flatMap(([name, sets]) => {
    const only = once.get(name);
    return only !== undefined && sets.includes(only) ? [{ name, fact: `${owner.fact}#${name}`, set: only }] : [];
  });
}

const setOnce = new WeakMap<ClassDefinition, ReadonlyMap<string, SelfSet | undefined>>();

/** Attributes that methods assign once, apart from an initial None (`self.app = None`); undefined: more than once. */
function setOnceIn(owner: ClassDefinition): ReadonlyMap<string, SelfSet | undefined> {
  const known = setOnce.get(owner);
  if (known !== undefined) return known;
  const found = new Map<string, SelfSet | undefined>();
  for (const { inside } of owner.methods)
    for (const [name, sets] of inside.ofSelf)
      for (const set of sets) if (!isNone(set.value)) found.set(name, found.has(name) ? undefined : set);
  setOnce.set(owner, found);
  return found;
}

const isNone = (node: Node | undefined): boolean => node?.kind === 'constant' && node.value === null;

/** `self.app = app`: instances store the app or router of a parameter, and other methods register routes on it. */
export function retainedRouters(source: Source, by: string, scope: Scope): readonly Fact[] {
  return attributesOf(scope).flatMap(({ name, fact, set: { value, start } }): readonly Fact[] => {
    const binding = value?.kind === 'name' ? scope.bindings.get(value.name) : undefined;
    if (binding?.kind !== 'parameter' || !(ROUTER_NAME.test(name) || ROUTER_NAME.test(binding.parameter.name))) return [];
    const at = source.at(start);
    const child: Expression = { kind: 'name', name: fact, space: 'value' };
    const parent = readValue(source, scope, value);
    return [
      { kind: 'router', by, name: fact, root: false, loose: true, at },
      { kind: 'mount', by, parent, child, same: true, certainty: 'maybe', at },
    ];
  });
}
