import { ts } from 'ts-morph';

/** How many of the names after a namespace belong to one dotted name: inner namespaces, and a member of the last one. */
export function spacesAlong(declarations: readonly ts.Node[], names: readonly ts.Identifier[]): number {
  let spaces: readonly ts.Node[] = declarations.filter((node) => ts.isModuleDeclaration(node));
  let through = 0;
  while (spaces.length > 0 && through < names.length) {
    const name = names[through]?.text;
    through++;
    spaces = spaces.flatMap(statementsOf).filter((node) => ts.isModuleDeclaration(node) && node.name.text === name);
  }
  return through;
}

function statementsOf(node: ts.Node): readonly ts.Node[] {
  const body = ts.isModuleDeclaration(node) ? node.body : undefined;
  if (body === undefined) return [];
  return ts.isModuleBlock(body) ? body.statements : [body];
}

/** The names of `a.b.c`. */
export function identifiersOf(name: ts.EntityName): readonly ts.Identifier[] {
  return ts.isIdentifier(name) ? [name] : [...identifiersOf(name.left), name.right];
}
