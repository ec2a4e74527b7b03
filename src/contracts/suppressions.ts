import type { Location } from '../model/location.js';
import { parseSuppression, SUPPRESSION, suppressionsBeside, type WrittenSuppression } from '../model/suppression.js';
import { UserError } from '../model/user-error.js';
import { parseDocument } from './parse.js';
import { child, isMapping, items, locate, type Place, rootOf } from './place.js';

const EXTENSION = `x-${SUPPRESSION}`;

/** The suppressions of one file. */
interface FileSuppressions {
  /** Comments next to this line. */
  readonly beside: (line: number) => readonly WrittenSuppression[];
  /** Extensions of everything that contains a place. */
  readonly around: (at: Location) => readonly WrittenSuppression[];
  /** Key of a suppression -> how often it is written. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The properties of a finding that suppressions use. */
interface Finding {
  /** Its location in the code; without code, in the contract. */
  readonly file_path: string;
  readonly line: number;
  readonly promisedAt: Location;
}

/** A suppression with the findings that it is written next to; whether it names them is not checked here. */
interface Beside<Of> {
  readonly rule: string;
  readonly field?: string | undefined;
  readonly reason: string;
  readonly writtenAt: string;
  readonly beside: ReadonlySet<Of>;
}

/** Reads files by their path from the root of the repository. Undefined: there is no such text. */
export interface SuppressionSource {
  readonly text: (file: string) => string | undefined;
  /** The base revision's text, if a change under review must not suppress findings. Absent: each suppression counts. */
  readonly baseText?: ((file: string) => Promise<string | undefined>) | undefined;
}

/**
 * The suppressions next to findings, in code and in contracts, and why others do not count. A suppression that a change under
 * review adds, copies or moves to another line does not count: its author may not decide that.
 *
 * @param operationAt the location of the operation that a finding is about
 */
export async function suppressionsFor<Of extends Finding>(
  findings: readonly Of[],
  { text, baseText }: SuppressionSource,
  operationAt: (finding: Of) => Location | undefined,
): Promise<{ readonly entries: readonly Beside<Of>[]; readonly notices: readonly string[] }> {
  const files = new Map<string, FileSuppressions | undefined>();
  const bases = new Map<string, FileSuppressions | undefined>();
  const read = (file: string): FileSuppressions | undefined => {
    if (!files.has(file)) files.set(file, suppressionsIn(text(file), file));
    return files.get(file);
  };
  const isOfBase = async (file: string, key: string): Promise<boolean> => {
    if (baseText === undefined) return true;
    if (!bases.has(file)) bases.set(file, suppressionsIn(await baseText(file), file));
    return (bases.get(file)?.counts.get(key) ?? 0) >= (read(file)?.counts.get(key) ?? 0);
  };
  const named = new Set(findings.flatMap((finding) => [finding.file_path, finding.promisedAt.file]));
  for (const finding of findings) named.add(operationAt(finding)?.file ?? finding.file_path);
  if ([...named].every((file) => read(file) === undefined)) return { entries: [], notices: [] };
  const entries = new Map<string, Beside<Of> & { readonly beside: Set<Of> }>();
  const notices = new Set<string>();
  for (const finding of findings) {
    const places = [finding.promisedAt, operationAt(finding)].filter((at) => at !== undefined);
    const written = [
      ...(read(finding.file_path)?.beside(finding.line) ?? []).map((each) => ({ each, file: finding.file_path })),
      ...places.flatMap((at) => (read(at.file)?.around(at) ?? []).map((each) => ({ each, file: at.file }))),
    ];
    for (const { each, file } of written) {
      const { line, says, key } = each;
      const writtenAt = `${file}:${line}`;
      const id = `${writtenAt} ${key}`;
      if (typeof says === 'string') notices.add(`\`${SUPPRESSION}\` in ${writtenAt} has no effect: ${says}`);
      else if (!(await isOfBase(file, key)))
        notices.add(`\`${SUPPRESSION}\` in ${writtenAt} has no effect: the base revision does not have it there.`);
      else {
        const entry = entries.get(id) ?? { ...says, writtenAt, beside: new Set<Of>() };
        entry.beside.add(finding);
        entries.set(id, entry);
      }
    }
  }
  return { entries: [...entries.values()], notices: [...notices] };
}

interface Scope {
  readonly own: readonly WrittenSuppression[];
  readonly outer: Scope | undefined;
}

function suppressionsIn(text: string | undefined, file: string): FileSuppressions | undefined {
  if (text?.includes(SUPPRESSION) !== true) return undefined;
  const lines = text.split(/\r\n|\n|\r/);
  const beside = (line: number) => suppressionsBeside(lines, line);
  const { around, all } = extensionsIn(text, file);
  const counts = new Map<string, number>();
  for (const { key } of [...lines.flatMap((_, index) => beside(index + 1)), ...all]) counts.set(key, (counts.get(key) ?? 0) + 1);
  return { beside, around, counts };
}

/** Reads each `x-tallystick-ignore` of a contract: a text, or a list of texts. An invalid document has none. */
function extensionsIn(text: string, file: string): Pick<FileSuppressions, 'around'> & { all: readonly WrittenSuppression[] } {
  const scopes = new Map<string, Scope | undefined>();
  const seen = new Set<object>();
  const all: WrittenSuppression[] = [];
  const open: { place: Place; pointer: string; outer: Scope | undefined }[] = [];
  if (text.includes(EXTENSION)) open.push(...rootIn(text, file).map((place) => ({ place, pointer: '', outer: undefined })));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { place, pointer, outer } = next;
    const own = isMapping(place.value) ? writtenIn(place, pointer) : [];
    all.push(...own);
    const scope = own.length === 0 ? outer : { own, outer };
    const key = placeKey(locate(place));
    // A first child may have the same position as its collection: the collection was recorded first.
    if (!scopes.has(key)) scopes.set(key, scope);
    if (typeof place.value !== 'object' || place.value === null || seen.has(place.value)) continue;
    seen.add(place.value);
    for (const name of Object.keys(place.value)) {
      const inner = child(place, name);
      if (inner !== undefined) open.push({ place: inner, pointer: `${pointer}/${name}`, outer: scope });
    }
  }
  const around = (at: Location): readonly WrittenSuppression[] => {
    const found: WrittenSuppression[] = [];
    for (let scope = scopes.get(placeKey(at)); scope !== undefined; scope = scope.outer) found.push(...scope.own);
    return found;
  };
  return { around, all };
}

/** Empty: it is no valid document. */
function rootIn(text: string, file: string): readonly Place[] {
  try {
    return [rootOf(parseDocument(text, file, file))];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

const placeKey = ({ line, column }: Location): string => `${line}:${column ?? ''}`;

function writtenIn(place: Place, pointer: string): readonly WrittenSuppression[] {
  const extension = child(place, EXTENSION);
  if (extension === undefined) return [];
  const all = Array.isArray(extension.value) ? items(extension) : [extension];
  return all.map((each) => {
    const text = typeof each.value === 'string' ? each.value : '';
    return { line: locate(each).line, says: parseSuppression(text), key: `${pointer}\n${text}` };
  });
}
