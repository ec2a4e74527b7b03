import type { Expression } from '../facts/expression.js';
import type { Fact, FileFacts, FileGap } from '../facts/fact.js';
import type { Ask } from '../facts/values/questions.js';
import type { RouteMatching } from '../model/route-matching.js';
import type { InstalledFiles } from './installed-files.js';
import type { SourceSymbols } from './symbols.js';

/** Facts and gaps of one source. */
export interface Extraction {
  readonly facts: readonly Fact[];
  readonly gaps: readonly FileGap[];
}

/** Reads one kind of facts (a framework's routes, ...) out of an opened source. Pure: the source is all it may look at. */
export interface Extractor<Source> {
  /** `language/framework`. */
  readonly id: string;
  /** What it reads; absent: routes, and what they send. */
  readonly of?: 'events';
  /** Name for readers. */
  readonly title: string;
  /** For the documentation: what is resolved and what is a gap. */
  readonly resolves: readonly string[];
  readonly gaps: readonly string[];
  /** How the framework matches requests with its routes. */
  readonly matching?: RouteMatching;
  /** A cheap test of a file's text and path: false when the file surely has no routes of this kind. */
  readonly signals: (text: string, path: string) => boolean;
  readonly extract: (source: Source) => Extraction;
}

/** What facts are wanted of, beside routes. */
export interface Aspects {
  readonly events: boolean;
}
export const ALL_ASPECTS: Aspects = { events: true };

/** Whether an extractor is asked at all. */
export const isAsked = ({ of }: Pick<Extractor<never>, 'of'>, { events }: Aspects = ALL_ASPECTS): boolean =>
  events || of !== 'events';

/** A language: how its files are told, read, and joined. */
export interface Language {
  readonly id: string;
  readonly title: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** Names of configuration files that it reads too (`tsconfig.json`), and of schemas by extension (`*.prisma`). */
  readonly configFiles: readonly string[];
  readonly frameworks: readonly {
    readonly id: string;
    readonly of?: 'events';
    readonly title: string;
    readonly resolves: readonly string[];
    readonly gaps: readonly string[];
    readonly matching?: RouteMatching;
  }[];
  /** Loads what is heavy; called once before the first `extract`. */
  readonly prepare: () => Promise<void>;
  /** The same for documents alone; absent: `prepare` does. */
  readonly prepareDocuments?: () => Promise<void>;
  /** A cheap text test: may this file register routes, or carry events? Files that fail it are read only when another file needs them. */
  readonly candidate: (path: string, text: string, aspects?: Aspects) => boolean;
  /**
   * The names that a source declares for others, by a cheap test of its text: for languages whose imports do not name files. Too
   * many cost time, a missing one is not found.
   */
  readonly declares?: (path: string, text: string) => readonly string[];
  /** All that the file says, by every extractor; one that crashes becomes a gap. `read`: for documents in several files. */
  readonly extract: (path: string, text: string, aspects?: Aspects, read?: ReadDocument) => Extraction;
  /** The file of the repository that a specifier leads to, if any. `settings` are the facts of configuration files. */
  readonly resolve: (specifier: string, from: string, repository: Repository) => string | undefined;
  /** Finds what installed packages declare, where the user asks for it: gives the file that a specifier leads to. */
  readonly packages?: () => Promise<(files: InstalledFiles) => (specifier: string, from: string) => string | undefined>;
  /** What is heavy of reading symbols; called once before the first `symbols`. */
  readonly prepareSymbols?: () => Promise<void>;
  /** What a source defines, takes in and mentions: for finding things. Pure. */
  readonly symbols?: (path: string, text: string) => SourceSymbols;
  /** Endings of files that are no sources, but that a specifier may lead to (contracts that code is generated from). */
  readonly documents?: readonly string[];
  /** Endings of documents that declare names as sources do (`Language.declares`). */
  readonly declaringDocuments?: readonly string[];
  /** Endings of files that are no sources, yet may be imported as data (`.json`). */
  readonly dataExtensions?: readonly string[];
  /** Works out what facts cannot tell, with the whole repository at hand; absent: the language has no such stage. */
  readonly infer?: (asks: readonly Ask[], host: ProjectHost) => Promise<Inference>;
}

/** The text of another document of the repository; undefined: there is none, or it cannot be read. */
export type ReadDocument = (path: string) => string | undefined;

/** A repository as inference sees it: its own files, and nothing else. */
export interface ProjectHost {
  /** A file of the repository, with the SHA-256 of its bytes; undefined: there is none, or it cannot be read. */
  readonly read: (path: string) => { readonly text: string; readonly hash: string } | undefined;
  /** The file of the repository that an import leads to. */
  readonly resolve: (specifier: string, from: string) => string | undefined;
}

/** What inference found. */
export interface Inference {
  /** By `askKey`; what the types do not say is unknown, with the reason. */
  readonly answers: ReadonlyMap<string, Expression>;
  /** Which files were taken in: each with those that it imports. What is answered for a file depends on what it leads to alone. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Questions that failed inside. */
  readonly crashes: readonly { readonly ask: Ask; readonly message: string }[];
}

/** What resolving may ask of the repository. */
export interface Repository {
  readonly has: (path: string) => boolean;
  /** The sources of the asking language that declare a name (`Language.declares`), without tests, in the order of their paths. */
  readonly declaring: (name: string) => readonly string[];
  /** The names that a source declares (`Language.declares`); absent: they are not known here. */
  readonly declaredIn?: (path: string) => readonly string[];
  /** The sources of the asking language that hold a name as a word, without tests: of one folder, or of all; absent: they are not known here. */
  readonly mentioning?: (name: string, folder?: string) => Iterable<string>;
  /** The files whose path ends with a folder and a name (`shop/__init__.py`), in order; absent: they are not known here. */
  readonly endingWith?: (ending: string) => readonly string[];
  /** Facts of all configuration files, by path. */
  readonly configuration: ReadonlyMap<string, FileFacts>;
}
