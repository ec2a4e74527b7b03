import { ts } from 'ts-morph';

/**
 * The media type that Express tells from the name of a file it sends, where the name's end is written out: only pages are told
 * apart, everything else is some file.
 */
export function fileType(path: ts.Expression | undefined): string {
  const name = path === undefined ? undefined : endOf(path);
  return name !== undefined && /\.html?$/i.test(name) ? 'text/html' : 'application/octet-stream';
}

/** The last part of `'a/b.html'`, `` `${a}/b.html` ``, `a + '/b.html'`, `path.join(a, 'b.html')`. */
function endOf(node: ts.Expression): string | undefined {
  let at: ts.Expression | undefined = node;
  if (ts.isCallExpression(at)) {
    const { expression, arguments: given } = at;
    const called = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    at = called === 'join' || called === 'resolve' ? given.at(-1) : undefined;
  }
  if (at === undefined) return undefined;
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.PlusToken) at = at.right;
  if (ts.isTemplateExpression(at)) return at.templateSpans.at(-1)?.literal.text;
  return ts.isStringLiteralLike(at) ? at.text : undefined;
}
