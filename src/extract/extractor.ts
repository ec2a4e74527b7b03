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

/** What a reader collects while it goes through a source. */
export interface Found {
  readonly facts: Fact[];
  readonly gaps: FileGap[];
}

/**
 * Runs one part of the reading of a file. If it crashes, it leaves a gap.
 *
 * @throws RangeError on a stack overflow: the source nests too deeply, which is no bug of a reader
 */
export function attempt(gaps: FileGap[], what: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const detail = `Reading ${what} failed: ${error instanceof Error ? error.message : String(error)}`;
    gaps.push({ reason: 'extractor-crash', detail, at: { line: 1, column: 1 }, hides: 'service' });
  }
}

/** Reads one kind of facts (a framework's routes, ...) from a parsed source. Pure: it uses nothing but the source. */
export interface Extractor<Source> {
  /** `language/framework`. */
  readonly id: string;
  /** What it reads; absent: routes, and the responses that they send. */
  readonly of?: 'events';
  /** Name in reports and documentation, where `docs/reference/supported.md` has a row for it. */
  readonly title: string;
  /** How the framework matches requests to its routes. */
  readonly matching?: RouteMatching;
  /** A cheap test of a file's text and path: false when the file surely has no routes of this kind. */
  readonly signals: (text: string, path: string) => boolean;
  readonly extract: (source: Source) => Extraction;
}

/** An extractor without its code: what every file is asked, before a parser is loaded. */
export type Profile = Omit<Extractor<never>, 'extract'>;

/** The kinds of facts, beside routes, that the scan collects. */
export interface Aspects {
  readonly events: boolean;
}
export const ALL_ASPECTS: Aspects = { events: true };

/** Whether an extractor runs at all. */
export const isAsked = ({ of }: Pick<Extractor<never>, 'of'>, { events }: Aspects = ALL_ASPECTS): boolean =>
  events || of !== 'events';

/** A language: how the scanner recognises, reads and links its files. */
export interface Language {
  readonly id: string;
  readonly title: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** Names of configuration files that it also reads (`tsconfig.json`), and of schemas by extension (`*.prisma`). */
  readonly configFiles: readonly string[];
  readonly frameworks: readonly Profile[];
  /** Loads heavy modules; called once before the first `extract`. */
  readonly prepare: () => Promise<void>;
  /** As `prepare`, for documents alone; absent: `prepare` does both. */
  readonly prepareDocuments?: () => Promise<void>;
  /** A cheap text test: may this file register routes, or carry events? If not, it is read only when another file needs it. */
  readonly candidate: (path: string, text: string, aspects?: Aspects) => boolean;
  /**
   * The names that a source exports to others, by a cheap test of its text: for languages whose imports do not name files. Too
   * many names cost time; a missing name is never found.
   */
  readonly declares?: (path: string, text: string) => readonly string[];
  /** All facts of the file, by every extractor; a crash of one becomes a gap. `read`: for documents in several files. */
  readonly extract: (path: string, text: string, aspects?: Aspects, read?: ReadDocument) => Extraction;
  /** The file of the repository that a specifier leads to, if any. `settings` are the facts of configuration files. */
  readonly resolve: (specifier: string, from: string, repository: Repository) => string | undefined;
  /** Finds the declarations of installed packages when the user asks for them: returns the file that a specifier leads to. */
  readonly packages?: () => Promise<(files: InstalledFiles) => (specifier: string, from: string) => string | undefined>;
  /** Loads heavy modules for symbols; called once before the first `symbols`. */
  readonly prepareSymbols?: () => Promise<void>;
  /** What a source defines, imports and mentions: for search. Pure. */
  readonly symbols?: (path: string, text: string) => SourceSymbols;
  /** Extensions of files that are not sources, but that a specifier may lead to (contracts that code is generated from). */
  readonly documents?: readonly string[];
  /** Extensions of documents that declare names as sources do (`Language.declares`). */
  readonly declaringDocuments?: readonly string[];
  /** Extensions of files that are not sources, but that code may import as data (`.json`). */
  readonly dataExtensions?: readonly string[];
  /** Infers what facts alone do not show, with access to the whole repository; absent: the language has no such stage. */
  readonly infer?: (asks: readonly Ask[], host: ProjectHost) => Promise<Inference>;
}

/** The text of another document of the repository; undefined: there is none, or it cannot be read. */
export type ReadDocument = (path: string) => string | undefined;

/** The repository as inference can read it: its own files, and nothing else. */
export interface ProjectHost {
  /** A file of the repository, with the SHA-256 of its bytes; undefined: there is none, or it cannot be read. */
  readonly read: (path: string) => { readonly text: string; readonly hash: string } | undefined;
  /** The file of the repository that an import leads to. */
  readonly resolve: (specifier: string, from: string) => string | undefined;
}

/** What inference found. */
export interface Inference {
  /** By `askKey`; where the types do not decide, the answer is unknown with the reason. */
  readonly answers: ReadonlyMap<string, Expression>;
  /** The files that inference read, each with its imports. The answers for a file depend only on the files it leads to. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Questions whose inference crashed. */
  readonly crashes: readonly { readonly ask: Ask; readonly message: string }[];
}

/** What a resolver may query about the repository. */
export interface Repository {
  readonly has: (path: string) => boolean;
  /** The sources of the same language that declare a name (`Language.declares`), without tests, in the order of their paths. */
  readonly declaring: (name: string) => readonly string[];
  /** The names that a source declares (`Language.declares`); absent: this view does not know them. */
  readonly declaredIn?: (path: string) => readonly string[];
  /**
   * The sources of the same language that contain a name as a word, without tests: of one folder, or of all; absent: this view
   * does not know them.
   */
  readonly mentioning?: (name: string, folder?: string) => Iterable<string>;
  /** The files whose path ends with a folder and a name (`shop/__init__.py`), in order; absent: this view does not know them. */
  readonly endingWith?: (ending: string) => readonly string[];
  /** Facts of all configuration files, by path. */
  readonly configuration: ReadonlyMap<string, FileFacts>;
}
