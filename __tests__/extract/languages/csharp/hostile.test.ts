import fc from 'fast-check';
import { csharp } from '../../../../src/extract/languages/csharp/index.js';
import { mask } from '../../../../src/extract/languages/csharp/mask.js';
import { processorMillis } from '../../../processor-time.js';

beforeAll(() => csharp.prepare());

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
        const { code, blank } = mask(text);
        expect([code.length, blank.length]).toEqual([text.length, text.length]);
        expect(blank.split('\n').length).toBe(text.split('\n').length);
      }),
      { numRuns: 300 },
    );
  });

  // half of what a megabyte may take, with room for a machine that is busy
  const half = (piece: string): string => piece.repeat(Math.ceil(500_000 / piece.length));
  test.each([
    ['brackets that never close', 'class A { void B() { x.MapGet("/a", ' + half('(')],
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
  ])('half a megabyte of %s takes less than two seconds', (_, text) => {
    const taken = processorMillis(() => {
      try {
        csharp.extract('Program.cs', text);
      } catch (error) {
        // nested deeper than the stack: whoever reads the file makes a gap of it
        expect(error).toBeInstanceOf(RangeError);
      }
    });
    expect(taken).toBeLessThan(2000);
  });
});
