import { capital, many } from './words.js';

/** ASP.NET Core and Entity Framework. @type {import('../generate-service.js').Generator} */
export const csharp = {
  module: (noun) => {
    const at = (/** @type {string} */ name) => `Shop/${capital(noun)}s/${capital(noun)}${name}.cs`;
    return [
      [at('sController'), controller(noun)],
      ...many(6, (index) => /** @type {const} */ ([at(`${index}Dto`), dto(noun, index)])),
      ...many(4, (index) => /** @type {const} */ ([at(`${index}Entity`), entity(noun, index)])),
      ...many(3, (index) => /** @type {const} */ ([at(`${index}Service`), service(noun, index)])),
      ...many(10, (index) => /** @type {const} */ ([at(`${index}Price`), logic(noun, index)])),
    ];
  },
  root: () => [
    [
      'Shop/Program.cs',
      `var builder = WebApplication.CreateBuilder(args);
builder.Services.AddControllers();
var app = builder.Build();
app.MapControllers();
app.MapGet("/health", () => Results.Ok(new { status = "up" }));
app.Run();
`,
    ],
    [
      'Shop/Shop.csproj',
      `<Project Sdk="Microsoft.NET.Sdk.Web">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
  </PropertyGroup>
</Project>
`,
    ],
  ],
};

const controller = (/** @type {string} */ noun) => `using Microsoft.AspNetCore.Mvc;

namespace Shop.${capital(noun)}s;

/// <summary>What is asked of ${noun}s.</summary>
[ApiController]
[Route("api/[controller]")]
public class ${capital(noun)}sController(${capital(noun)}1Service service) : ControllerBase
{
${many(
  6,
  (index) => `    /// <summary>Lists what is known of part ${index}, newest first.</summary>
    [HttpGet("${index}/list")]
    public async Task<ActionResult<IReadOnlyList<${capital(noun)}${index}Dto>>> List${index}([FromQuery] string? after)
    {
        return Ok(await service.Find${index}(after));
    }

    [HttpGet("${index}/{id:guid}")]
    public async Task<ActionResult<${capital(noun)}${index}Dto>> One${index}(Guid id) => await service.One${index}(id);

    [HttpPost("${index}")]
    [ProducesResponseType(StatusCodes.Status201Created)]
    public async Task<ActionResult<${capital(noun)}${index}Dto>> Create${index}(${capital(noun)}${index}Dto body)
    {
        var made = await service.One${index}(body.Id);
        return CreatedAtAction(nameof(One${index}), new { id = made.Id }, made);
    }
`,
).join('\n')}}
`;

const dto = (/** @type {string} */ noun, /** @type {number} */ index) => `using System.Text.Json.Serialization;

namespace Shop.${capital(noun)}s;

/// <summary>What is told of a ${noun}.</summary>
public record ${capital(noun)}${index}Dto
{
    public required Guid Id { get; init; }

    [JsonPropertyName("createdAt")]
    public DateTimeOffset Created { get; init; }
${many(
  12,
  (field) => `
    /// <summary>Point ${field} of the ${noun}.</summary>
    public ${field % 2 === 0 ? 'string' : 'int'}${field % 3 === 0 ? '?' : ''} Point${field} { get; init; }
`,
).join('')}}
`;

const entity = (/** @type {string} */ noun, /** @type {number} */ index) => `using System.ComponentModel.DataAnnotations;

namespace Shop.${capital(noun)}s;

public class ${capital(noun)}${index}Entity
{
    [Key]
    public Guid Id { get; set; }
${many(16, (column) => `\n    [MaxLength(200)]\n    public string? Column${column} { get; set; }\n`).join('')}}
`;

const service = (/** @type {string} */ noun, /** @type {number} */ part) => `using System.Collections.Concurrent;

namespace Shop.${capital(noun)}s;

/// <summary>Keeps the ${noun}s of part ${part} in memory.</summary>
public class ${capital(noun)}${part}Service
{
    private readonly ConcurrentDictionary<Guid, object> kept = new();
${many(
  6,
  (index) => `
    public Task<IReadOnlyList<${capital(noun)}${index}Dto>> Find${index}(string? after)
    {
        var found = kept.Values.OfType<${capital(noun)}${index}Dto>();
        if (after is not null) found = found.Where(item => item.Created > DateTimeOffset.Parse(after));
        return Task.FromResult<IReadOnlyList<${capital(noun)}${index}Dto>>(found.ToList());
    }

    public Task<${capital(noun)}${index}Dto> One${index}(Guid id)
    {
        if (!kept.TryGetValue(id, out var found)) throw new KeyNotFoundException($"There is no ${noun} {id}.");
        return Task.FromResult((${capital(noun)}${index}Dto)found);
    }
`,
).join('')}}
`;

const logic = (/** @type {string} */ noun, /** @type {number} */ index) => `namespace Shop.${capital(noun)}s;

public static class ${capital(noun)}${index}Price
{
    private const int Limit = ${index * 100};

    public record Item(string Name, int Count, decimal Price);
${many(
  7,
  (step) => `
    /// <summary>Step ${step} of pricing a ${noun}: what is left after a discount.</summary>
    public static decimal Step${step}(IEnumerable<Item> items, decimal percent)
    {
        decimal total = 0;
        foreach (var item in items)
        {
            if (item.Count <= ${step}) continue;
            total += item.Count * item.Price;
        }
        return total > Limit ? total * (1 - percent / 100) : total;
    }
`,
).join('')}}
`;
