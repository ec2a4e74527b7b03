import type { Setting } from '../../../facts/fact.js';
import type { Extraction, Language } from '../../extractor.js';
import { declares } from './declares.js';
import { profiles } from './frameworks/profiles.js';
import type * as open from './open.js';
import { resolve } from './resolve.js';

const MODULE = /^[ \t]*module[ \t]+"?([\w./~+-]{1,300})"?/m;

/** https://go.dev/ref/mod#go-mod-file-module. */
function readModule(path: string, text: string): Extraction {
  const [, module] = MODULE.exec(text.slice(0, 10_000)) ?? [];
  if (module === undefined) return { facts: [], gaps: [] };
  const slash = path.lastIndexOf('/');
  const scope = slash < 0 ? '' : path.slice(0, slash);
  const setting: Setting = { kind: 'setting', key: 'package', scope, value: { module }, at: { line: 1, column: 1 } };
  return { facts: [setting], gaps: [] };
}

type Reading = typeof open;
/** What reads sources: loaded when the first one is read. */
let reading: Reading | undefined;

function extractFile(path: string, text: string): Extraction {
  if (reading === undefined) throw new Error('Go: prepare() comes before extract()');
  return reading.extractFile(path, text);
}

/** Go. */
export const go: Language = {
  id: 'go',
  title: 'Go',
  extensions: ['.go'],
  configFiles: ['go.mod'],
  frameworks: profiles.map(({ id, title, resolves, gaps }) => ({ id, title, resolves, gaps })),
  prepare: async () => {
    reading ??= await import('./open.js');
  },
  candidate: (path, text) => profiles.some((profile) => profile.signals(text, path)),
  declares,
  extract: (path, text) => (path.endsWith('go.mod') ? readModule(path, text) : extractFile(path, text)),
  resolve,
};
