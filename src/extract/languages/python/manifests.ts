import { posix } from 'node:path';
import type { Expression } from '../../../facts/expression.js';
import type { Fact } from '../../../facts/fact.js';
import type { Repository } from '../../extractor.js';
import type { Source } from './source.js';

/** Files that say which packages a service is run with, those first that name one version. */
export const MANIFESTS = ['uv.lock', 'poetry.lock', 'pyproject.toml', 'requirements.txt'];

/** A specifier that no module has: it leads to the manifest that says which pydantic writes the models of a file. */
export const PYDANTIC = '|pydantic';

const LOCKED = /\bname = "pydantic"\r?\nversion = "(\d{1,3})\./g;
/** `pydantic[email]>=2.6,<3`, without spaces */
const REQUIRED = /(?:^|["'])pydantic(?:\[[\w,-]{0,80}\])?\(?([=~^<>!]{1,3}\d[^"'\n#;]{0,200})/gm;
/** `pydantic="^2.6"`, `pydantic={version="2.6"` */
const OF_POETRY = /^pydantic=(?:\{version=)?"([^"\n]{1,200})"/gm;
/** It is for version 2 alone, as all releases of it are. */
const SETTINGS = /(?:^|["'\s])pydantic[-_]settings\b/m;
const NOT_LEAST = /[!<]=?[\d.*]{1,30}/g;
const MOST = 20;

/** How pydantic writes decimals and durations, where a manifest says which pydantic there is; only version 2 is known to write texts. */
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

/** The first number of the least version that a range lets in; undefined: it names none. */
const leastMajor = (range: string): string | undefined => /\d{1,3}/.exec(range.replace(NOT_LEAST, ''))?.[0];

/** The manifest that is nearest to a file of those that name pydantic. */
export function manifestOf(from: string, { configuration }: Repository): string | undefined {
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const found = MANIFESTS.map((name) => posix.join(folder, name)).find(
      (path) => (configuration.get(path)?.facts ?? []).length > 0,
    );
    if (found !== undefined || folder === '.' || folder === '/') return found;
  }
}

/** `of`, unless a manifest says how pydantic writes it. */
export function byManifest({ record }: Source, format: 'decimal' | 'duration', of: Expression): Expression {
  const name = `${PYDANTIC}.${format}`;
  record.members.set(name, { specifier: PYDANTIC, imported: format });
  return { kind: 'operator', operator: 'first-known', of, keys: { kind: 'name', name } };
}
