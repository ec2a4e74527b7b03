import type { Setting, SettingValue } from '../../../../facts/fact.js';
import { isRecord } from '../../../../model/json.js';
import type { Extraction } from '../../../extractor.js';
import { parseJsonWithComments } from './json-with-comments.js';

/** Larger configuration files are not read: no hand-written one is near this size. */
const MAX_LENGTH = 1_000_000;
const START = { line: 1, column: 1 };

type Json = { readonly [key: string]: unknown };

/**
 * The settings of a tsconfig, jsconfig or package.json for module specifiers, as `setting` facts of its folder. Comments and
 * trailing commas are allowed; an unreadable file has no settings.
 */
export function readConfiguration(path: string, text: string): Extraction {
  if (text.length > MAX_LENGTH) {
    return { facts: [], gaps: [{ reason: 'too-large', detail: 'The configuration file is too large to be read.', at: START }] };
  }
  const json = parseJsonWithComments(path, text);
  if (!isRecord(json)) return { facts: [], gaps: [] };
  const slash = path.lastIndexOf('/');
  const scope = slash < 0 ? '' : path.slice(0, slash);
  const isManifest = path.slice(slash + 1) === 'package.json';
  return { facts: isManifest ? packageSettings(scope, json) : compilerSettings(scope, json), gaps: [] };
}

function setting(scope: string, key: Setting['key'], value: SettingValue): Setting {
  return { kind: 'setting', key, scope, value, at: START };
}

/** https://www.typescriptlang.org/tsconfig: `extends`, `compilerOptions.baseUrl`, `compilerOptions.paths`. */
function compilerSettings(scope: string, json: Json): readonly Setting[] {
  const options = isRecord(json.compilerOptions) ? json.compilerOptions : {};
  const bases = strings(json.extends);
  const paths = isRecord(options.paths) ? entriesOf(options.paths) : {};
  return [
    ...(bases.length > 0 ? [setting(scope, 'extends', { extends: bases })] : []),
    ...(typeof options.baseUrl === 'string' ? [setting(scope, 'baseUrl', options.baseUrl)] : []),
    ...(Object.keys(paths).length > 0 ? [setting(scope, 'moduleAlias', paths)] : []),
  ];
}

/**
 * https://nodejs.org/api/packages.html: `name`, `main`, `exports`, `imports`; `types`, `module` and `source` of other tools.
 * Entry points have the keys `.`, `./sub`, imports the key `#name`. All conditions count, in the order of the file.
 */
function packageSettings(scope: string, json: Json): readonly Setting[] {
  const name = typeof json.name === 'string' ? json.name : '';
  const mains = ['source', 'types', 'typings', 'module', 'main'].flatMap((key) => strings(json[key]));
  const exported = entryPoints(json.exports);
  const imported = isRecord(json.imports) ? targetsOf(json.imports, (key) => key.startsWith('#')) : {};
  const root = [...(exported['.'] ?? []), ...mains];
  const alias = isRecord(json._moduleAliases) ? entriesOf(json._moduleAliases) : {};
  return [
    setting(scope, 'package', { ...exported, ...imported, '.': root, name }),
    ...(Object.keys(alias).length > 0 ? [setting(scope, 'moduleAlias', alias)] : []),
  ];
}

function entryPoints(value: unknown): Readonly<Record<string, readonly string[]>> {
  if (isRecord(value) && Object.keys(value).some((key) => key.startsWith('.'))) {
    return targetsOf(value, (key) => key.startsWith('.'));
  }
  return { '.': leaves(value) };
}

function targetsOf(value: Json, isKey: (key: string) => boolean): Readonly<Record<string, readonly string[]>> {
  const keys = Object.keys(value).filter(isKey);
  return Object.fromEntries(keys.map((key) => [key, leaves(value[key])]));
}

/** All strings inside nested conditions. */
function leaves(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (depth > 8) return [];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, depth + 1));
  return isRecord(value) ? Object.values(value).flatMap((one) => leaves(one, depth + 1)) : [];
}

function entriesOf(value: Json): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, strings(one)]));
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
