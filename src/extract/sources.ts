import type { FileFacts } from '../facts/fact.js';
import type { Tracked } from '../model/tracked.js';
import { extensionOf } from './conventions.js';
import { createEndings } from './declaring.js';
import type { Language, Repository } from './extractor.js';
import { type Listing, listFiles } from './files.js';
import { readSource, type SourceText } from './read-source.js';
import { Reader } from './reader.js';
import { type Stamp, stampOf } from './stamps.js';

export interface SourcesRequest {
  /** Absolute. */
  readonly repository: string;
  readonly languages: readonly Language[];
  /** Names of more files to list, or `*.ending`. */
  readonly marks?: readonly string[] | undefined;
  readonly tracked?: Tracked | undefined;
}

/** Reads one file of a repository at a time. The caller guarantees that the file is really inside. */
export interface FileReading {
  readonly languageOf: (path: string) => Language | undefined;
  /** The text of a source, with the limits that apply to every one. */
  readonly read: (path: string) => SourceText | undefined;
  /** Undefined: it is not a regular file, or does not exist any more. */
  readonly stampOf: (path: string) => Stamp | undefined;
}

/** Reads files of a repository without listing the others. */
export function fileReading(repository: string, languages: readonly Language[]): FileReading {
  const byExtension = new Map(languages.flatMap((each) => each.extensions.map((extension) => [extension, each] as const)));
  return {
    languageOf: (path) => byExtension.get(extensionOf(path)),
    read: (path) => readSource(repository, path, () => true),
    stampOf: (path) => stampOf(repository, path),
  };
}

/** The current sources of a repository, including tests; only listed files are read. */
export interface Sources extends FileReading {
  readonly listing: Listing;
  /** All files of languages with symbols, in the order of their paths. */
  readonly paths: readonly string[];
  /** Reads, once, the configuration that decides where imports lead. */
  readonly imports: () => Promise<Imports>;
}

/** Where the imports of a repository lead. */
export interface Imports {
  /** The file of the repository that an import leads to. */
  readonly resolve: (specifier: string, from: string) => string | undefined;
  /** Facts of configuration files, by path. */
  readonly configuration: ReadonlyMap<string, FileFacts>;
}

/** Lists a repository for search. */
export function openSources({ repository, languages, marks = [], tracked }: SourcesRequest): Sources {
  const listing = listFiles({
    repository,
    dir: repository,
    extensions: languages.flatMap(({ extensions }) => extensions),
    configFiles: [...languages.flatMap(({ configFiles }) => configFiles), ...marks],
    tracked,
  });
  const reading = fileReading(repository, languages);
  const { languageOf } = reading;
  let imports: Promise<Imports> | undefined;
  return {
    listing,
    paths: [...listing.known].filter((path) => languageOf(path)?.symbols !== undefined).sort(),
    ...reading,
    read: (path) => (listing.known.has(path) ? reading.read(path) : undefined),
    imports: () => {
      imports ??= openImports(repository, languages, listing, languageOf);
      return imports;
    },
  };
}

async function openImports(
  repository: string,
  languages: readonly Language[],
  listing: Listing,
  languageOf: FileReading['languageOf'],
): Promise<Imports> {
  const configuration = await configurationOf(repository, languages, listing);
  const has = (path: string): boolean => listing.known.has(listing.canonical(path));
  const known: Repository = { has, configuration, declaring: () => [], endingWith: createEndings(listing) };
  return {
    configuration,
    resolve: (specifier, from) => {
      const target = languageOf(from)?.resolve(specifier, from, known);
      const path = target === undefined ? undefined : listing.canonical(target);
      return path !== undefined && listing.known.has(path) && languageOf(path) !== undefined ? path : undefined;
    },
  };
}

/** The configuration that decides where imports lead: `tsconfig.json`, `package.json`, `go.mod`. */
async function configurationOf(
  repository: string,
  languages: readonly Language[],
  { configuration }: Listing,
): Promise<ReadonlyMap<string, FileFacts>> {
  const reader = new Reader({ repository, languages });
  const read = new Map<string, FileFacts>();
  for (const path of configuration) {
    if (!JOINS.test(path)) continue;
    const facts = await reader.read(path);
    if (facts !== undefined) read.set(path, facts);
  }
  return read;
}

const JOINS = /\.json$|(?:^|\/)go\.mod$/;
