import type { Setting } from '../../../../facts/fact.js';
import { nameOf } from '../../../conventions.js';

/** Names of sample environment files: never `.env` itself, which contains secrets. */
export const SAMPLES: readonly string[] = [
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  '.env.defaults',
  '.env.default',
];

/** Variables that may be part of a path; all others are ignored. */
const NAME = /PREFIX|BASE|PATH|ROUTE|MOUNT|ENDPOINT|VERSION/;
const VALUE = /^[\w./-]{0,60}$/;
const LINE = /^(?:export )?([A-Z][A-Z0-9_]{0,60})=(.*)$/;

export function isSample(path: string): boolean {
  return SAMPLES.includes(nameOf(path));
}

/** The variables of such a file that may be part of a path. */
export function readSample(path: string, text: string): readonly Setting[] {
  const value: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const found = LINE.exec(line.trim().slice(0, 200));
    const [, name = '', given = ''] = found ?? [];
    const plain = given.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (found !== null && NAME.test(name) && VALUE.test(plain)) value[name] = plain;
  }
  if (Object.keys(value).length === 0) return [];
  const slash = path.lastIndexOf('/');
  const scope = slash < 0 ? '' : path.slice(0, slash);
  return [{ kind: 'setting', key: 'environment', scope, value, at: { line: 1, column: 1 } }];
}
