import type { Setting } from '../../../facts/fact.js';
import type { Extraction, Language } from '../../extractor.js';
import { profiles } from './frameworks/profiles.js';
import { extractFile } from './open.js';
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

/** Names at the beginning of lines that declare something; methods as `Type#method`. */
const DECLARED =
  /^(?:func[ \t]+(?:\([ \t]*(?:[\p{L}_][\p{L}\p{Nd}_]*[ \t]+)?\*?([\p{L}_][\p{L}\p{Nd}_]*)(?:\[[^\]\n]{0,200}\])?[ \t]*\)[ \t]*)?|type[ \t]+|var[ \t]+|const[ \t]+|[ \t]{1,8})([\p{L}_][\p{L}\p{Nd}_]*)/gmu;

function declares(_path: string, text: string): readonly string[] {
  const names = new Set<string>();
  for (const [, receiver, name] of text.matchAll(DECLARED))
    if (name !== undefined) names.add(receiver === undefined ? name : `${receiver}#${name}`);
  return [...names];
}

/** Go. */
export const go: Language = {
  id: 'go',
  title: 'Go',
  extensions: ['.go'],
  configFiles: ['go.mod'],
  frameworks: profiles.map(({ id, title, resolves, gaps }) => ({ id, title, resolves, gaps })),
  prepare: () => Promise.resolve(),
  candidate: (path, text) => profiles.some((profile) => profile.signals(text, path)),
  declares,
  extract: (path, text) => (path.endsWith('go.mod') ? readModule(path, text) : extractFile(path, text)),
  resolve,
};
