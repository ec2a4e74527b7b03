import type { Node } from './syntax.js';

/**
 * Whether control reaches a later place in the same block. `left`: the block ended before by leaving the method, or the place is
 * in another branch.
 */
export function wayBetween(bare: string, from: number, to: number): 'on' | 'left' | 'unsure' {
  const lines = bare.slice(from, to).split('\n');
  let column = from - (bare.lastIndexOf('\n', from - 1) + 1);
  let last = '';
  let isAside = false;
  for (const [index, line] of lines.entries()) {
    const code = line.trim();
    if (code === '' && index < lines.length - 1) continue;
    const indent = index === 0 ? column : line.length - line.trimStart().length;
    if (indent < column || (isAside && indent === column)) {
      if (/^(?:return|raise)\b/.test(last)) return 'left';
      // after the other branches all paths join
      if (!/^(?:else|elif|except)\b/.test(code)) return 'unsure';
      isAside = true;
      column = indent;
    } else if (indent === column && !isAside) last = code;
  }
  return isAside ? 'left' : 'on';
}

/** Data literals. A variable assigned another kind of value may hold a router or a query, which its name identifies. */
export const isData = (node: Node): boolean => node.kind === 'dict' || node.kind === 'list' || node.kind === 'comprehension';

/** Whether a data literal contains the variable that it is assigned to: `body = {'data': body}`. */
export const wraps = (bare: string, name: string, value: Node | undefined): boolean =>
  value !== undefined && isData(value) && mentions(bare, name, value.start, value.end);

/** Whether a range uses a name other than as an attribute. */
export function mentions(bare: string, name: string, start: number, end: number): boolean {
  const text = bare.slice(start, end);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!/[\w.]/.test(text[at - 1] ?? '') && !/\w/.test(text[at + name.length] ?? '')) return true;
  }
  return false;
}
