using System.Text.Json;
using System.Text.Json.Serialization;

var builder = WebApplication.CreateBuilder(args);
builder.Services.ConfigureHttpJsonOptions(options =>
{
    options.SerializerOptions.PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower;
    options.SerializerOptions.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull;
    options.SerializerOptions.Converters.Add(new JsonStringEnumConverter());
});
var app = builder.Build();
app.MapGet("/orders/{id}", (int id) => new Order { OrderId = id });
app.Run();

public enum Status { Open, Closed }

public class Order
{
    public int OrderId { get; set; }
    public Status Status { get; set; }
    public string? Note { get; set; }
}
