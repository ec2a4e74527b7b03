import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Router } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { configPrefix } from '../../config-prefix.js';
import { exportedMethods } from '../../exported-methods.js';
import { valueNamed } from '../../names/names.js';
import { folderAbove } from '../../names/own-folder.js';
import type { Source } from '../../source.js';
import { frameworkProfiles } from '../profiles.js';

const BY = frameworkProfiles.sveltekit.id;
const FILE = '(file)';
const START = { line: 1, column: 1 };

/** SvelteKit: the folder of a file is its path. https://svelte.dev/docs/kit/routing#server */
export const sveltekit: Extractor<Source> = { ...frameworkProfiles.sveltekit, extract };

function extract(source: Source): Extraction {
  if (/(?:^|\/)svelte\.config\./.test(source.path))
    return { facts: configPrefix(source, BY, ['kit', 'paths', 'base']), gaps: [] };
  if (/(?:^|\/)hooks\.server\./.test(source.path)) return { facts: hooked(source), gaps: [] };
  const path = pathOf(source.path);
  if (path === undefined) return { facts: [], gaps: [] };
  const router: Router = { kind: 'router', by: BY, name: FILE, root: true, gathered: true, at: START };
  const facts = exportedMethods({ source, by: BY, path, router: valueNamed(FILE) });
  return { facts: facts.length === 0 ? [] : [router, ...facts], gaps: [] };
}

/** `handle` that reads the response, or creates another one from it. */
function hooked({ path, text }: Source): readonly Fact[] {
  if (!/\bresolve\(/.test(text) || !/\bnew Response\(|\bResponse\.json\(|\bjson\(|\.(?:json|text)\(\)/.test(text)) return [];
  const through = { kind: 'unknown', why: 'a hook may change the body' } as const;
  return [{ kind: 'wrap', by: BY, scope: folderAbove(path, ['src']), through, past: true, statuses: true, at: START }];
}

function pathOf(path: string): Expression | undefined {
  const folders = path.split('/').slice(0, -1);
  const start = folders.findIndex((one, index) => one === 'routes' && folders[index - 1] === 'src');
  if (start < 0) return undefined;
  let paths = [''];
  for (const segment of folders.slice(start + 1)) {
    if (/^\(.*\)$/.test(segment)) continue;
    const written = segment
      .replace(/\[\.\.\.(\w+)(?:=\w+)?\]/g, '{$1*}')
      .replace(/\[\[(\w+)(?:=\w+)?\]\]/g, '{$1}')
      .replace(/\[(\w+)(?:=\w+)?\]/g, '{$1}');
    const more = paths.map((one) => `${one}/${written}`);
    paths = segment.startsWith('[[') ? [...paths, ...more].slice(0, MOST_PATHS) : more;
  }
  const items = paths.map((one): Expression => ({ kind: 'literal', value: one === '' ? '/' : one }));
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { kind: 'tuple', items };
}
const MOST_PATHS = 16;
