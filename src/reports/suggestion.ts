import type { Violation } from '../rules/rule.js';
import { markdownCode, plain } from './escape.js';

/** A field whose name in code has another case than in the contract. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** The rename that certainly fixes a violation; undefined: there is none. */
export function renameOf({ problem, promised: expected, actual }: Violation): Rename | undefined {
  if (problem !== 'case' || expected === undefined || actual === undefined) return undefined;
  return expected === actual ? undefined : { from: actual, to: expected };
}

/** A line that is an annotation of the member below it. */
const ANNOTATION = /^\s*[@[][^{};]*[^{};,]$/;
export const isAnnotation = (line: string): boolean => ANNOTATION.test(line);

/** The characters of names in code. */
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const PART = /[\p{ID_Continue}$-]/u;
/** Keywords between the start of a member and its name. */
const MODIFIERS = new Set(['public', 'private', 'protected', 'readonly', 'declare', 'override', 'static', 'abstract']);

/** What precedes the quoted name that a serializer uses for a member: a Go tag, an annotation, an argument of a field. */
const SERIALIZED = [
  /`(?:[^`]*\s)?json:$/,
  /@(?:\w+:)?(?:JsonProperty|SerialName|SerializedName)\s*\(\s*(?:value\s*=\s*)?$/,
  /[[,]\s*(?:\w+\s*:\s*)?(?:JsonPropertyName|JsonProperty)(?:Attribute)?\s*\(\s*(?:PropertyName\s*=\s*)?$/,
  /[(,]\s*(?:serialization_)?alias\s*=\s*$/,
];
/** Characters that would end the string, the tag or the name in one of these languages, or have a meaning in it. */
const UNSAFE = /["'`\\,$\s\p{C}]/u;

/**
 * The line with its fields renamed: quoted keys, names that begin a member (`created_at: row.created_at`) and names for a
 * serializer, if each occurs exactly once. Undefined if the rename is uncertain: a shorthand, a condition, a text.
 */
export function renamed(line: string, renames: readonly Rename[]): string | undefined {
  let text = line;
  for (const { from, to } of renames) {
    const [place, another] = placesOf(text, from);
    if (place === undefined || another !== undefined) return undefined;
    if (!place.quoted && !IDENTIFIER.test(to)) return undefined;
    if (place.quoted && UNSAFE.test(to)) return undefined;
    text = text.slice(0, place.at) + to + text.slice(place.at + from.length);
  }
  return text === line ? undefined : text;
}

interface Key {
  readonly at: number;
  readonly quoted: boolean;
}

/** Where a line names a member as it is sent: at its quotes, if a serializer uses them. */
function placesOf(line: string, name: string): readonly Key[] {
  const quoted = [...line.matchAll(/["']([^"'\\]*)["']/g)].filter(([, text = '']) => text.split(',', 1)[0] === name);
  const [only, another] = quoted;
  if (only === undefined || another !== undefined) return keysOf(line, name);
  const before = line.slice(0, only.index);
  const mark = SERIALIZED.map((pattern) => pattern.exec(before)).find((found) => found !== null);
  if (mark === undefined || mark === null) return keysOf(line, name);
  const outside = before.slice(0, mark.index);
  const inCode = !endsInText(outside) && !/\/[/*]|^\s*[*#]|\s#/.test(outside);
  return inCode ? [{ at: only.index + 1, quoted: true }] : [];
}

/** Where a name is the key of a member. */
function keysOf(line: string, name: string): readonly Key[] {
  const found: Key[] = [];
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + name.length)) {
    const before = line.slice(0, at);
    const after = line.slice(at + name.length);
    const quote = before.at(-1) ?? '';
    const quoted = (quote === '"' || quote === "'") && after.startsWith(quote);
    if (!quoted && (PART.test(quote) || PART.test(after[0] ?? ''))) continue;
    const outside = quoted ? before.slice(0, -1) : before;
    const rest = (quoted ? after.slice(1) : after).trimStart();
    if (opensMember(outside) && /^[?!]?:(?!:)/.test(rest)) found.push({ at, quoted });
  }
  return found;
}

/** Whether a member can begin here: after the start of the line, a brace, a comma or a semicolon, and then modifiers. */
function opensMember(before: string): boolean {
  if (endsInText(before)) return false;
  const words = before.trimEnd().split(/\s+/);
  while (MODIFIERS.has(words.at(-1) ?? '')) words.pop();
  return /^$|[{,;]$/.test(words.at(-1) ?? '');
}

/** Whether a string that begins in this line is still open at the end. */
function endsInText(before: string): boolean {
  let open = '';
  for (let at = 0; at < before.length; at++) {
    const character = before[at] ?? '';
    if (character === '\\') at++;
    else if (open === '' && /["'`]/.test(character)) open = character;
    else if (character === open) open = '';
  }
  return open !== '';
}

/** The body of a review comment that suggests a replacement for its line. Undefined: the line cannot be shown unchanged. */
export function suggestionBody(violations: readonly Violation[], line: string): string | undefined {
  // The suggestion must be exactly what GitHub shows: no hidden characters.
  if (plain(line.replaceAll('\t', '')) !== line.replaceAll('\t', '')) return undefined;
  const longest = Math.max(2, ...[...line.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const reasons = violations.map(
    ({ promised: expected = '', actual = '', subject, check }) =>
      `${markdownCode(subject)} promises ${markdownCode(expected)}, this sends ${markdownCode(actual)} (${check}).`,
  );
  return `${reasons.join('\n')}\n\n${fence}suggestion\n${line}\n${fence}`;
}
