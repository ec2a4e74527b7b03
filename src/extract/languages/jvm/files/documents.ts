import { posix } from 'node:path';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { append } from '../../../../model/multi-map.js';
import type { ReadDocument } from '../../../extractor.js';
import { basePath, fieldsOf, parsed } from '../../../open-api.js';
import { frameworkProfiles } from '../frameworks/profiles.js';
import { BUILD_FILES, filtered, SUFFIXES } from './build-files.js';
import { type Affixes, camel, modelsOf } from './models.js';
import { type Placed, References } from './references.js';

/** No real document has more operations. */
const MAX_OPERATIONS = 5000;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

export const methodOf = (operation: string): string => `${operation} method`;
export const pathOf = (operation: string): string => `${operation} path`;
/** An operation whose name several interfaces have, by the tag of its own: `Items` for `ItemsApi`. */
export const ofInterface = (tag: string, operation: string): string =>
  `${camel(tag).replace(/(?:Api)?(?:Delegate|Service)?$|Resource$/, '')} ${operation}`;
export const BASE = 'base path';
/** Name of the fact with all operations by id, each with its method and path. */
export const OPERATIONS = 'operations by id';

/**
 * What a generator creates from an OpenAPI document: interfaces by tags or first path segments, and a method for each operation
 * with a name. They are no routes by themselves; an implementing class handles the requests. `read`: reads other files of the
 * contract.
 */
export function readDocument(file: string, text: string, read?: ReadDocument): readonly Fact[] {
  const document = parsed(asCopied(file, text, read));
  const references = new References(file, document, read);
  const place = { line: 1, column: 1 };
  const facts: Fact[] = [];
  const operations: Placed[] = [];
  // an unknown id must not match just any operation
  const byId: ObjectMember[] = [{ kind: 'rest', values: { kind: 'unknown', why: 'which operation it is is not known' } }];
  const interfaces = new Set<string>(['Default']);
  const named = new Map<string, Named[]>();
  for (const [path, written] of Object.entries(fieldsOf(document.paths) ?? {})) {
    const item = references.resolve({ value: written, file });
    for (const [method, given] of Object.entries(fieldsOf(item?.value) ?? {})) {
      const operation = fieldsOf(given);
      if (!METHODS.has(method) || operation === undefined || operations.length >= MAX_OPERATIONS) continue;
      operations.push({ value: operation, file: item?.file ?? file });
      const tags = Array.isArray(operation.tags) ? operation.tags : [];
      for (const one of [...tags, path.split('/')[1]]) {
        if (typeof one !== 'string' || one === '') continue;
        // some generators treat a tag in capitals as a word
        for (const tag of one === one.toUpperCase() ? [one, one.toLowerCase()] : [one]) interfaces.add(camel(tag));
      }
      const own = typeof operation.operationId === 'string' ? operation.operationId : undefined;
      const texts = Object.entries({ method: method.toUpperCase(), path });
      const members = texts.map(([name, text]) => property(name, { kind: 'literal', value: text }));
      if (own !== undefined) byId.push(property(own, { kind: 'object', members }));
      // without an id, generators create a name from the path: `booksIdGet`
      const name = lowered(camel(own ?? `${path === '/' ? 'root' : path.replace(/[{}]/g, '')}/${method}`));
      append(named, name, { method: method.toUpperCase(), path, tags });
    }
  }
  facts.push(...[...named].flatMap(([name, all]) => constantsOf(name, all)));
  facts.push(...modelsOf(file, document, references, operations, affixesFor(file, read)));
  facts.push(...constant(BASE, basePath(document)));
  facts.push({ kind: 'constant', name: OPERATIONS, value: { kind: 'object', members: byId }, at: place });
  facts.push({ kind: 'export', name: OPERATIONS, value: nameOf(OPERATIONS), at: place });
  for (const one of interfaces)
    for (const name of [`${one}Api`, `${one}ApiDelegate`, `${one}ApiService`, `${one}Resource`])
      facts.push(
        { kind: 'router', by: frameworkProfiles.spring.id, name, root: false, loose: true, at: place },
        { kind: 'export', name, value: nameOf(name), at: place },
      );
  return facts;
}

/** An operation with a name, and the tags of the interfaces that have it. */
interface Named {
  readonly method: string;
  readonly path: string;
  readonly tags: readonly unknown[];
}

/** The method and path of a name; interfaces of different tags may have a method of the same name. */
function constantsOf(name: string, all: readonly Named[]): readonly Fact[] {
  return all.flatMap(({ method, path, tags }) =>
    (all.length === 1 ? [name] : tags.map((tag) => ofInterface(String(tag), name))).flatMap((one) => [
      ...constant(methodOf(one), method),
      ...constant(pathOf(one), path),
    ]),
  );
}

function constant(name: string, value: string): readonly Fact[] {
  const at = { line: 1, column: 1 };
  return [
    { kind: 'constant', name, value: { kind: 'literal', value }, at },
    { kind: 'export', name, value: nameOf(name), at },
  ];
}

/** The text after Maven has filtered it; others than Maven leave `${…}` as it is. */
function asCopied(file: string, text: string, read: ReadDocument | undefined): string {
  if (read === undefined || !text.includes('${')) return text;
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const pom = read(posix.join(folder, 'pom.xml'));
    if (pom !== undefined) return filtered(pom, text);
    if (folder === '.' || folder === '/') return text;
  }
}

const AFFIX = /\bmodelName(Prefix|Suffix)\b(?:\.set)?\W{1,20}(\w{1,60})/g;

/** The usual suffixes of model names, and what the build files of the contract's folder and of those above state. */
function affixesFor(file: string, read: ReadDocument | undefined): Affixes {
  const stated = { Prefix: new Set(['']), Suffix: new Set(SUFFIXES) };
  for (let folder = posix.dirname(file); read !== undefined; folder = posix.dirname(folder)) {
    for (const name of BUILD_FILES)
      for (const [, kind, text = ''] of read(posix.join(folder, name))?.matchAll(AFFIX) ?? [])
        if (stated.Suffix.size < MOST_AFFIXES) stated[kind === 'Prefix' ? 'Prefix' : 'Suffix'].add(camel(text));
    if (folder === '.' || folder === '/') break;
  }
  return { prefixes: [...stated.Prefix].slice(0, MOST_PREFIXES), suffixes: [...stated.Suffix] };
}
const MOST_AFFIXES = 40;
const MOST_PREFIXES = 5;

const property = (name: string, value: Expression): ObjectMember => ({
  ...{ kind: 'property', name, value, at: { line: 1, column: 1 } },
});

const nameOf = (name: string): Expression => ({ kind: 'name', name, space: 'value' });

const lowered = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
