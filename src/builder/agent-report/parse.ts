import { isAlias, parseDocument, visit } from 'yaml';
import { type RouterContract, routerContract } from './contract.js';

/** The line before the report block. */
export const HEADING = '### Router Contract (MACHINE-READABLE)';

/** The report at the end of an agent's message. */
export type ParsedContract =
  | { readonly kind: 'found'; readonly contract: RouterContract; readonly raw: string }
  | { readonly kind: 'missing' }
  /** Sentences without a full stop. */
  | { readonly kind: 'malformed'; readonly problems: readonly string[] };

/** Larger blocks are refused. */
const MOST_BYTES = 64_000;
const MOST_PROBLEMS = 20;
/** Optional fields: without them the agent claims nothing, and the judge decides whether that suffices. */
const MAY_BE_ABSENT: ReadonlySet<string> = new Set(['CLAIMED_ARTIFACTS', 'EVIDENCE_COMMANDS']);

/** The lines of a heading and its block. */
interface Section {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** Absent: no block follows, or it is not closed. */
  readonly yaml?: string | undefined;
}

/**
 * Reads the last report block of a message. An agent may quote those of others, and may wrap its own in a longer fence; two
 * different ones of its own contradict each other.
 *
 * @param output untrusted
 */
export function parseRouterContract(output: string): ParsedContract {
  const all = sections(linesOf(output));
  const found = all.at(-1);
  if (found === undefined) return { kind: 'missing' };
  if (found.yaml === undefined) return { kind: 'malformed', problems: ['no closed block of YAML follows the heading'] };
  const read = readYaml(found.yaml);
  if ('problem' in read) return { kind: 'malformed', problems: [read.problem] };
  const checked = routerContract.safeParse(read.value);
  const absent = Object.keys(routerContract.shape).filter((name) => isRequired(name) && !Object.hasOwn(read.value, name));
  const wrong = checked.success ? [] : checked.error.issues.filter(({ path }) => !absent.includes(String(path[0])));
  const problems = [
    ...absent.map((name) => `${name} is missing`),
    ...wrong.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`),
  ];
  if (!checked.success || problems.length > 0) return { kind: 'malformed', problems: problems.slice(0, MOST_PROBLEMS) };
  if (all.slice(0, -1).some((other) => contradicts(other, checked.data)))
    return {
      kind: 'malformed',
      problems: [`it has several router contracts of ${checked.data.AGENT_ID} that differ: give exactly one`],
    };
  return { kind: 'found', contract: checked.data, raw: found.yaml };
}

/** Another report of the same agent with another content; those of others are quotes. */
function contradicts({ yaml }: Section, last: RouterContract): boolean {
  const read = yaml === undefined ? undefined : readYaml(yaml);
  if (read === undefined || 'problem' in read) return false;
  const { AGENT_ID } = read.value as { readonly AGENT_ID?: unknown };
  if (AGENT_ID !== undefined && AGENT_ID !== last.AGENT_ID) return false;
  const other = routerContract.safeParse(read.value);
  return !other.success || JSON.stringify(other.data) !== JSON.stringify(last);
}

/** An agent's message without its report blocks. */
export function narrativeOf(output: string): string {
  const lines = linesOf(output);
  const cut = sections(lines);
  return lines.filter((_, index) => !cut.some(({ first, end }) => index >= first && index < end)).join('\n');
}

function linesOf(output: string): readonly string[] {
  return output.replaceAll('\r\n', '\n').split('\n');
}

function isRequired(name: string): boolean {
  const field = Object.entries(routerContract.shape).find(([each]) => each === name)?.[1];
  return !MAY_BE_ABSENT.has(name) && field?.type !== 'optional';
}

function sections(lines: readonly string[]): readonly Section[] {
  return lines.flatMap((line, first) => (isHeading(line) ? [sectionAt(lines, first)] : []));
}

function isHeading(line: string): boolean {
  const words = line.trim();
  return words === HEADING || words === `${HEADING}:`;
}

function sectionAt(lines: readonly string[], first: number): Section {
  let start = first + 1;
  while (lines[start]?.trim() === '') start += 1;
  const fence = fenceOf(lines[start] ?? '');
  if (fence === undefined) return { first, end: first + 1 };
  let end = start + 1;
  while (end < lines.length && !closes(lines[end] ?? '', fence)) end += 1;
  if (end === lines.length) return { first, end };
  return { first, end: end + 1, yaml: lines.slice(start + 1, end).join('\n') };
}

/** The fence that opens a block of YAML; undefined: none. */
function fenceOf(line: string): string | undefined {
  const fence = /^(`{3,20}|~{3,20})[ \t]*(ya?ml)?$/i.exec(line.trim());
  return fence?.[1];
}

function closes(line: string, fence: string): boolean {
  const words = line.trim();
  return words.length >= fence.length && words.startsWith(fence) && words === fence.charAt(0).repeat(words.length);
}

/** Refuses aliases, which could expand a small text to a large value. */
function readYaml(text: string): { readonly value: object } | { readonly problem: string } {
  if (Buffer.byteLength(text) > MOST_BYTES) return { problem: `the block has more than ${MOST_BYTES} bytes` };
  try {
    const document = parseDocument(text, { prettyErrors: false, stringKeys: true });
    const [error] = document.errors;
    if (error !== undefined) return { problem: `it is no YAML: ${error.message}` };
    let hasAlias = false;
    visit(document, (_, node) => {
      if (!isAlias(node)) return undefined;
      hasAlias = true;
      return visit.BREAK;
    });
    if (hasAlias) return { problem: 'it has aliases: write the values out' };
    const value: unknown = document.toJS();
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
    return { problem: 'it is no list of fields' };
  } catch (error) {
    // Nested too deeply for the parser.
    return { problem: `it cannot be read: ${error instanceof Error ? error.message : 'no reason is known'}` };
  }
}
