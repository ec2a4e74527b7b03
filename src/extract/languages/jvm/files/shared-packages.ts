import { posix } from 'node:path';
import type { Fact } from '../../../../facts/fact.js';
import type { ReadDocument } from '../../../extractor.js';
import { readDocument } from './documents.js';

/** No real package is generated from more contracts, and no contract has more interfaces and models. */
const MAX_DOCUMENTS = 10;
const MAX_NAMES = 5000;

/**
 * Where a build generates one package from several contracts: the contract of each class, under the name of a package that has
 * only this class. `facts`: those of the build file.
 */
export function sharedPackages(path: string, facts: readonly Fact[], read: ReadDocument | undefined): readonly Fact[] {
  const documents = new Map<string, Set<string>>();
  for (const fact of facts)
    if (fact.kind === 'constant' && fact.name.startsWith('package ') && fact.value.kind === 'literal')
      documents.set(fact.name, (documents.get(fact.name) ?? new Set()).add(String(fact.value.value)));
  const names = new Map<string, readonly string[]>();
  return [...documents].flatMap(([name, all]): readonly Fact[] =>
    all.size < 2
      ? []
      : [...all].slice(0, MAX_DOCUMENTS).flatMap((document) => {
          const own = names.get(document) ?? classesOf(posix.join(posix.dirname(path), document), read);
          names.set(document, own);
          return own.map(
            (one): Fact => ({
              kind: 'constant',
              name: name.replace(/^package (\S+)/, `package $1.${one}`),
              value: { kind: 'literal', value: document },
              at: { line: 1, column: 1 },
            }),
          );
        }),
  );
}

function classesOf(file: string, read: ReadDocument | undefined): readonly string[] {
  const text = read?.(file);
  if (text === undefined) return [];
  const exported = readDocument(file, text, read).flatMap((fact) => (fact.kind === 'export' ? [fact.name] : []));
  return exported.filter((name) => /^[A-Z]\w*$/.test(name)).slice(0, MAX_NAMES);
}
