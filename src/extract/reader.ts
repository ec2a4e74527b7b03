import type { Fact, FileFacts } from '../facts/fact.js';
import { isShallow } from '../facts/sheet-form.js';
import type { Gap } from '../model/gap.js';
import { type FactCache, keepAside } from './cache.js';
import { extensionOf, nameOf } from './conventions.js';
import { ALL_ASPECTS, type Aspects, type Extraction, type Language } from './extractor.js';
import { readSource, type SourceText } from './read-source.js';
import { type Seen, type Stamp, type Stamps, stampOf } from './stamps.js';
import { namesUnreadMessaging, unreadMessaging } from './unread-messaging.js';

/** Turns files into facts, each at most once; what cannot be read becomes a gap. */
export interface Reader {
  /** Facts of a file that says something whether it is asked or not, like a route; undefined: it does not, or cannot be read. */
  readonly candidate: (path: string) => Promise<FileFacts | undefined>;
  /** Facts of a file that is needed, whatever is in it. */
  readonly read: (path: string) => Promise<FileFacts | undefined>;
  /** May the file export, or use, this name? A file that neither holds it as a word nor re-exports all of another does not. */
  readonly mentions: (path: string, name: string) => boolean;
  /** The names that a source declares, as its language tells; of others none. */
  readonly declares: (path: string) => readonly string[];
  /** The SHA-256 of a file that was read, hex. */
  readonly hashOf: (path: string) => string | undefined;
  readonly gaps: readonly Gap[];
  /** How many files' facts came from the cache. */
  readonly hits: () => number;
}

/** Facts that are held as they are; those of more files are kept as text. */
const MOST_HELD = 1000;

/** Which language a file is of: by its name, its ending, or as a document that code may refer to. */
function createLanguageOf(languages: readonly Language[]): (path: string) => Language | undefined {
  const byExtension = new Map(languages.flatMap((language) => language.extensions.map((extension) => [extension, language])));
  const byName = new Map(languages.flatMap((language) => language.configFiles.map((name) => [name, language])));
  const ofDocuments = new Map(
    languages.flatMap((language) => (language.documents ?? []).map((extension) => [extension, language])),
  );
  return (path) => {
    const extension = extensionOf(path);
    return byName.get(nameOf(path)) ?? byName.get(`*${extension}`) ?? byExtension.get(extension) ?? ofDocuments.get(extension);
  };
}

/** Texts kept for asking barrels again. */
const MAX_TEXTS = 4000;

/** `export * from`, `from x import *`, and a name written with escapes, which a text test cannot see. */
const REEXPORT = /\b(?:export|import)\s*\*|\\u/;

/** @param stamps of files that need not be opened to know what they hold */
export function createReader(
  repository: string,
  languages: readonly Language[],
  cache: FactCache | undefined,
  stamps?: Stamps,
  aspects: Aspects = ALL_ASPECTS,
): Reader {
  const languageOf = createLanguageOf(languages);
  const known = new Map<string, FileFacts | undefined>();
  /** Candidates that say nothing unless they are asked, the first of them: few are asked. */
  const held = new Map<string, FileFacts>();
  /** Hashes of the others. */
  const silent = new Map<string, string>();
  const aside = cache ?? keepAside();
  const prepared = new Set<Language>();
  const texts = new Map<string, string | undefined>();
  const declared = new Map<string, readonly string[]>();
  const gaps: Gap[] = [];
  let hits = 0;

  async function facts(path: string, language: Language, source: SourceText): Promise<FileFacts | undefined> {
    if (source.kind === 'skipped') {
      gaps.push(skippedGap(path, source));
      return undefined;
    }
    const cached = cache?.get(path, source.hash);
    if (cached?.language === language.id) {
      hits += 1;
      return cached;
    }
    if (!prepared.has(language)) await language.prepare();
    prepared.add(language);
    const said = extract(language, path, source.text, aspects);
    const unread = [...said.gaps, ...(aspects.events ? unreadMessaging(language.id, source.text) : [])];
    const extracted: FileFacts = { path, language: language.id, hash: source.hash, facts: said.facts, gaps: unread };
    // A crash is told anew in every run until it is mended.
    if (!extracted.gaps.some((gap) => gap.reason === 'extractor-crash')) cache?.put(extracted);
    return extracted;
  }

  /** What is known of a file without opening it. */
  function seen(path: string): { readonly stamp?: Stamp; readonly seen?: Seen } {
    const stamp = stamps === undefined ? undefined : stampOf(repository, path);
    if (stamp === undefined) return {};
    const known = stamps?.get(path, stamp);
    return known === undefined ? { stamp } : { stamp, seen: known };
  }

  async function once(path: string, purpose: 'candidate' | 'needed'): Promise<FileFacts | undefined> {
    if (known.has(path)) return known.get(path);
    const { stamp, seen: before } = seen(path);
    if (purpose === 'candidate' && before?.isCandidate === false) return undefined;
    const isKnown = before?.hash !== undefined && (purpose === 'needed' || before.isCandidate === true);
    const kept = isKnown ? cache?.get(path, before.hash) : asideOf(path);
    if (kept !== undefined) {
      if (isKnown) hits += 1;
      known.set(path, kept);
      return kept;
    }
    const language = languageOf(path);
    if (language === undefined) return undefined;
    const wanted = (text: string): boolean => {
      if (language.declares !== undefined) declared.set(path, detached(language.declares(path, text)));
      return purpose === 'needed' || mayMatter(language, path, text, aspects);
    };
    const source = readSource(repository, path, wanted, stamp?.size);
    // Not a candidate: it may still be asked for by name.
    const read = source === undefined ? undefined : await facts(path, language, source);
    const isSilent = purpose === 'candidate' && read !== undefined && !saysSomething(read);
    if (stamp !== undefined) {
      stamps?.put(path, stamp, { ...seenOf(source, purpose), ...(isSilent ? { isCandidate: false } : {}), ...declaredBy(path) });
    }
    if (isSilent) setAside(read);
    else if (source !== undefined) known.set(path, read);
    return read;
  }

  function setAside(facts: FileFacts): void {
    if (held.size < MOST_HELD) {
      held.set(facts.path, facts);
      return;
    }
    silent.set(facts.path, facts.hash);
    if (cache === undefined) aside.put(facts);
  }

  function asideOf(path: string): FileFacts | undefined {
    const hash = silent.get(path);
    return hash === undefined ? held.get(path) : aside.get(path, hash);
  }

  function declaredBy(path: string): Pick<Seen, 'declares'> {
    const declares = declared.get(path);
    return declares === undefined ? {} : { declares };
  }

  function declares(path: string): readonly string[] {
    const language = languageOf(path);
    if (language?.declares === undefined) return [];
    const { stamp, seen: before } = declared.has(path) ? {} : seen(path);
    if (before?.declares !== undefined) declared.set(path, before.declares);
    if (!declared.has(path)) {
      readSource(repository, path, (text) => {
        declared.set(path, detached(language.declares?.(path, text) ?? []));
        return false;
      });
      if (stamp !== undefined) stamps?.put(path, stamp, declaredBy(path));
    }
    return declared.get(path) ?? [];
  }

  /** Text of a file that can only export what it holds; undefined for one that re-exports, or cannot be read. */
  function looked(path: string): string | undefined {
    if (texts.has(path)) return texts.get(path);
    if (texts.size > MAX_TEXTS) texts.clear();
    let text: string | undefined;
    readSource(repository, path, (read) => {
      if (!REEXPORT.test(read)) text = read;
      return false;
    });
    texts.set(path, text);
    return text;
  }

  return {
    candidate: async (path) => {
      const read = await once(path, 'candidate');
      return read !== undefined && saysSomething(read) ? read : undefined;
    },
    read: (path) => once(path, 'needed'),
    mentions: (path, name) => {
      const text = looked(path);
      return text === undefined || hasWord(text, name);
    },
    declares,
    hashOf: (path) => known.get(path)?.hash ?? seen(path).seen?.hash,
    gaps,
    hits: () => hits,
  };
}

const IN_WORD = /[\p{L}\p{Nd}_$]/u;

/** Whether a text holds a name that is no part of a longer one. */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!IN_WORD.test(text.charAt(at - 1)) && !IN_WORD.test(text.charAt(at + name.length))) return true;
  }
  return false;
}

/** A name cut out of a source keeps all of its text in memory; cut out of a list of names it keeps that. */
function detached(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : `\n${names.join('\n')}`.split('\n').slice(1);
}

/** Many a file passes the text test and registers nothing after all: only what it exports is left, and nobody asked for it. */
function saysSomething({ facts, gaps }: FileFacts): boolean {
  return gaps.length > 0 || facts.some(({ kind }) => !UNASKED.has(kind));
}
const UNASKED = new Set<Fact['kind']>(['declaration', 'callable', 'constant', 'import', 'export']);

/** What could not be read is tried again. */
function seenOf(source: SourceText | undefined, purpose: 'candidate' | 'needed'): Seen {
  const tested = purpose === 'candidate';
  if (source === undefined) return { isCandidate: false };
  return source.kind === 'skipped' ? {} : { ...(tested ? { isCandidate: true } : {}), hash: source.hash };
}

function skippedGap(path: string, source: Extract<SourceText, { kind: 'skipped' }>): Gap {
  const gap: Gap = { reason: source.reason, detail: source.detail, at: { file: path, line: 1 } };
  return source.hides ? { ...gap, hides: 'service' } : gap;
}

/** May it say something that nobody asks it for? */
function mayMatter(language: Language, path: string, text: string, aspects: Aspects): boolean {
  return language.candidate(path, text, aspects) || (aspects.events && namesUnreadMessaging(language.id, text));
}

/** What one file says; input that overflows the stack of a parser and a crash are gaps, each hiding what the file may hide. */
function extract(language: Language, path: string, text: string, aspects: Aspects): Extraction {
  try {
    const extraction = language.extract(path, text, aspects);
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
