import type { Analysis } from '../../src/rules/judge.js';
import { scan } from '../../src/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterEach(removeFolders);

const contract = `openapi: 3.0.3
info: { title: Cats, version: '1' }
paths:
  /cats:
    get:
      responses:
        '200':
          description: All cats
          content:
            application/json:
              schema: { type: object, required: [name], properties: { name: { type: string } } }
  /dogs:
    get:
      responses: { '204': { description: No dogs } }
`;
const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
const run = (files: Record<string, string>): Promise<Analysis> => {
  const repository = folderOf({ 'openapi.yaml': contract, ...files });
  return scan({ repository, dir: repository, scans });
};
const statuses = ({ matrix }: Analysis) => Object.fromEntries(matrix.map((row) => [row.subject, row.status]));
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

describe('names that lead from one to the next, thousands of times, end the scan no earlier', () => {
  const fastapi = 'from fastapi import FastAPI\nfrom pydantic import BaseModel\napp = FastAPI()\n';
  const spring = 'import org.springframework.web.bind.annotation.*;\n@RestController class A {\n@GetMapping("/cats")';
  test.each([
    [
      'models of models',
      'app.py',
      `${fastapi}${many(8000, (i) => `class T${i}(BaseModel):\n    a: "T${i + 1}"\n`)}@app.get("/cats")\ndef f() -> T0: pass\n`,
    ],
    [
      'functions',
      'app.py',
      `${fastapi}@app.get("/cats")\ndef f(): return b0()\n${many(8000, (i) => `def b${i}(): return b${i + 1}()\n`)}`,
    ],
    [
      'values',
      'app.py',
      `${fastapi}a0 = {"x": 1}\n${many(8000, (i) => `a${i + 1} = {**a${i}}\n`)}@app.get("/cats")\ndef f(): return a8000\n`,
    ],
    [
      'classes',
      'A.java',
      `${spring} public T8000 a() { return null; } }\nclass T0 {}\n${many(8000, (i) => `class T${i + 1} extends T${i} { public int a${i}; }\n`)}`,
    ],
  ])('%s', async (_what, file, code) => {
    const analysis = await run({ [file]: code });
    expect(analysis.crashes).toEqual([]);
    expect(statuses(analysis)['GET /cats']).not.toBe('verified');
  });
});

test('thousands of constants that are each asked for, and of bodies for one promise', async () => {
  const constants = many(8000, (i) => `  public const string A${i + 1} = A${i} + A${i};\n`);
  const cases = many(4000, (i) => `      case ${i}: return Ok(new { a${i} = 1 });\n`);
  const code = `using Microsoft.AspNetCore.Mvc;
static class R {
  public const string A0 = "/a";
${constants}}
[ApiController]
public class CatsController : ControllerBase {
  [HttpGet(R.A8000)] public int A() => 1;
  [HttpGet("/cats")] public IActionResult B(int x) {
    switch (x) {
${cases}    }
  }
}`;
  const analysis = await run({ 'CatsController.cs': code });
  expect(statuses(analysis)).toEqual({ 'GET /cats': 'violated', 'GET /dogs': 'unverified' });
  const notes = analysis.matrix.map(({ note }) => note);
  expect(notes).toContainEqual(expect.stringContaining('the start of its path is unknown (CatsController.cs:8007)'));
});

describe('what multiplies is cut, and what was cut hides what it may hold', () => {
  test('prefixes of a controller, times its actions', async () => {
    const code = `using Microsoft.AspNetCore.Mvc;
${many(200, (i) => `[Route("p${i}")]\n`)}public class CatsController : ControllerBase {
${many(200, (i) => `[HttpGet("a${i}")] public int A${i}() => 1;\n`)}}`;
    const analysis = await run({ 'CatsController.cs': code });
    expect(analysis.routes.length).toBe(20_000);
    expect(statuses(analysis)).toEqual({ 'GET /cats': 'unverified', 'GET /dogs': 'unverified' });
    expect(analysis.gaps.map(({ reason }) => reason)).toEqual(['too-large']);
  });

  test('mounts of one router beyond those that are followed', async () => {
    const code = `from fastapi import APIRouter, FastAPI
app = FastAPI()
r = APIRouter()
${many(300, (i) => `app.include_router(r, prefix="/p${i}")\n`)}
@r.get("/x")
def f(): return 1
`;
    const analysis = await run({ 'app.py': code });
    expect(statuses(analysis)['GET /dogs']).toBe('unverified');
    expect(analysis.gaps.map(({ reason, hides }) => [reason, hides])).toEqual([['too-large', 'service']]);
  });

  test.each([
    ['segments', '/a'.repeat(60)],
    ['characters', `/${'a'.repeat(5000)}`],
  ])('a path of too many %s', async (_what, path) => {
    const analysis = await run({
      'app.py': `from fastapi import FastAPI\napp = FastAPI()\n@app.get("${path}")\ndef f(): return 1\n`,
    });
    expect(analysis.routes).toEqual([]);
    expect(analysis.gaps.map(({ reason }) => reason)).toEqual(['too-large']);
  });
});

test('functions that pass the response on to themselves in many places end with a gap', async () => {
  const visits = many(8, (i) => `    case '${i}': return visit(req, res, ${i});\n`);
  const code = `import express, { Request, Response } from 'express';
function visit(req: Request, res: Response, depth: number) {
  switch (req.query.kind) {
${visits}    default: res.json({ name: 'x' });
  }
}
const app = express();
app.get('/cats', (req, res) => visit(req, res, 0));
app.listen(3000);
`;
  const analysis = await run({ 'app.ts': code });
  expect(analysis.crashes).toEqual([]);
  expect(statuses(analysis)['GET /cats']).toBe('unverified');
});
