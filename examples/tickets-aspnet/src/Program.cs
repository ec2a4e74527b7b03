using System.Text.Json.Serialization;
using Tickets.Data;
using Tickets.Endpoints;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddSingleton<TicketStore>();
builder.Services.AddSingleton<AgentStore>();
builder.Services.AddControllers();
builder.Services.ConfigureHttpJsonOptions(options =>
    options.SerializerOptions.Converters.Add(new JsonStringEnumConverter()));

var app = builder.Build();
app.MapControllers();
app.MapGroup("/api").MapTickets();
app.Run();
