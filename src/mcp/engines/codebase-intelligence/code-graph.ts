import type { Imports, Sources } from '../../../extract/sources.js';
import { append } from '../../../model/multi-map.js';
import type { Connection } from '../store/connection.js';
import type { CodeIndex } from './code-index.js';
import { importsOf, stateOf, wordsOf } from './database.js';
import { type Dependencies, type DependingFile, dependenciesOf } from './dependencies.js';

/** All files with their connections. */
export interface CodeGraph extends Dependencies {
  readonly files: readonly DependingFile[];
  readonly sources: Sources;
  readonly imports: Imports;
}

/** The graph of an index, computed on demand and after every change. */
export class CodeGraphs {
  readonly #index: CodeIndex;
  #known: { readonly revision: string; readonly graph: CodeGraph } | undefined;

  constructor(index: CodeIndex) {
    this.#index = index;
  }

  /** A new value after every change of the index. */
  async revision(): Promise<string> {
    await this.#index.current();
    return this.#index.read((connection) => stateOf(connection, 'revision'));
  }

  async current(): Promise<CodeGraph> {
    const sources = await this.#index.current();
    const revision = await this.#index.read((connection) => stateOf(connection, 'revision'));
    if (this.#known?.revision === revision) return this.#known.graph;
    const files = await this.#index.read(filesOf);
    const imports = await sources.imports();
    const graph = { ...dependenciesOf(files, imports), files, sources, imports };
    this.#known = { revision, graph };
    return graph;
  }
}

function filesOf(connection: Connection): readonly DependingFile[] {
  const names = new Map<unknown, string[]>();
  for (const { file, name } of connection.all(
    "SELECT file, name FROM symbols WHERE owner = '' AND kind NOT IN ('file', 'variable')",
  )) {
    append(names, file, String(name));
  }
  return connection.all('SELECT id, path, language, namespace, imports, words FROM files ORDER BY path').map((row) => ({
    path: String(row.path),
    language: String(row.language),
    namespace: String(row.namespace),
    imports: importsOf(String(row.imports)),
    words: wordsOf(String(row.words)),
    names: names.get(row.id) ?? [],
  }));
}
