import type { Expression } from '../../../../facts/expression.js';
import { type TypedForm, typedPath } from '../../../../model/typed-path.js';
import { templateOf } from './regex-paths.js';

/** A path with parameters in braces, `/users/{id:int}/{rest:path}`, as a PathTemplate. */
export const bracedPath = (path: Expression): Expression => inEachText(path, 'braced');

/** django-ninja's `/users/{int:id}`: the converter comes first. */
export const convertedPath = (path: Expression): Expression => inEachText(path, 'braced-type-first');

/** Flask's `/users/<int:id>/<path:rest>`. */
export const angledPath = (path: Expression): Expression => inEachText(path, 'angled');

/** Sanic's `/users/<id:int>/<rest:path>`: the name comes first. */
export const namedFirstPath = (path: Expression): Expression => inEachText(path, 'angled-name-first');

/** Converts literal parts now, and leaves names to linking. */
function inEachText(path: Expression, form: TypedForm): Expression {
  switch (path.kind) {
    case 'literal':
      return typeof path.value === 'string' ? { kind: 'literal', value: typedPath(path.value, form) } : path;
    case 'text':
      return { ...path, parts: path.parts.map((part) => inEachText(part, form)) };
    case 'union':
      return { ...path, options: path.options.map((option) => inEachText(option, form)) };
    case 'unknown':
    case 'scalar':
      return path;
    default:
      return { kind: 'operator', operator: 'typed-path', of: path, keys: { kind: 'literal', value: form } };
  }
}

/** A path part, as Django's routers accept it, which may contain regular expression groups (`users/(?P<id>\d+)`). */
export function bracketless(path: string): string {
  return templateOf(path) ?? path;
}
