import { ts } from 'ts-morph';

/** Declarations for all other files, found by a cheap test before parsing. */
const AMBIENT = /\bdeclare\s+(?:global|module)\b|\/\/\/\s*<reference/;

/**
 * The text with blanks in place of its global declarations (`declare global`, `declare module 'x'`, references). The types of a
 * file then depend on its own imports alone, whatever other files are in the program.
 */
export function withoutAmbience(text: string, name: string): string {
  if (!AMBIENT.test(text)) return text;
  const plain = text.replaceAll(/\/\/\/(\s*<reference)/g, '// $1');
  const tree = ts.createSourceFile(name, plain, ts.ScriptTarget.Latest, false);
  let blanked = plain;
  for (const statement of tree.statements) {
    const isAmbient =
      ts.isModuleDeclaration(statement) &&
      (ts.isStringLiteral(statement.name) || (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0);
    if (!isAmbient) continue;
    const [start, end] = [statement.getStart(tree), statement.getEnd()];
    blanked = blanked.slice(0, start) + blanked.slice(start, end).replaceAll(/[^\r\n]/g, ' ') + blanked.slice(end);
  }
  return blanked;
}
