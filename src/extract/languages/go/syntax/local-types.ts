import type { At } from '../../../../facts/expression.js';
import { append } from '../../../../model/multi-map.js';
import type { Span } from './node.js';

/** A type declared in a function, valid to the end of its block; `name` is unique in the file. */
export interface LocalType {
  readonly name: string;
  /** Offset after the word `type`. */
  readonly declared: number;
  readonly force: Span;
}

type LocalTypes = ReadonlyMap<string, readonly LocalType[]>;

interface Bracketed {
  readonly bare: string;
  readonly partners: ReadonlyMap<number, number>;
  readonly placeAt: (offset: number) => At;
}

const TYPE = /[\n;{][ \t]*type[ \t]+([\p{L}_][\p{L}\p{Nd}_]*)(?=[ \t[])|[{}]/gu;
/** Limits for local types of one file, and for characters of a block; anything beyond is ignored. */
const MAX_TYPES = 300;
const MAX_BLOCK = 50_000;

/** The types that functions of a file declare, by local name. A type that shares its name with a variable is ignored. */
export function localTypes(text: Bracketed): LocalTypes {
  const found = new Map<string, LocalType[]>();
  const open: number[] = [];
  let count = 0;
  TYPE.lastIndex = 0;
  for (let match = TYPE.exec(text.bare); match !== null && count < MAX_TYPES; match = TYPE.exec(text.bare)) {
    const [whole, name] = match;
    const at = match.index;
    if (whole === '}') open.pop();
    else if (whole.startsWith('{')) open.push(at);
    const end = name === undefined ? undefined : text.partners.get(open.at(-1) ?? -1);
    if (name === undefined || end === undefined || end - at > MAX_BLOCK) continue;
    const declared = at + whole.length - name.length;
    const force = { start: declared, end };
    if (isVariable(text.bare.slice(declared, end), name)) continue;
    count += 1;
    const { line, column } = text.placeAt(declared);
    append(found, name, { name: `${name}@${line}:${column}`, declared, force });
  }
  return found;
}

const PART = /[\p{L}\p{Nd}_]/u;
const DECLARES = /^\s{0,20}(?::=|,[^;{}()\n=]{0,80}:=)/;
const PARAMETER = /^[ \t]{1,20}[\p{L}_*[]/u;

/** Whether a block declares a variable or parameter with this name. */
function isVariable(block: string, name: string): boolean {
  for (let at = block.indexOf(name, name.length); at >= 0; at = block.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (PART.test(block.charAt(at - 1)) || PART.test(block.charAt(end))) continue;
    const before = block.slice(Math.max(at - 20, 0), at).trimEnd();
    const after = block.slice(end, end + 100);
    if (DECLARES.test(after) || /\bvar$/.test(before) || (/[(,]$/.test(before) && PARAMETER.test(after))) return true;
  }
  return false;
}

/** The unique name of the type that a name refers to at an offset. */
export function localName(locals: LocalTypes, name: string, at: number): string {
  const all = locals.get(name);
  return all?.findLast(({ force }) => force.start <= at && at < force.end)?.name ?? name;
}
