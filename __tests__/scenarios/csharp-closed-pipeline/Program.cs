var app = WebApplication.CreateBuilder(args).Build();
app.UseHttpsRedirection();
app.Use(async (context, next) =>
{
    context.Response.StatusCode = 503;
    await context.Response.WriteAsync("closed for the season");
});
app.MapGet("/berths", () => new[] { new Berth(1) });
app.MapDelete("/berths/{number}", (int number) => Results.NoContent());
app.Run();

public record Berth(int Number);
