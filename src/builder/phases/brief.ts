import { bareLines, isFence, labelledLines } from './labelled.js';

/** The analyst's decisions (REQ-BAP-012). Untrusted texts: bounded, unescaped. */
export interface ProjectBrief {
  /** Kebab-case; it names folders and files. */
  readonly name: string;
  readonly language: string;
  readonly database?: string;
  readonly frontend?: string;
  readonly scope: string;
  readonly components: readonly string[];
}

const FIELDS = ['PROJECT_NAME', 'LANGUAGE', 'DATABASE', 'FRONTEND', 'SCOPE', 'COMPONENTS'] as const;
const LONGEST_NAME = 60;
const LONGEST_VALUE = 1_000;
const MOST_COMPONENTS = 100;
const LIST_ITEM = /^[-*+•][ \t]{1,20}(\S.*)$/;

/**
 * Finds the brief in the analyst's answer (REQ-BAP-010). Missing fields are empty; without a valid PROJECT_NAME there is no
 * brief. A name with a path is refused, because it would name a folder.
 *
 * @param output untrusted
 */
export function parseProjectBrief(output: string): ProjectBrief | undefined {
  const lines = bareLines(output);
  const fields = labelledLines(lines, FIELDS);
  const textOf = (field: (typeof FIELDS)[number]) =>
    fields.find(({ label }) => label === field)?.value.slice(0, LONGEST_VALUE) ?? '';
  const name = nameOf(textOf('PROJECT_NAME'));
  if (name === undefined) return undefined;
  const database = somethingOf(textOf('DATABASE'));
  const frontend = somethingOf(textOf('FRONTEND'));
  return {
    name,
    language: textOf('LANGUAGE'),
    scope: textOf('SCOPE'),
    components: componentsIn(
      lines,
      fields.find(({ label }) => label === 'COMPONENTS'),
    ),
    ...(database === undefined ? {} : { database }),
    ...(frontend === undefined ? {} : { frontend }),
  };
}

/** A name for folders and files; undefined: it contains a path, or no name. */
function nameOf(value: string): string | undefined {
  if (/[/\\]|\.\./.test(value)) return undefined;
  const name = value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, LONGEST_NAME);
  return name === '' ? undefined : name.endsWith('-') ? name.slice(0, -1) : name;
}

function somethingOf(value: string): string | undefined {
  return ['', 'none', 'no', 'n/a', 'false', '-'].includes(value.toLowerCase()) ? undefined : value;
}

/** Components separated by commas in the line, or as a list below it. */
function componentsIn(
  lines: readonly string[],
  field: { readonly value: string; readonly at: number } | undefined,
): readonly string[] {
  if (field === undefined) return [];
  const inLine = field.value.split(',').map((each) => each.trim());
  const below: string[] = [];
  for (const line of field.value === '' ? lines.slice(field.at + 1, field.at + 1 + MOST_COMPONENTS * 2) : []) {
    const [, item] = LIST_ITEM.exec(line) ?? [];
    if (item !== undefined) below.push(item.trim());
    else if (line !== '' || below.length > 0) break;
    if (isFence(line)) break;
  }
  return [...inLine, ...below]
    .filter((each) => each !== '')
    .map((each) => each.slice(0, LONGEST_VALUE))
    .slice(0, MOST_COMPONENTS);
}
