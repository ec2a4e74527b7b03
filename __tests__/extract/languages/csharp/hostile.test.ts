import fc from 'fast-check';
import { collect } from '../../../../src/extract/collect.js';
import { csharp } from '../../../../src/extract/languages/csharp/index.js';
import { mask } from '../../../../src/extract/languages/csharp/syntax/mask.js';
import { scan } from '../../../../src/scan.js';
import { sample } from '../../../long.js';
import { expectQuick } from '../../../processor-time.js';
import { folderOf, removeFolders } from '../../../temporary-folder.js';

beforeAll(() => csharp.prepare());
afterAll(removeFolders);

const SOURCE = `using Shop.Domain;
namespace Shop.Api;

[ApiController, Route("api/[controller]")]
public class UsersController(IUsers users) : ControllerBase
{
    /* [HttpGet("no")] */
    [HttpGet("{id:int}")]
    public async Task<ActionResult<User>> Get(int id) => id switch { 0 => NotFound(), _ => Ok(await users.Find(id)) };

    [HttpPost]
    public IActionResult Add([FromBody] User user) { var text = $"{user.Name} {{x}} {(user.Id > 1 ? "a" : @"b""c")}"; return Ok(new { text }); }
}
public record User(int Id, string? Name);
`;

/** Pieces of the language that change how what follows is read. */
const PIECES = [
  '"',
  "'",
  '$"{',
  '@"',
  '"""',
  '/*',
  '*/',
  '//',
  '#if X\n',
  '#else\n',
  '(',
  ')',
  '{',
  '}',
  '<',
  '>',
  '[',
  ']',
  '=>',
  '?',
  ':',
  '\n',
];

const mutated = fc
  .array(fc.tuple(fc.nat(SOURCE.length), fc.nat(12), fc.constantFrom(...PIECES)), { maxLength: 8 })
  .map((edits) => edits.reduce((text, [at, cut, piece]) => text.slice(0, at) + piece + text.slice(at + cut), SOURCE));

describe('hostile and broken C#', () => {
  test('a mutated source is read without an exception, the same each time', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const first = csharp.extract('Users.cs', text);
        expect(first.gaps.filter(({ reason }) => reason === 'extractor-crash')).toEqual([]);
        expect(csharp.extract('Users.cs', text)).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });

  test('masking keeps every offset and line', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const { code, bare } = mask(text);
        expect([code.length, bare.length]).toEqual([text.length, text.length]);
        expect(bare.split('\n').length).toBe(text.split('\n').length);
      }),
      { numRuns: 300 },
    );
  });

  // half of what a megabyte may take, with room for a machine that is busy
  const half = (piece: string): string => piece.repeat(Math.ceil(500_000 / piece.length));
  const numbered = (piece: (index: number) => string, size = 500_000): string => {
    let text = '';
    for (let index = 0; text.length < size; index += 1) text += piece(index);
    return text;
  };
  const sources: readonly (readonly [string, string])[] = [
    ['brackets that never close', `class A { void B() { x.MapGet("/a", ${half('(')}`],
    ['angles', `class A { ${half('A<')} }`],
    ['nested lambdas', `var app = WebApplication.Create(); app.MapGet("/", ${half('x => ')}`],
    ['a chain of calls', `var app = WebApplication.Create(); app.MapGet("/", () => a${half('.Where(x)')});`],
    ['groups on groups', `var app = WebApplication.Create(); app${half('.MapGroup("/a")')}.MapGet("/", () => 1);`],
    ['questions', `class A { object B() { return ${half('a ? ')}; } }`],
    ['quotes', half('"')],
    ['raw quotes', half('"""a""" ')],
    ['interpolations', half('$"{')],
    ['braces in strings', `var x = $"${half('{{')}";`],
    ['directives', half('#if A\n')],
    ['attributes', `class AController { ${half('[Route("a")]')} void B() {} }`],
    ['many variables', `var app = WebApplication.Create(); void F() { ${half('var a = a; ')} app.MapGet("/", () => a); }`],
    ['many routes', `var app = WebApplication.Create(); ${half('app.MapGet("/x", () => 1);\n')}`],
    ['many types', half('public class A { public int B { get; set; } }\n')],
    ['many methods', `class C { ${half('public void A() => B();\n')} }`],
    [
      'extension methods that call each other',
      `public static class C { ${numbered((i) => `public static void Map${i}(this IEndpointRouteBuilder app) { app.Map${i + 1}(); }\n`)} }`,
    ],
    ['constants of constants', `class C { ${numbered((i) => `public const string A${i + 1} = A${i} + A${i};\n`)} }`],
    [
      'interpolated constants of constants',
      `class C { ${numbered((i) => `public const string A${i + 1} = $"{A${i}}{A${i}}";\n`)} }`,
    ],
    ['sums of texts', `var app = WebApplication.Create(); app.MapGet("/a"${half(' + "/b"')}, () => 1);`],
    [
      'decorated prefixes',
      `${half('[Route("a")]\n')} public class AController : ControllerBase { [HttpGet] public int B() => 1; }`,
    ],
    [
      'one huge attribute',
      `[ApiController] public class AController { [HttpGet("a"${half(', B = "c"')})] public int B() => 1; }`,
    ],
    [
      'usings, and names to look for in them',
      `${numbered((i) => `using A${i};\n`, 250_000)} var app = WebApplication.Create(); ${numbered((i) => `app.MapGet("/${i}", () => new B${i}());\n`, 250_000)}`,
    ],
    [
      'members of one object',
      `var app = WebApplication.Create(); app.MapGet("/", () => new { ${numbered((i) => `A${i} = 1,\n`)} });`,
    ],
    [
      'returns',
      `[ApiController] public class AController { [HttpGet] public IActionResult B() { ${numbered((i) => `if (x) return Ok(new { a${i} = 1 });\n`)} } }`,
    ],
  ];
  test.each(sample(sources, 12))('half a megabyte of %s takes less than two seconds', async (_, text) => {
    await expectQuick(2000, () => {
      try {
        csharp.extract('Program.cs', text);
      } catch (error) {
        // nested deeper than the stack: whoever reads the file makes a gap of it
        expect(error).toBeInstanceOf(RangeError);
      }
    });
  });

  test('members that are set to those of other variables are not repeated with each link', () => {
    const links = [...Array(30).keys()].map(
      (index) => `var a${index + 1} = users.Find(1); a${index + 1}.Name = a${index}.Name; a${index + 1}.By = a${index}.By;`,
    );
    const body = `var a0 = users.Find(1); ${links.join(' ')} return Ok(a30);`;
    const text = `[ApiController] public class AController(IUsers users) : ControllerBase { [HttpGet] public IActionResult B() { ${body} } }`;
    expect(JSON.stringify(csharp.extract('Program.cs', text)).length).toBeLessThan(50_000);
  });

  test.each<[string, (index: number, count: number) => readonly number[]]>([
    ['that all reference each other', (_, count) => [...Array(count).keys()]],
    ['in a circle', (index, count) => [(index + 1) % count]],
  ])('a hundred projects %s take less than two seconds', async (_, referenced) => {
    const count = 100;
    const reference = (index: number) => `<ProjectReference Include="../p${index}/p${index}.csproj" />`;
    const source = (index: number, on: number) =>
      `using Microsoft.AspNetCore.Mvc;\nnamespace P${index};\n[ApiController] [Route("x${index}")] public class C${index} : ControllerBase { [HttpGet("a")] public B${index} A() { return new B${index}(); } }\npublic class B${index} { public N${on} Title { get; set; } }\npublic class N${index} { public string X { get; set; } }\n`;
    const projects = [...Array(count).keys()].flatMap((index) => [
      [`p${index}/p${index}.csproj`, `<Project>${referenced(index, count).map(reference).join('')}</Project>`],
      [`p${index}/C${index}.cs`, source(index, (index + 1) % count)],
    ]);
    const repository = folderOf(Object.fromEntries(projects));
    await expectQuick(2000, () => collect({ repository, dir: repository, languages: [csharp] }));
  });

  describe('as a file', () => {
    const contract = `openapi: 3.0.3
info: { title: Users, version: '1' }
paths:
  /api/users/{id}: { get: { responses: { '204': { description: Gone } } } }
  /api/groups: { get: { responses: { '204': { description: None } } } }
`;
    const program = 'var app = WebApplication.CreateBuilder(args).Build();\napp.MapControllers();\napp.Run();\n';
    const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
    const run = (files: Record<string, string | Uint8Array>) => {
      const repository = folderOf({ 'openapi.yaml': contract, 'Program.cs': program, ...files });
      return scan({ repository, dir: repository, scans });
    };
    const encoded = (text: string): Buffer => Buffer.from(text, 'utf16le');

    test.each<[string, string | Buffer]>([
      ['UTF-8 with its mark', `\ufeff${SOURCE}`],
      ['UTF-16, the low byte first', encoded(`\ufeff${SOURCE}`)],
      ['UTF-16, the high byte first', encoded(`\ufeff${SOURCE}`).swap16()],
      ['Latin-1 in a comment and a text', Buffer.from(`// \xe9t\xe9\n${SOURCE.replace('{{x}}', '\xe9')}`, 'latin1')],
      ['half of a pair', `${SOURCE}// \ud800\n`],
      ['other line breaks', SOURCE.replaceAll('\n', '\r\n')],
    ])('%s is read', async (_what, text) => {
      const { routes, gaps, crashes } = await run({ 'UsersController.cs': text });
      expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/Users', 'GET /api/Users/{id}']);
      expect([gaps, crashes]).toEqual([[], []]);
    });

    test('NULs are no source', async () => {
      const { gaps } = await run({ 'UsersController.cs': `${SOURCE}\0` });
      expect(gaps.map(({ reason }) => reason)).toContain('unreadable-file');
    });

    test('5 MB that a build wrote are one gap that hides the service, if routes may be in them', async () => {
      const routed = await run({ 'Routes.g.cs': `${'// x\n'.repeat(1_000_000)}${SOURCE}` });
      expect(routed.gaps.map(({ reason, hides }) => [reason, hides])).toEqual([['too-large', 'service']]);
      const plain = await run({
        'UsersController.cs': SOURCE,
        'Texts.g.cs': 'class Texts { const string A = "a"; }\n'.repeat(130_000),
      });
      expect(plain.gaps).toEqual([]);
      expect(plain.matrix.map(({ subject, status }) => [subject, status])).toEqual([
        ['GET /api/users/{id}', 'verified'],
        ['GET /api/groups', 'missing'],
      ]);
    });
  });
});
