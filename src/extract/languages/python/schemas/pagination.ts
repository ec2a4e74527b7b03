import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { bySettings } from '../django-settings.js';
import type { ClassDefinition, Scope } from '../scope.js';
import { type Source, scalar } from '../source.js';
import { lastName, type Node } from '../syntax/syntax.js';
import { importsFrom, originOrName } from './field-types.js';

const LINK: Expression = { kind: 'operator', operator: 'nullable', of: scalar('string', 'uri') };
const AT = { line: 1, column: 1 };

/** The page objects of REST framework's paginators (https://www.django-rest-framework.org/api-guide/pagination/). */
export function envelope(name: string, items: Expression): Expression | undefined {
  const property = (key: string, of: Expression): ObjectMember => ({ kind: 'property', name: key, value: of, at: AT });
  const links = [property('next', LINK), property('previous', LINK), property('results', items)];
  if (name === 'CursorPagination') return { kind: 'object', members: links };
  if (name !== 'PageNumberPagination' && name !== 'LimitOffsetPagination') return undefined;
  return { kind: 'object', members: [property('count', scalar('integer')), ...links] };
}

/** Library paginators return no pages if the settings have no page size. */
export function envelopeBySettings(source: Source, name: string, items: Expression): Expression | undefined {
  const pages = envelope(name, items);
  return pages === undefined ? undefined : bySettings(source, '|sized', [pages, items]);
}

export function isPaginator(source: Source, { arguments: given }: ClassDefinition): boolean {
  return (
    given.some(({ name, value }) => name === undefined && /(?:Pagination|Paginator)(?:Mixin)?$/.test(lastName(value) ?? '')) &&
    importsFrom(source, /^rest_framework\b|paginat/)
  );
}

/** `|paginated`: the page object of a paginator for a list. */
export function paginatorMembers(source: Source, definition: ClassDefinition): readonly ObjectMember[] {
  const { fact, methods, fields, arguments: given, outside } = definition;
  const at = source.at(definition.start);
  const own = methods.find(({ name }) => name === 'get_paginated_response');
  const hasSize = fields.some(({ name, value }) => /^(?:page_size|default_limit)$/.test(name) && value?.kind !== 'constant');
  const paginates = methods.some(({ name }) => name === 'paginate_queryset' || name === 'get_page_size' || name === 'get_limit');
  const base = given.map(({ value }) => value).find((node) => isLibrary(outside, node));
  const callable = `${fact}|paginated`;
  const items: Expression = { kind: 'parameter', callable, index: 0 };
  const pages: Expression | undefined =
    own === undefined
      ? base && envelope(lastName(base) ?? '', items)
      : { kind: 'returns', of: { kind: 'name', name: own.fact, space: 'value' }, values: [items] };
  if (pages === undefined) return [];
  const isSized = hasSize || paginates || base === undefined;
  const inferred = isSized ? pages : bySettings(source, '|sized', [pages, items]);
  source.record.facts.push({ kind: 'callable', name: callable, inferred, at });
  return [{ kind: 'method', name: '|paginated', callable, at }];
}

export function isLibrary(scope: Scope, node: Node): boolean {
  return /^(?:rest_framework\b|pagination\.|renderers\.|fastapi\b|starlette\b)/.test(originOrName(scope, node));
}
