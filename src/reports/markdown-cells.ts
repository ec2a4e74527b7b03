/**
 * Cells of a Markdown table that can be read back: each character with a meaning in Markdown, HTML or a terminal is written as a
 * numeric entity, and decoded again.
 */

const SPECIAL =
  /[&<>|*`[\]\\~#@$]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\p{Zs}|\p{Zs}$|:(?=\/\/)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/gu;
const NUMBERED = /&#(\d{1,7});/g;

/** One line of a table. */
export function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(SPECIAL, (character) => `&#${character.codePointAt(0)};`)).join(' | ')} |`;
}

/** The cells of a line; `undefined`: it is no line of a table. */
export function readCells(line: string): readonly string[] | undefined {
  const bare = line.trim();
  if (bare.length < 2 || !bare.startsWith('|') || !bare.endsWith('|')) return undefined;
  return bare
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replace(NUMBERED, (written, number) => characterOf(Number(number)) ?? written));
}

function characterOf(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
