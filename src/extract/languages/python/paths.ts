import type { Expression } from '../../../facts/expression.js';
import { templateOf } from './regex-paths.js';

/** A path whose parameters stand in braces, `/users/{id:int}/{rest:path}`, as a PathTemplate: constants only; other parts stay. */
export function bracedPath(path: Expression): Expression {
  return inEachText(path, (text) =>
    text.replace(/\{([^{}:]{0,200}):([^{}]{0,200})\}/g, (_, name: string, kind: string) =>
      kind === 'path' ? `{${name}*}` : `{${name}}`,
    ),
  );
}

/** django-ninja's `/users/{int:id}`: the converter comes first. */
export function convertedPath(path: Expression): Expression {
  return inEachText(path, (text) =>
    text.replace(/\{([^{}:]{0,200}):([^{}]{0,200})\}/g, (_, kind: string, name: string) =>
      kind === 'path' ? `{${name}*}` : `{${name}}`,
    ),
  );
}

/** Flask's `/users/<int:id>/<path:rest>`. */
export function angledPath(path: Expression): Expression {
  return inEachText(path, (text) =>
    text.replace(/<(?:([^<>:]{0,200}):)?([^<>:]{0,200})>/g, (_, kind: string | undefined, name: string) =>
      kind?.trim() === 'path' ? `{${name}*}` : `{${name}}`,
    ),
  );
}

/** Sanic's `/users/<id:int>/<rest:path>`: the name comes first. */
export function namedFirstPath(path: Expression): Expression {
  return inEachText(path, (text) =>
    text.replace(/<([^<>:]{0,200})(?::([^<>]{0,200}))?>/g, (_, name: string, kind: string | undefined) =>
      kind?.trim() === 'path' ? `{${name}*}` : `{${name}}`,
    ),
  );
}

function inEachText(path: Expression, change: (text: string) => string): Expression {
  if (path.kind === 'literal' && typeof path.value === 'string') return { kind: 'literal', value: change(path.value) };
  if (path.kind === 'text') return { kind: 'text', parts: path.parts.map((part) => inEachText(part, change)) };
  if (path.kind === 'union') return { ...path, options: path.options.map((option) => inEachText(option, change)) };
  return path;
}

/** A part of a path that may hold groups of a regular expression (`users/(?P<id>\d+)`), as Django's routers take it. */
export function bracketless(path: string): string {
  return templateOf(path) ?? path;
}
