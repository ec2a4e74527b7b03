import { isAnnotation, type Rename, renamed, renameOf } from '../reports/suggestion.js';
import type { Violation } from '../rules/rule.js';
import { subjectKey, type Tried } from './complaints.js';

/** Renames of fields on one line of code, and the findings that need them. */
export interface LineRename extends Tried {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly renames: readonly Rename[];
}

/** Renames in code: of fields that are sent in another case than the contract has, on lines where the rename is certain. */
export function renamesInCode(
  violations: readonly Violation[],
  text: (file: string) => { readonly text: string } | { readonly why: string },
): {
  readonly lines: readonly LineRename[];
  readonly left: readonly { readonly findings: readonly Violation[]; readonly why: string }[];
} {
  type Place = { readonly file: string; readonly line: number; renames: Map<string, Rename>; findings: Violation[] };
  const places = new Map<string, Place>();
  const left: { findings: readonly Violation[]; why: string }[] = [];
  for (const violation of violations) {
    const rename = renameOf(violation);
    if (rename === undefined) {
      left.push({ findings: [violation], why: 'only fields that are spelled differently are renamed in code' });
      continue;
    }
    const { file_path: file, line } = violation;
    const place: Place = places.get(`${file}:${line}`) ?? { file, line, renames: new Map(), findings: [] };
    place.renames.set(JSON.stringify(rename), rename);
    place.findings.push(violation);
    places.set(`${file}:${line}`, place);
  }
  const lines = [...places.values()].flatMap((place): readonly LineRename[] => {
    const { file, line, findings } = place;
    const one = { file, line, findings, renames: [...place.renames.values()], touched: new Set(findings.map(subjectKey)) };
    const read = text(file);
    if (!('why' in read) && withRenames(read.text, [one]) !== undefined) return [one];
    const why = 'why' in read ? read.why : `line ${line} of ${file} does not say for certain what is to be renamed`;
    left.push({ findings, why });
    return [];
  });
  return { lines, left };
}

/** A text with fields renamed on some of its lines; undefined: on one of them the rename is uncertain. */
function withRenames(text: string, lines: readonly Pick<LineRename, 'line' | 'renames'>[]): string | undefined {
  const parts = text.split('\n');
  return lines.every(({ line, renames }) => renameLine(parts, line - 1, renames)) ? parts.join('\n') : undefined;
}

/** Applies renames to texts of files and returns a function that reverts them. Undefined: a line has changed. */
export function changeLines(
  group: readonly LineRename[],
  texts: Map<string, string>,
  write: (file: string, text: string) => void,
): (() => void) | undefined {
  const old = new Map([...new Set(group.map(({ file }) => file))].map((file) => [file, texts.get(file) ?? '']));
  const now = new Map<string, string>();
  for (const [file, text] of old) {
    const own = group.filter((one) => one.file === file);
    const renamed = withRenames(text, own);
    if (renamed === undefined) return undefined;
    now.set(file, renamed);
  }
  const put = (all: ReadonlyMap<string, string>): void => {
    for (const [file, text] of all) {
      texts.set(file, text);
      write(file, text);
    }
  };
  put(now);
  return () => put(old);
}

/** Renames in a line, or in an annotation above it. */
function renameLine(lines: string[], at: number, renames: readonly Rename[]): boolean {
  for (let index = at; index >= 0 && (index === at || isAnnotation((lines[index] ?? '').replace(/\r$/, ''))); index -= 1) {
    const written = lines[index] ?? '';
    const end = written.endsWith('\r') ? '\r' : '';
    const text = renamed(written.slice(0, written.length - end.length), renames);
    if (text === undefined) continue;
    lines[index] = text + end;
    return true;
  }
  return false;
}
