import type { Fact, FileFacts } from '../facts/fact.js';
import { isShallow } from '../facts/sheets/sheet-form.js';
import type { Gap } from '../model/gap.js';
import { type FactCache, keepAside } from './cache.js';
import { extensionOf, nameOf } from './conventions.js';
import { ALL_ASPECTS, type Aspects, type Extraction, type Language, type ReadDocument } from './extractor.js';
import { readSource, type SourceText } from './read-source.js';
import { type Stamp, type StampedFile, type StampReader, type Stamps, stampOf } from './stamps.js';
import { namesUnreadMessaging, unreadMessaging } from './unread-messaging.js';

/** At most this many files that no other file needs stay in memory. */
const MOST_IN_MEMORY = 1000;

/** The language of a file: by its name, its extension, or as a document that code may refer to. */
function createLanguageOf(languages: readonly Language[]): (path: string) => Language | undefined {
  const byExtension = new Map(languages.flatMap((language) => language.extensions.map((extension) => [extension, language])));
  const byName = new Map(languages.flatMap((language) => language.configFiles.map((name) => [name, language])));
  const ofDocuments = new Map<string, Language>();
  for (const language of languages)
    for (const extension of language.documents ?? []) {
      const known = ofDocuments.get(extension);
      ofDocuments.set(extension, known === undefined ? language : bothOf(known, language));
    }
  return (path) => {
    const extension = extensionOf(path);
    return byName.get(nameOf(path)) ?? byName.get(`*${extension}`) ?? byExtension.get(extension) ?? ofDocuments.get(extension);
  };
}

/** Code of several languages may refer to one document: each language reads it. */
function bothOf(one: Language, other: Language): Language {
  const { prepareDocuments, ...rest } = other;
  return {
    ...rest,
    prepare: async () => {
      await (one.prepareDocuments ?? one.prepare)();
      await (prepareDocuments ?? other.prepare)();
    },
    extract: (...given) => {
      const [first, second] = [one.extract(...given), other.extract(...given)];
      return { facts: [...first.facts, ...second.facts], gaps: [...first.gaps, ...second.gaps] };
    },
  };
}

/** Texts in memory, for barrels that are searched again. */
const MAX_TEXTS = 4000;

/** `export * from`, `from x import *`, and a name with escapes, which a text test cannot detect. */
const REEXPORT = /\b(?:export|import)\s*\*|\\u/;

/** The inputs of a reader. */
export interface ReaderOptions {
  readonly repository: string;
  readonly languages: readonly Language[];
  /** Facts of earlier runs; absent: none are stored. */
  readonly cache?: FactCache | undefined;
  /** Stamps of files whose content is known without opening them. */
  readonly stamps?: Stamps | undefined;
  /** Default: a query to the file system each time. */
  readonly stampOf?: StampReader | undefined;
  /** Default: all of them. */
  readonly aspects?: Aspects | undefined;
  /** Whether a path is a readable file; absent: no document is joined with others. */
  readonly has?: ((path: string) => boolean) | undefined;
}

/** Why a file is read: it may register routes or events, or another file refers to it. */
type Purpose = 'candidate' | 'needed';

/** Turns files into facts, each at most once; a file that cannot be read becomes a gap. */
export class Reader {
  readonly gaps: Gap[] = [];
  readonly #options: ReaderOptions;
  readonly #aspects: Aspects;
  readonly #languageOf: (path: string) => Language | undefined;
  readonly #prepared = new Set<Language>();
  readonly #read = new Map<string, FileFacts | undefined>();
  readonly #unasked: UnaskedFacts;
  readonly #declared = new Map<string, readonly string[]>();
  readonly #texts = new Map<string, string | undefined>();
  /** Documents whose facts depend on other files too: every run reads them again. */
  readonly #joined = new Set<string>();
  #hits = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#aspects = options.aspects ?? ALL_ASPECTS;
    this.#languageOf = createLanguageOf(options.languages);
    this.#unasked = new UnaskedFacts(options.cache);
  }

  /** How many files' facts came from the cache. */
  get hits(): number {
    return this.#hits;
  }

  /** Facts of a file that registers something by itself, such as a route; undefined: it registers nothing, or cannot be read. */
  async candidate(path: string): Promise<FileFacts | undefined> {
    const facts = await this.#once(path, 'candidate');
    return facts !== undefined && registers(facts) ? facts : undefined;
  }

  /** Facts of a file that another file refers to, whatever its content. */
  read(path: string): Promise<FileFacts | undefined> {
    return this.#once(path, 'needed');
  }

  /** Whether the file may export or use this name: it contains the name as a word, or re-exports all of another file. */
  mentions(path: string, name: string): boolean {
    const text = this.#textWithoutReexports(path);
    return text === undefined || hasWord(text, name);
  }

  /** The names that a source declares, as its language reads them; none for other files. */
  declares(path: string): readonly string[] {
    const { repository, stamps } = this.#options;
    const language = this.#languageOf(path);
    if (language?.declares === undefined) return [];
    const { stamp, seen } = this.#declared.has(path) ? {} : this.#unopened(path);
    if (seen?.declares !== undefined) this.#declared.set(path, seen.declares);
    if (!this.#declared.has(path)) {
      readSource(repository, path, (text) => {
        this.#declared.set(path, detached(language.declares?.(path, text) ?? []));
        return false;
      });
      if (stamp !== undefined) stamps?.put(path, stamp, this.#declaredBy(path));
    }
    return this.#declared.get(path) ?? [];
  }

  /** The SHA-256 of a file that this run has read, hex. */
  hashOf(path: string): string | undefined {
    return this.#read.get(path)?.hash ?? this.#unopened(path).seen?.hash;
  }

  async #once(path: string, purpose: Purpose): Promise<FileFacts | undefined> {
    if (this.#read.has(path)) return this.#read.get(path);
    const { stamp, seen } = this.#unopened(path);
    if (purpose === 'candidate' && seen?.isCandidate === false) return undefined;
    const stored = this.#stored(path, seen, purpose);
    if (stored !== undefined) {
      this.#read.set(path, stored);
      return stored;
    }
    const language = this.#languageOf(path);
    return language && this.#open(path, language, purpose, stamp);
  }

  /** Facts of an earlier run, or of an earlier read for which no file needed them. */
  #stored(path: string, seen: StampedFile | undefined, purpose: Purpose): FileFacts | undefined {
    const isSeen = seen?.hash !== undefined && (purpose === 'needed' || seen.isCandidate === true);
    if (!isSeen) return this.#unasked.get(path);
    const stored = this.#options.cache?.get(path, seen.hash);
    if (stored !== undefined) this.#hits += 1;
    return stored;
  }

  async #open(path: string, language: Language, purpose: Purpose, stamp: Stamp | undefined): Promise<FileFacts | undefined> {
    const mayBeRead = (text: string): boolean => {
      if (language.declares !== undefined) this.#declared.set(path, detached(language.declares(path, text)));
      return purpose === 'needed' || mayMatter(language, path, text, this.#aspects);
    };
    const source = readSource(this.#options.repository, path, mayBeRead, stamp?.size);
    const facts = source === undefined ? undefined : await this.#factsOf(path, language, source);
    const isUnasked = purpose === 'candidate' && facts !== undefined && !registers(facts);
    if (stamp !== undefined && !this.#joined.has(path)) {
      const seen = { ...seenOf(source, purpose), ...(isUnasked ? { isCandidate: false } : {}), ...this.#declaredBy(path) };
      this.#options.stamps?.put(path, stamp, seen);
    }
    // Another file may still refer by name to a file that is no candidate.
    if (isUnasked) this.#unasked.put(facts);
    else if (source !== undefined) this.#read.set(path, facts);
    return facts;
  }

  async #factsOf(path: string, language: Language, source: SourceText): Promise<FileFacts | undefined> {
    if (source.kind === 'skipped') {
      this.gaps.push(skippedGap(path, source));
      return undefined;
    }
    const { cache } = this.#options;
    const cached = cache?.get(path, source.hash);
    if (cached?.language === language.id) {
      this.#hits += 1;
      return cached;
    }
    if (!this.#prepared.has(language)) await language.prepare();
    this.#prepared.add(language);
    const extraction = extract(language, path, source.text, this.#aspects, (other) => this.#documentOf(path, other));
    const gaps = [...extraction.gaps, ...(this.#aspects.events ? unreadMessaging(language.id, source.text) : [])];
    const facts: FileFacts = { path, language: language.id, hash: source.hash, facts: extraction.facts, gaps };
    // Every run reports a crash again until it is fixed.
    if (!gaps.some((gap) => gap.reason === 'extractor-crash') && !this.#joined.has(path)) cache?.put(facts);
    return facts;
  }

  #documentOf(path: string, other: string): string | undefined {
    const { repository, has } = this.#options;
    if (has === undefined) return undefined;
    this.#joined.add(path);
    const source = has(other) ? readSource(repository, other, () => true) : undefined;
    return source?.kind === 'text' ? source.text : undefined;
  }

  /** What the stamps record about a file without opening it. */
  #unopened(path: string): { readonly stamp?: Stamp; readonly seen?: StampedFile } {
    const { stamps, repository, stampOf: asked } = this.#options;
    const stamp = stamps && (asked === undefined ? stampOf(repository, path) : asked(path));
    if (stamp === undefined) return {};
    const seen = stamps?.get(path, stamp);
    return seen === undefined ? { stamp } : { stamp, seen };
  }

  #declaredBy(path: string): Pick<StampedFile, 'declares'> {
    const declares = this.#declared.get(path);
    return declares === undefined ? {} : { declares };
  }

  /** Text of a file that exports only its own names; undefined for one that re-exports others, or cannot be read. */
  #textWithoutReexports(path: string): string | undefined {
    if (this.#texts.has(path)) return this.#texts.get(path);
    if (this.#texts.size > MAX_TEXTS) this.#texts.clear();
    let text: string | undefined;
    readSource(this.#options.repository, path, (read) => {
      if (!REEXPORT.test(read)) text = read;
      return false;
    });
    this.#texts.set(path, text);
    return text;
  }
}

/**
 * Facts of candidates that register nothing: few files refer to them. The first ones stay in memory, the others are stored as
 * text.
 */
class UnaskedFacts {
  readonly #inMemory = new Map<string, FileFacts>();
  readonly #hashes = new Map<string, string>();
  readonly #store: Pick<FactCache, 'get' | 'put'>;
  readonly #isCached: boolean;

  constructor(cache: FactCache | undefined) {
    this.#store = cache ?? keepAside();
    this.#isCached = cache !== undefined;
  }

  get(path: string): FileFacts | undefined {
    const hash = this.#hashes.get(path);
    return hash === undefined ? this.#inMemory.get(path) : this.#store.get(path, hash);
  }

  put(facts: FileFacts): void {
    if (this.#inMemory.size < MOST_IN_MEMORY) {
      this.#inMemory.set(facts.path, facts);
      return;
    }
    this.#hashes.set(facts.path, facts.hash);
    if (!this.#isCached) this.#store.put(facts);
  }
}

const IN_WORD = /[\p{L}\p{Nd}_$]/u;

/** Whether a text contains a name that is not part of a longer one. */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!IN_WORD.test(text.charAt(at - 1)) && !IN_WORD.test(text.charAt(at + name.length))) return true;
  }
  return false;
}

/** Copies names: a substring of a source keeps the whole source in memory; a substring of a joined list keeps only that list. */
function detached(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : `\n${names.join('\n')}`.split('\n').slice(1);
}

/** Whether a file registers something, or has a gap: many files pass the text test but only export. */
function registers({ facts, gaps }: FileFacts): boolean {
  return gaps.length > 0 || facts.some(({ kind }) => !UNASKED.has(kind));
}
const UNASKED = new Set<Fact['kind']>(['declaration', 'callable', 'constant', 'import', 'export']);

/** A file that could not be read is tried again. */
function seenOf(source: SourceText | undefined, purpose: Purpose): StampedFile {
  const tested = purpose === 'candidate';
  if (source === undefined) return { isCandidate: false };
  return source.kind === 'skipped' ? {} : { ...(tested ? { isCandidate: true } : {}), hash: source.hash };
}

function skippedGap(path: string, source: Extract<SourceText, { kind: 'skipped' }>): Gap {
  const gap: Gap = { reason: source.reason, detail: source.detail, at: { file: path, line: 1 } };
  return source.hides ? { ...gap, hides: 'service' } : gap;
}

/** Whether the file may contribute facts although no other file refers to it. */
function mayMatter(language: Language, path: string, text: string, aspects: Aspects): boolean {
  return language.candidate(path, text, aspects) || (aspects.events && namesUnreadMessaging(language.id, text));
}

/** The facts of one file. A parser's stack overflow and a crash become gaps, each hiding what the file may contain. */
function extract(language: Language, path: string, text: string, aspects: Aspects, read: ReadDocument): Extraction {
  try {
    const extraction = language.extract(path, text, aspects, read);
    if (isShallow(extraction)) return extraction;
  } catch (error) {
    if (!(error instanceof RangeError)) {
      const detail = `Reading this file failed inside Tallystick: ${error instanceof Error ? error.message : String(error)}`;
      return { facts: [], gaps: [{ reason: 'extractor-crash', detail, at: { line: 1, column: 1 }, hides: 'service' }] };
    }
  }
  const detail = 'This file nests its code too deeply to be read.';
  return { facts: [], gaps: [{ reason: 'too-large', detail, at: { line: 1, column: 1 }, hides: 'service' }] };
}
