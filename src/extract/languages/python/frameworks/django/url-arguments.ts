import type { Expression } from '../../../../../facts/expression.js';
import { type FunctionDefinition, functionHere, lookup, type Parameter, type Scope } from '../../scope.js';
import { literal, type Source } from '../../source.js';
import { type Node, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';

type Call = Extract<Node, { kind: 'call' }>;

/** The arguments of a call by parameter position; undefined: not visible here. */
export function passedTo(source: Source, scope: Scope, call: Call): readonly Expression[] | undefined {
  if (call.arguments.some(({ star }) => star !== undefined)) return undefined;
  const definition = functionHere(scope, call.of);
  const positional = call.arguments.filter(({ name }) => name === undefined).map(({ value }) => readValue(source, scope, value));
  if (definition === undefined) return positional.length < call.arguments.length ? undefined : positional;
  if (definition.parameters.some(({ star }) => star !== 0)) return undefined;
  const outside = definition.inside.parent ?? scope;
  const all = definition.parameters.map(({ name, default: otherwise }, index): Expression | undefined => {
    const named = call.arguments.find((one) => one.name === name)?.value;
    const inDefault = otherwise && readValue(source, outside, otherwise);
    return positional[index] ?? (named === undefined ? inDefault : readValue(source, scope, named));
  });
  const known = all.flatMap((one) => one ?? []);
  return known.length < all.length ? undefined : known;
}

/** A path built from parameters: a parameter without an argument has its default. */
export function withDefaults(scope: Scope, path: Expression): Expression {
  if (path.kind === 'text') return { ...path, parts: path.parts.map((part) => withDefaults(scope, part)) };
  if (path.kind !== 'parameter') return path;
  const text = plainText(parameterAt(scope.of, path.index)?.default);
  return text === undefined ? path : { ...path, type: literal(text) };
}

function parameterAt(definition: FunctionDefinition | undefined, index: number): Parameter | undefined {
  return definition?.parameters[definition.owner === undefined ? index : index + 1];
}

/** Whether a name is a parameter with a default. */
export function hasDefault(scope: Scope, node: Node): boolean {
  const binding = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  return binding?.kind === 'parameter' && binding.parameter.default !== undefined;
}

/** `View.as_view(serializer_class=Short)` replaces an attribute that decides what is sent. */
export const isRefitted = (view: Call): boolean =>
  view.arguments.some(({ name, star }) => star !== undefined || /serializer|renderer|paginat/.test(name ?? ''));
