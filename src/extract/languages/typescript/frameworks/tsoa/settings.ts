import type { Fact } from '../../../../../facts/fact.js';
import { parseJsonWithComments } from '../../files/json-with-comments.js';
import { valueNamed } from '../../names/names.js';

const BY = 'typescript/tsoa';
const NAME = '(tsoa.json)';
const START = { line: 1, column: 1 };

/**
 * The routes settings of tsoa.json: `routes.basePath` is a prefix for all controllers below its folder
 * (https://tsoa-community.github.io/docs/getting-started.html#configuring-tsoa-and-typescript). Calls of `RegisterRoutes` mount
 * them there.
 */
export function readTsoaSettings(path: string, text: string): readonly Fact[] {
  const json = text.length > 1_000_000 ? undefined : parseJsonWithComments(path, text);
  if (typeof json !== 'object' || json === null) return [];
  const routes: unknown = Reflect.get(json, 'routes');
  const base: unknown = typeof routes === 'object' && routes !== null ? Reflect.get(routes, 'basePath') : undefined;
  const slash = path.lastIndexOf('/');
  const within = slash < 0 ? '' : path.slice(0, slash);
  const prefix = typeof base === 'string' ? { prefix: { kind: 'literal' as const, value: base } } : {};
  return [
    { kind: 'router', by: BY, name: NAME, root: true, gathered: true, ...prefix, at: START },
    { kind: 'gather', by: BY, router: valueNamed(NAME), within, at: START },
  ];
}
