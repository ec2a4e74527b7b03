/** The lines around a build's block; everything else in the file is the user's (REQ-053). */
export const BLOCK_START = '<!-- AGENT-TEAMS-START -->';
export const BLOCK_END = '<!-- AGENT-TEAMS-END -->';

/** Replaces the block of a file, or appends it. All else stays unchanged. */
export function withBlock(text: string | undefined, content: string): string {
  const inside = content.trim().replaceAll(BLOCK_START, '').replaceAll(BLOCK_END, '');
  const block = `${BLOCK_START}\n${inside}\n${BLOCK_END}`;
  if (text === undefined || text === '') return `${block}\n`;
  const found = findBlock(text);
  if (found !== undefined) return `${text.slice(0, found.from)}${block}${text.slice(found.to)}`;
  return `${text}${separatorAfter(text)}${block}\n`;
}

/** The block of a file, with its two lines; undefined: none. */
export function blockIn(text: string): string | undefined {
  const found = findBlock(text);
  return found === undefined ? undefined : text.slice(found.from, found.to);
}

/**
 * Removes the block from a file, and preserves other changes.
 *
 * @param former the text before; absent: no file
 * @returns undefined: nothing is left of it
 */
export function withoutBlock(text: string, former: string | undefined): string | undefined {
  const found = findBlock(text);
  if (found === undefined) return text;
  const before = former === undefined ? undefined : blockIn(former);
  if (before !== undefined) return `${text.slice(0, found.from)}${before}${text.slice(found.to)}`;
  const added = former === undefined ? '' : separatorAfter(former);
  const head = text.slice(0, found.from);
  const rest = `${head.endsWith(added) ? head.slice(0, head.length - added.length) : head}${text.slice(found.to).replace(/^\n/, '')}`;
  return former === undefined && rest.trim() === '' ? undefined : rest;
}

/** An empty line between the user's text and the block. */
function separatorAfter(text: string): string {
  if (text === '') return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}

/** The first end with a start before it, and the nearest such start: an unclosed block is the user's text. */
function findBlock(text: string): { readonly from: number; readonly to: number } | undefined {
  const end = text.indexOf(BLOCK_END, Math.max(0, text.indexOf(BLOCK_START)));
  const from = end === -1 ? -1 : text.lastIndexOf(BLOCK_START, end);
  return from === -1 ? undefined : { from, to: end + BLOCK_END.length };
}
