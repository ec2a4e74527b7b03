import type { Setting } from '../../../facts/fact.js';
import { type Extraction, isAsked, type Language } from '../../extractor.js';
import { lazily } from '../../lazily.js';
import { declares } from './declares.js';
import { profiles } from './frameworks/profiles.js';
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

/**
 * A program's start, and calls that may pass a router on. Such a file only connects parts of other files, so it may not import a
 * framework.
 */
const WIRING =
  /^package main\b|^func \([^()\n]{1,80}\) \w{0,40}Routes?\(|\.(?:Register|\w{0,60}(?:Routes?|Routers?|Routing|Handlers?|Endpoints?|Controllers?|API|Api))\(/m;

const reading = lazily('Go', () => import('./open.js'));
const finding = lazily('Go', () => import('./symbols.js'));

export const go: Language = {
  id: 'go',
  title: 'Go',
  extensions: ['.go'],
  configFiles: ['go.mod'],
  documents: ['.proto'],
  declaringDocuments: ['.proto'],
  frameworks: profiles,
  prepare: reading.load,
  candidate: (path, text, aspects) =>
    profiles.some((one) => isAsked(one, aspects) && one.signals(text, path)) || WIRING.test(text),
  declares,
  extract: (path, text, aspects) =>
    path.endsWith('go.mod')
      ? readModule(path, text)
      : path.endsWith('.proto')
        ? reading.loaded().readProto(text)
        : reading.loaded().extractFile(path, text, aspects),
  resolve,
  prepareSymbols: finding.load,
  symbols: (path, text) => finding.loaded().symbolsOf(path, text),
};
