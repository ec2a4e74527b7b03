import { attributeOf } from '../../attributes.js';
import type { Source } from '../../source.js';
import type { Attribute, TypeNode } from '../../syntax/syntax.js';
import { simpleName, type TypeSyntax } from '../../syntax/type-syntax.js';

/** Attributes that name an HTTP method. */
export const VERBS = /^Http(Get|Post|Put|Patch|Delete|Head|Options)$/;
const PLAIN_BASES: ReadonlySet<string> = new Set(['Controller', 'ControllerBase', 'ODataController', 'ApiController']);

/**
 * Is it a base class of the framework, without routes? ASP.NET Core has no `ApiController`: without Web API 2 it is a class of
 * the service.
 */
export function isPlainBase({ tree }: Source, base: TypeSyntax): boolean {
  const name = simpleName(base);
  if (name !== 'ApiController') return PLAIN_BASES.has(name);
  return tree.usings.some(({ name: used }) => used === 'System.Web.Http') || (base.kind === 'named' && base.name !== name);
}

/** Conventional routes in the startup code reach actions without a template, mostly below the controller's name. */
export function hideConventional(source: Source, node: TypeNode): void {
  const { tokens, gaps } = source;
  const isRouted = ({ name, arguments: given }: Attribute): boolean => name === 'Route' || (VERBS.test(name) && given.length > 0);
  if (node.modifiers.has('abstract') || attributeOf(node.attributes, 'ApiController') !== undefined) return;
  if (node.attributes.some(isRouted) || node.bases.some((base) => !isPlainBase(source, base))) return;
  const action = node.members.find(
    ({ kind, modifiers, attributes }) =>
      kind === 'method' &&
      modifiers.has('public') &&
      !modifiers.has('static') &&
      !modifiers.has('override') &&
      attributeOf(attributes, 'NonAction') === undefined &&
      !attributes.some(isRouted),
  );
  if (action === undefined) return;
  const name = node.name.replace(/Controller$/, '');
  gaps.push({
    reason: 'dynamic-path',
    detail: `${node.name} has actions without a template: conventional routes lead to them, which are not read.`,
    at: tokens.at(action.at),
    hides: { prefix: `/${name}` },
  });
}
