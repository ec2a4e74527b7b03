import { isRecord } from '../model/json.js';
import { UserError } from '../model/user-error.js';

/** A server in `.mcp.json`. https://code.claude.com/docs/en/mcp */
export interface ServerEntry {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What happened to each server. */
export interface MergedServers {
  readonly text: string;
  readonly added: readonly string[];
  readonly replaced: readonly string[];
  /** Existing different entries, left unchanged. */
  readonly unchanged: readonly string[];
}

const SECTION = 'mcpServers';

/**
 * Adds servers to the text of a `.mcp.json` and preserves the rest character by character.
 *
 * @param text absent: there is no file yet
 * @param replace whether to replace an existing different entry of the same name
 * @throws UserError when the text is not an `.mcp.json`
 */
export function mergeServers(
  text: string | undefined,
  servers: Readonly<Record<string, ServerEntry>>,
  replace = false,
): MergedServers {
  const root = text === undefined || text.trim() === '' ? '{}\n' : text;
  const known = serversIn(root);
  const style = styleOf(root);
  let merged = Object.hasOwn(objectIn(root), SECTION) ? root : inserted(root, 0, [SECTION, '{}'], style);
  const done = { added: [] as string[], replaced: [] as string[], unchanged: [] as string[] };
  for (const [name, entry] of Object.entries(servers)) {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    const isThere = Object.hasOwn(known, name);
    if (isThere && JSON.stringify(before) === JSON.stringify(entry)) continue;
    if (isThere && !replace) {
      done.unchanged.push(name);
      continue;
    }
    const written = indented(JSON.stringify(entry, undefined, style.indent), 2, style);
    // Each change moves text inside the section, so its members are parsed again.
    const section = membersAt(merged, startOf(merged)).findLast(({ key }) => key === SECTION);
    if (section === undefined) throw new Error(`${SECTION} was just written`);
    const member = isThere ? membersAt(merged, section.from).findLast(({ key }) => key === name) : undefined;
    merged =
      member === undefined
        ? inserted(merged, section.from, [name, written], style, 1)
        : `${merged.slice(0, member.from)}${written}${merged.slice(member.to)}`;
    done[isThere ? 'replaced' : 'added'].push(name);
  }
  return { text: merged, ...done };
}

/**
 * The servers of a `.mcp.json`, by name.
 *
 * @throws UserError when it is invalid
 */
export function serversIn(text: string): Readonly<Record<string, unknown>> {
  const section = objectIn(text)[SECTION];
  if (section === undefined) return {};
  if (isRecord(section)) return section;
  throw new UserError(`${SECTION} of .mcp.json is no object.`, { hint: 'Fix it by hand.' });
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UserError('.mcp.json is no JSON.', { hint: 'Fix it by hand; comments are not allowed in it.' });
  }
  if (isRecord(value)) return Object.hasOwn(value, SECTION) ? value : {};
  throw new UserError('.mcp.json holds no object.', { hint: 'Fix it by hand.' });
}

interface Style {
  readonly indent: string;
  readonly newline: string;
}

/** The style of the first indented line. */
function styleOf(text: string): Style {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return { newline, indent: /^[{]\s*\n([ \t]{1,8})\S/.exec(text.trimStart())?.[1] ?? '  ' };
}

function indented(json: string, depth: number, { indent, newline }: Style): string {
  return json.replaceAll('\n', `${newline}${indent.repeat(depth)}`);
}

/** Appends a member to the object at an offset. */
function inserted(text: string, at: number, [key, value]: readonly [string, string], style: Style, depth = 0): string {
  const start = text.indexOf('{', at);
  const last = membersAt(text, start).at(-1);
  const lead = `${style.newline}${style.indent.repeat(depth + 1)}${JSON.stringify(key)}: ${value}`;
  if (last !== undefined) return `${text.slice(0, last.to)},${lead}${text.slice(last.to)}`;
  const end = text.indexOf('}', start);
  return `${text.slice(0, start + 1)}${lead}${style.newline}${style.indent.repeat(depth)}${text.slice(end)}`;
}

interface Member {
  readonly key: string;
  /** Start and end of its value. */
  readonly from: number;
  readonly to: number;
}

function startOf(text: string): number {
  return text.indexOf('{');
}

/** The members of the object at an offset of valid JSON. */
function membersAt(text: string, start: number): readonly Member[] {
  const members: Member[] = [];
  let at = afterSpace(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = endOfValue(text, at);
    const from = afterSpace(text, afterSpace(text, keyEnd) + 1);
    const to = endOfValue(text, from);
    members.push({ key: String(JSON.parse(text.slice(at, keyEnd))), from, to });
    at = afterSpace(text, to);
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return members;
}

/** The end of the value at an offset. */
function endOfValue(text: string, start: number): number {
  let [at, depth] = [start, 0];
  do {
    const sign = text[at] ?? '';
    if (sign === '"') at = endOfString(text, at);
    else {
      if (sign === '{' || sign === '[') depth += 1;
      if (sign === '}' || sign === ']') depth -= 1;
      at += 1;
    }
    // Numbers and words end where another token begins.
    if (depth === 0 && (sign === '"' || sign === '}' || sign === ']' || /^[\s,}\]]?$/.test(text[at] ?? ''))) return at;
  } while (at < text.length);
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1;
  return at;
}
