import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { root, sourceFiles } from './source-files.js';
import { waivers } from './waivers.js';

const MOST_LINES_OF_A_FILE = 400;
const MOST_LINES_OF_A_FUNCTION = 50;

/** Lines from the beginning of a node to its end. */
function linesOf(source: ts.SourceFile, node: ts.Node): number {
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return line(node.end) - line(node.getStart(source)) + 1;
}

/**
 * Every function that is too long, named by what it is declared as or assigned to. Functions that are declared in it count on
 * their own, not as its lines.
 */
function longFunctions(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const long: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const declared = ts.isBlock(node.body) ? node.body.statements.filter(ts.isFunctionDeclaration) : [];
      const lines = declared.reduce((rest, inner) => rest - linesOf(source, inner), linesOf(source, node));
      const named = node.name ?? ('name' in node.parent ? (node.parent.name as ts.Node | undefined) : undefined);
      if (lines > MOST_LINES_OF_A_FUNCTION) long.push(`${path}#${named?.getText() ?? 'anonymous'}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return long;
}

const texts = sourceFiles('src').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const tooLong = [
  ...texts.filter(({ text }) => text.trimEnd().split('\n').length > MOST_LINES_OF_A_FILE).map(({ path }) => path),
  ...texts.flatMap(({ path, text }) => longFunctions(path, text)),
];

test(`files have at most ${MOST_LINES_OF_A_FILE} lines and functions ${MOST_LINES_OF_A_FUNCTION}, or a waiver`, () => {
  expect(tooLong.filter((name) => !(name in waivers))).toEqual([]);
});

test('every waiver is needed and gives its reason', () => {
  expect(Object.keys(waivers).filter((name) => !tooLong.includes(name))).toEqual([]);
  expect(Object.values(waivers).filter((reason) => reason.length < 30)).toEqual([]);
});

test('a long function is seen in every form', () => {
  const body = '{\n'.concat('  one();\n'.repeat(60), '}');
  const text = `function a() ${body}\nconst b = () => ${body};\nclass C { d() ${body} }\nconst e = { f: () => ${body} };`;
  expect(longFunctions('x.ts', text)).toEqual(['x.ts#a', 'x.ts#b', 'x.ts#d', 'x.ts#f']);
  expect(longFunctions('x.ts', `function outer() {\n  function inner() ${body}\n}`)).toEqual(['x.ts#inner']);
});
