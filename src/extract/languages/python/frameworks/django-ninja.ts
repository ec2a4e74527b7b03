import type { Fact } from '../../../../facts/fact.js';
import { bracedPath, convertedPath } from '../paths.js';
import { factName, originOf, type Scope } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { argument, keyword, type Node } from '../syntax.js';
import { typeOf } from '../types.js';
import { readValue } from '../values.js';
import { djangoProfile } from './django-profile.js';

const BY = djangoProfile.id;
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
type Call = Extract<Node, { kind: 'call' }>;

/** django-ninja (https://django-ninja.dev/): APIs, routers, and the functions that are decorated with them. */
export function readNinja(source: Source, facts: Fact[]): void {
  const { module, functions, scopes } = source.definitions;
  for (const [name, binding] of module.bindings) {
    const [made] = binding.kind === 'variable' ? binding.values : [];
    if (binding.kind !== 'variable' || made?.kind !== 'call' || !isNinja(module, made)) continue;
    facts.push({ kind: 'router', by: BY, name: factName(module, name), root: false, at: source.at(binding.start) });
  }
  for (const definition of functions) {
    for (const decorator of definition.decorators) {
      if (decorator.kind !== 'call' || decorator.of.kind !== 'attribute' || !METHODS.has(decorator.of.name)) continue;
      const path = argument(decorator, 0, 'path');
      const scope = definition.inside.parent ?? module;
      if (path === undefined || !usesNinja(module)) continue;
      facts.push({
        kind: 'route',
        by: BY,
        method: decorator.of.name.toUpperCase(),
        path: convertedPath(readValue(source, scope, path)),
        router: readValue(source, scope, decorator.of.of),
        responses: responsesOf(source, scope, decorator),
        at: source.at(decorator.start),
      });
    }
  }
  for (const scope of scopes) for (const { node } of scope.calls) if (node.kind === 'call') readAdd(source, facts, scope, node);
}

function isNinja(scope: Scope, { of }: Call): boolean {
  return /^ninja(?:_extra)?(?:\.\w+)*\.(?:NinjaAPI|NinjaExtraAPI|Router)$/.test(originOf(scope, of) ?? '');
}

function usesNinja(module: Scope): boolean {
  return [...module.bindings.values()].some((binding) => binding.kind === 'import' && /^ninja\b|^ninja_/.test(binding.module));
}

/** `response=Schema`, `response={200: Schema, 404: Error}`. */
function responsesOf(source: Source, scope: Scope, call: Call): Extract<Fact, { kind: 'route' }>['responses'] {
  const at = source.at(call.start);
  const given = keyword(call, 'response');
  if (given === undefined) return [{ status: literal(200), body: unknown('no response is declared'), at }];
  const isTrimmed = call.arguments.some(({ name }) => name === 'exclude_none' || name === 'exclude_unset' || name === 'by_alias');
  const body = (node: Node): ReturnType<typeof typeOf> =>
    isTrimmed ? unknown('options of its route name it or leave some of it out') : typeOf(source, scope, node);
  if (given.kind !== 'dict') return [{ status: literal(200), body: body(given), at }];
  return given.entries.map(({ key, value }) => ({
    status: key?.kind === 'number' ? literal(key.value) : unknown('its status is not read'),
    ...(value.kind === 'constant' && value.value === null ? { mediaType: 'none' } : {}),
    body: body(value),
    at,
  }));
}

/** `api.add_router('/users/', router)`. */
function readAdd(source: Source, facts: Fact[], scope: Scope, call: Call): void {
  if (call.of.kind !== 'attribute' || call.of.name !== 'add_router') return;
  const prefix = argument(call, 0, 'prefix');
  const child = argument(call, 1, 'router');
  if (prefix === undefined || child === undefined) return;
  const text = child.kind === 'text' ? child.parts.join('') : undefined;
  const cut = text?.lastIndexOf('.') ?? -1;
  facts.push({
    kind: 'mount',
    by: BY,
    parent: readValue(source, scope, call.of.of),
    child:
      text === undefined
        ? readValue(source, scope, child)
        : { kind: 'member', of: { kind: 'module', specifier: text.slice(0, cut) }, name: text.slice(cut + 1) },
    prefix: bracedPath(readValue(source, scope, prefix)),
    certainty: 'router',
    at: source.at(call.start),
  });
}
