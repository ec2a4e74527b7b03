import { posix } from 'node:path';
import type { Expression } from '../../../facts/expression.js';
import type { Fact } from '../../../facts/fact.js';
import type { Repository } from '../../extractor.js';
import type { Source } from './source.js';

/** Files that list the packages of a service; lock files with exact versions come first. */
export const MANIFESTS = ['uv.lock', 'poetry.lock', 'pyproject.toml', 'requirements.txt'];

/** A special specifier for the manifest that shows which pydantic version serializes the models of a file. */
export const PYDANTIC = '|pydantic';

const LOCKED = /\bname = "pydantic"\r?\nversion = "(\d{1,3})\./g;
/** `pydantic[email]>=2.6,<3`, after spaces are removed */
const REQUIRED = /(?:^|["'])pydantic(?:\[[\w,-]{0,80}\])?\(?([=~^<>!]{1,3}\d[^"'\n#;]{0,200})/gm;
/** `pydantic="^2.6"`, `pydantic={version="2.6"` */
const OF_POETRY = /^pydantic=(?:\{version=)?"([^"\n]{1,200})"/gm;
/** This package requires version 2, in all of its releases. */
const SETTINGS = /(?:^|["'\s])pydantic[-_]settings\b/m;
const NOT_LEAST = /[!<]=?[\d.*]{1,30}/g;
const MOST = 20;

/** How pydantic serializes decimals and durations, if a manifest names a version; only version 2 is known to write texts. */
export function manifestFacts(path: string, text: string): readonly Fact[] {
  const written = text.replace(/[ \t]/g, '');
  const versions = path.endsWith('.lock')
    ? [...text.matchAll(LOCKED)].map(([, major]) => major)
    : [REQUIRED, OF_POETRY].flatMap((pattern) =>
        [...written.matchAll(pattern)].slice(0, MOST).map(([, range = '']) => leastMajor(range)),
      );
  const isSecond = versions.every((major) => major === '2') && (versions.length > 0 || SETTINGS.test(text));
  if (versions.length === 0 && !isSecond) return [];
  const at = { line: 1, column: 1 };
  const sent = (format: string): Expression =>
    isSecond ? { kind: 'scalar', type: 'string', format } : { kind: 'unknown', why: 'pydantic may write it in several ways' };
  return ['decimal', 'duration'].map((format): Fact => ({ kind: 'export', name: format, value: sent(format), at }));
}

/** The major of the lowest version in a range; undefined: the range has none. */
const leastMajor = (range: string): string | undefined => /\d{1,3}/.exec(range.replace(NOT_LEAST, ''))?.[0];

/** Of the manifests that name pydantic, the nearest to a file. */
export function manifestOf(from: string, { configuration }: Repository): string | undefined {
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const found = MANIFESTS.map((name) => posix.join(folder, name)).find(
      (path) => (configuration.get(path)?.facts ?? []).length > 0,
    );
    if (found !== undefined || folder === '.' || folder === '/') return found;
  }
}

/** `of`, unless a manifest determines how pydantic serializes it. */
export function byManifest({ record }: Source, format: 'decimal' | 'duration', of: Expression): Expression {
  const name = `${PYDANTIC}.${format}`;
  record.members.set(name, { specifier: PYDANTIC, imported: format });
  return { kind: 'operator', operator: 'first-known', of, keys: { kind: 'name', name } };
}
