import { extractFile } from '../../../../../src/extract/languages/typescript/open.js';

/** What the function `f` of a file sends: statuses with media types, and why there may be more; undefined: it is no handler. */
function sends(text: string): readonly string[] | undefined {
  const fact = extractFile('file.ts', `${text} export { f };`).facts.find((one) => one.kind === 'callable' && one.name === 'f');
  if (fact?.kind !== 'callable' || fact.sends === undefined) return undefined;
  const all = fact.sends.map(({ status, mediaType, unread }) => {
    if (unread !== undefined) return unread;
    const code = status?.kind === 'literal' ? String(status.value) : '?';
    return `${code} ${mediaType ?? 'json'}`;
  });
  const more = [...(fact.forwards ?? []).map(({ why }) => why), ...(fact.incomplete === undefined ? [] : [fact.incomplete])];
  return [...all, ...more];
}

describe('the form of a handler', () => {
  test.each([
    ['function f(req, res) { res.json({}); }', ['200 json']],
    ['function f(_, response, next) { response.json({}); }', ['200 json']],
    ['function f(request: Request, r: Response) { r.json({}); }', ['200 json']],
    ['function f(ctx, out) { out.status(204).end(); }', ['204 none']],
    ['function f(err, req, res, next) { res.status(500).json({}); }', undefined],
    ['function f(error: Error, req: Request, res: Response, next: NextFunction) { res.json({}); }', undefined],
    ['function f(a, b) { return a + b; }', undefined],
    ['function f(a, b) { b.set("x", 1); }', ['x'].slice(1)],
  ])('%s', (text, expected) => {
    expect(sends(text)).toEqual(expected);
  });
});

describe('what a handler sends', () => {
  test.each([
    ['res.json({})', ['200 json']],
    ['res.status(201).json({})', ['201 json']],
    ["res.status(201).set('X', 'y').type('json').send({})", ['201 json']],
    ["res.send('a')", ['200 text/html']],
    ['res.send({ a: 1 })', ['200 json']],
    ['res.send()', ['200 none']],
    ['res.sendStatus(204)', ['204 none']],
    ['res.sendStatus(202)', ['202 text/plain']],
    ['res.status(204).json({})', ['204 none']],
    ["res.redirect('/a')", ['302 none']],
    ["res.redirect(308, '/a')", ['308 none']],
    ["res.render('a')", ['200 text/html']],
    ["res.download('a')", ['200 application/octet-stream']],
    ["res.type('text/csv').send('a,b')", ['200 text/csv']],
    ['res.end(JSON.stringify({}))', ['200 json']],
    ['res.status(400); res.json({})', ['400 json']],
    ['res.statusCode = 404; res.end()', ['404 none']],
    ['if (a) { res.status(400); return res.json({}); } res.json({})', ['400 json', '200 json']],
    ['if (a) res.status(201); res.json({})', ['? json', 'a status is computed']],
    ['try { res.json({}) } catch { res.status(500).json({}) }', ['200 json', '500 json']],
    ['load().then((x) => res.json(x)).catch(() => res.sendStatus(502))', ['200 json', '502 text/plain']],
    ['load((error, x) => { res.json(x) })', ['200 json']],
    ['load((res) => res.json())', []],
    ['help(res)', ['the response is passed to help']],
    ['console.log(res)', []],
    ['this.res = res', ['the response is stored']],
    ['res.write(a); res.end()', ['it streams its response', '200 none']],
  ])('%s', (body, expected) => {
    expect(sends(`function f(req, res) { ${body}; }`)).toEqual(expected);
  });

  test('the constants of well-known packages are statuses', () => {
    const body = 'res.status(S.CREATED).end()';
    expect(sends(`import { StatusCodes as S } from 'http-status-codes'; function f(req, res) { ${body}; }`)).toEqual([
      '201 none',
    ]);
    expect(sends(`const S = require('http-status'); function f(req, res) { ${body}; }`)).toEqual(['201 none']);
    expect(sends(`import S from './own'; function f(req, res) { ${body}; }`)).toEqual(['? none']);
  });
});
