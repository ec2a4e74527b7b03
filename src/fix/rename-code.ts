import { isAnnotation, type Rename, renamed, renameOf } from '../reports/suggestion.js';
import type { Violation } from '../rules/rule.js';

/** The text of a file with fields renamed as promised, and the findings that ask for it. */
export interface RenamedFile {
  readonly file: string;
  readonly text: string;
  readonly findings: readonly Violation[];
}

/** Renames in code: of fields that are sent in another case than promised, on lines that say so for certain. */
export function renamesInCode(
  violations: readonly Violation[],
  text: (file: string) => { readonly text: string } | { readonly why: string },
): {
  readonly files: readonly RenamedFile[];
  readonly left: readonly { readonly findings: readonly Violation[]; readonly why: string }[];
} {
  const places = new Map<string, Map<number, { renames: Map<string, Rename>; findings: Violation[] }>>();
  const left: { findings: readonly Violation[]; why: string }[] = [];
  for (const violation of violations) {
    const rename = renameOf(violation);
    if (rename === undefined) {
      left.push({ findings: [violation], why: 'only fields that are spelled differently are renamed in code' });
      continue;
    }
    const lines = places.get(violation.file_path) ?? new Map();
    const line = lines.get(violation.line) ?? { renames: new Map(), findings: [] };
    line.renames.set(JSON.stringify(rename), rename);
    line.findings.push(violation);
    places.set(violation.file_path, lines.set(violation.line, line));
  }
  const files = [...places].flatMap(([file, lines]): readonly RenamedFile[] => {
    const read = text(file);
    const all = [...lines.values()].flatMap(({ findings }) => findings);
    if ('why' in read) {
      left.push({ findings: all, why: read.why });
      return [];
    }
    const parts = read.text.split('\n');
    const findings: Violation[] = [];
    for (const [line, { renames, findings: own }] of lines) {
      if (renameLine(parts, line - 1, [...renames.values()])) findings.push(...own);
      else left.push({ findings: own, why: `line ${line} of ${file} does not say for certain what is to be renamed` });
    }
    return findings.length === 0 ? [] : [{ file, text: parts.join('\n'), findings }];
  });
  return { files, left };
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
