import type { Node } from './syntax.js';

/** Does a block go on from one statement to a later one? `left`: it ended before, and so did the method in it, or the other branch is taken. */
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
      // after the other branches all come together
      if (!/^(?:else|elif|except)\b/.test(code)) return 'unsure';
      isAside = true;
      column = indent;
    } else if (indent === column && !isAside) last = code;
  }
  return isAside ? 'left' : 'on';
}

/** Data; what else a variable is given again may be a router or a query, which is known by the variable's name. */
export const isData = (node: Node): boolean => node.kind === 'dict' || node.kind === 'list' || node.kind === 'comprehension';

/** Whether data that a variable is given holds what the variable held: `body = {'data': body}`. */
export const wraps = (bare: string, name: string, value: Node | undefined): boolean =>
  value !== undefined && isData(value) && mentions(bare, name, value.start, value.end);

/** Whether a name is used between two places: no attribute or argument of this name. */
export function mentions(bare: string, name: string, start: number, end: number): boolean {
  const text = bare.slice(start, end);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!/[\w.]/.test(text[at - 1] ?? '') && !/\w/.test(text[at + name.length] ?? '')) return true;
  }
  return false;
}
