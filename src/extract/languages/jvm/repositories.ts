import type { Expression } from '../../../facts/expression.js';
import type { Fact } from '../../../facts/fact.js';
import { at, type Source, scopeOf } from './source.js';
import { typeOf } from './types.js';
import type { TypeDecl } from './unit.js';

/** Interfaces whose methods a library implements; the first type argument is the entity. */
const REPOSITORY =
  /^(?:Jpa|Crud|ListCrud|PagingAndSorting|ListPagingAndSorting|Mongo|Reactive(?:Crud|Mongo|Sorting)|Coroutine(?:Crud|Sorting)|R2dbc|Panache|PanacheMongo|Elasticsearch|Kotlin\w{1,20})?Repository(?:Base)?$/;

const LISTS = ['findAll', 'findAllById', 'saveAll', 'listAll', 'list'];
const MAYBE = ['findById', 'findByIdOptional', 'findOne'];
const ONE = ['save', 'getById', 'getOne', 'getReferenceById', 'saveAndFlush', 'update'];

/**
 * The results of methods that Spring Data or Panache adds to a repository interface.
 * https://docs.spring.io/spring-data/commons/reference/repositories/core-concepts.html
 */
export function repositoryMethods(source: Source, decl: TypeDecl): readonly Fact[] {
  const base = decl.extends.find(({ name, arguments: given }) => REPOSITORY.test(name) && given.length > 0);
  const [entity] = base?.arguments ?? [];
  if (entity === undefined) return [];
  const declared = new Set(decl.methods.map(({ name }) => name));
  const one = typeOf(source, scopeOf(decl), entity);
  const callable = (name: string, returns: Expression): readonly Fact[] =>
    declared.has(name) ? [] : [{ kind: 'callable', name: `${decl.qualified}#${name}`, returns, at: at(source, decl.index) }];
  return [
    ...LISTS.flatMap((name) => callable(name, { kind: 'array', items: one })),
    ...MAYBE.flatMap((name) => callable(name, { kind: 'operator', operator: 'nullable', of: one })),
    ...ONE.flatMap((name) => callable(name, one)),
  ];
}

/** Names of those methods. */
export const repositoryNames = (decl: TypeDecl): readonly string[] =>
  decl.extends.some(({ name, arguments: given }) => REPOSITORY.test(name) && given.length > 0)
    ? [...LISTS, ...MAYBE, ...ONE].filter((name) => !decl.methods.some((one) => one.name === name))
    : [];
