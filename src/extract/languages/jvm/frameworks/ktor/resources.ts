import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { annotation, argument } from '../../annotations.js';
import { at, importing, literal, type Source, scopeOf, unknown, value } from '../../source.js';
import { namedType } from '../../types.js';
import type { Annotation, TypeDecl, TypeRef } from '../../unit.js';
import { readValue } from '../../values.js';
import { ktorPath } from './paths.js';

const PATH = '|path';
const resourceOf = (decl: TypeDecl): Annotation | undefined => annotation(decl.annotations, 'Resource', 'Location');

/** The paths of resource classes. https://ktor.io/docs/server-resources.html */
export function resourcePaths(source: Source): readonly Fact[] {
  return source.unit.types.flatMap((decl): readonly Fact[] => {
    const resource = resourceOf(decl);
    if (resource === undefined) return [];
    const range = argument(resource, 'value', 'path');
    const local = (): undefined => undefined;
    const own = range === undefined ? literal('') : ktorPath(readValue({ source, scope: scopeOf(decl), local }, range));
    const above = parentOf(source, decl);
    const path: Expression = above === undefined ? own : { kind: 'text', parts: [above, literal('/'), own] };
    const name = `${decl.qualified}${PATH}`;
    const place = at(source, resource.index);
    return [
      { kind: 'constant', name, value: path, at: place },
      { kind: 'export', name, value: value(name), at: place },
    ];
  });
}

/**
 * The parent resource, whose path comes before that of the class: the type of a parameter such as `val parent: Articles`. Only
 * linking knows whether a class of another file is a resource.
 */
function parentOf(source: Source, decl: TypeDecl): Expression | undefined {
  const elsewhere: Expression[] = [];
  for (const { type } of decl.components) {
    if (type === undefined) continue;
    const found = namedType(source, scopeOf(decl), type.name);
    const own = found.kind === 'own' ? source.types.get(found.name) : undefined;
    if (own !== undefined && resourceOf(own) !== undefined) return value(`${own.qualified}${PATH}`);
    const path = found.kind === 'imported' ? importedPath(source, found.name) : undefined;
    if (path !== undefined) elsewhere.push(path);
  }
  return elsewhere.length === 0 ? undefined : { kind: 'union', options: [...elsewhere, literal('')], readings: true };
}

/** The path of the resource class in `get<Articles.Id> { }`. */
export function pathOfResource(source: Source, type: TypeRef): Expression {
  const found = namedType(source, scopeOf(undefined), type.name);
  if (found.kind === 'own') return value(`${found.name}${PATH}`);
  const path = found.kind === 'imported' ? importedPath(source, found.name) : undefined;
  return path ?? unknown('the path of this resource was not found');
}

function importedPath(source: Source, type: string): Expression | undefined {
  const imported = source.imports.get(type);
  if (imported === undefined) return undefined;
  const name = `${type}${PATH}`;
  importing(source, name, imported.specifier, `${imported.imported}${PATH}`);
  return value(name);
}
