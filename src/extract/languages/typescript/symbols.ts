import { ts } from 'ts-morph';
import { type Definition, type PlacedCall, symbolsFrom } from '../../symbol-texts.js';
import { wordsIn } from '../../symbol-words.js';
import type { SourceSymbols, SymbolImport } from '../../symbols.js';
import { parseTree } from './open.js';
import { definitionsOf } from './symbol-definitions.js';

/** The definitions, imports and mentioned names of a TypeScript or JavaScript file. */
export function symbolsOf(path: string, text: string): SourceSymbols {
  const tree = parseTree(path, text, true);
  const seen: Seen = { text, tree, definitions: [], imports: [], calls: [], words: new Map() };
  visit(seen, tree);
  return symbolsFrom(seen);
}

interface Seen {
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly definitions: Definition[];
  readonly imports: SymbolImport[];
  readonly calls: PlacedCall[];
  readonly words: Map<string, number>;
}

/** In the order of the file, without recursion: sources may nest deeply. */
function visit(seen: Seen, root: ts.Node): void {
  const open: ts.Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    seen.definitions.push(...definitionsOf(node, seen.tree));
    seen.imports.push(...importsOf(node));
    const call = callOf(node, seen.tree);
    if (call !== undefined) seen.calls.push(call);
    countWords(seen, node);
    const inner: ts.Node[] = [];
    node.forEachChild((child) => void inner.push(child));
    for (const child of inner.reverse()) open.push(child);
  }
}

/** Longer strings contain no names. */
const MAX_TEXT = 2000;

function countWords({ words }: Seen, node: ts.Node): void {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) words.set(node.text, (words.get(node.text) ?? 0) + 1);
  else if (ts.isLiteralExpression(node) || ts.isJsxText(node) || isTemplatePart(node))
    wordsIn(node.text.slice(0, MAX_TEXT), words);
}

const isTemplatePart = (node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);

function callOf(node: ts.Node, tree: ts.SourceFile): PlacedCall | undefined {
  const called = calledBy(node);
  if (called === undefined) return undefined;
  if (ts.isIdentifier(called)) return { name: called.text, receiver: '', at: called.getStart(tree) };
  if (!ts.isPropertyAccessExpression(called)) return undefined;
  return { name: called.name.text, receiver: lastName(called.expression), at: called.name.getStart(tree) };
}

function calledBy(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return node.expression;
  if (ts.isTaggedTemplateExpression(node)) return node.tag;
  if (ts.isDecorator(node)) return ts.isCallExpression(node.expression) ? undefined : node.expression;
  const isElement = ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
  // `<div>` is an element of the page, `<Users>` calls a component
  return isElement && !(ts.isIdentifier(node.tagName) && /^[a-z]/.test(node.tagName.text)) ? node.tagName : undefined;
}

function lastName(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return lastName(node.expression);
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this';
  if (node.kind === ts.SyntaxKind.SuperKeyword) return 'super';
  return ts.isCallExpression(node) || ts.isNewExpression(node) ? lastName(node.expression) : '';
}

function importsOf(node: ts.Node): readonly SymbolImport[] {
  if (ts.isImportDeclaration(node) && ts.isStringLiteralLike(node.moduleSpecifier))
    return [{ specifier: node.moduleSpecifier.text, ...clauseOf(node.importClause) }];
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteralLike(node.moduleSpecifier)) {
    const { exportClause } = node;
    const isNamed = exportClause !== undefined && ts.isNamedExports(exportClause);
    return [{ specifier: node.moduleSpecifier.text, ...(isNamed ? { names: exportClause.elements.map(namesOf) } : WHOLE) }];
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    const { expression } = node.moduleReference;
    return ts.isStringLiteralLike(expression) ? [{ specifier: expression.text, ...WHOLE }] : [];
  }
  if (!ts.isCallExpression(node)) return [];
  const [first] = node.arguments;
  const isLoading =
    node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(node.expression) && node.expression.text === 'require');
  return isLoading && first !== undefined && ts.isStringLiteralLike(first) ? [{ specifier: first.text, ...WHOLE }] : [];
}

const WHOLE = { names: [], whole: true } as const;

function clauseOf(clause: ts.ImportClause | undefined): Pick<SymbolImport, 'names' | 'whole'> {
  if (clause === undefined) return { names: [] };
  const own = clause.name === undefined ? [] : [{ imported: 'default', local: clause.name.text }];
  const { namedBindings } = clause;
  if (namedBindings === undefined) return { names: own };
  if (ts.isNamespaceImport(namedBindings)) return { names: [...own, { imported: '*', local: namedBindings.name.text }] };
  return { names: [...own, ...namedBindings.elements.map(namesOf)] };
}

const namesOf = ({ propertyName, name }: ts.ImportSpecifier | ts.ExportSpecifier): { imported: string; local: string } => ({
  imported: (propertyName ?? name).text,
  local: name.text,
});
