var closed = args.Contains("--closed");
var app = WebApplication.CreateBuilder(args).Build();
app.Use(async (context, next) =>
{
    context.Response.Headers["X-Season"] = "summer";
    await next(context);
});
if (closed)
{
    app.Run(async context => await context.Response.WriteAsync("closed for the season"));
}
app.Map("/ping", branch => branch.Run(async context => await context.Response.WriteAsync("pong")));
await Task.Run(() => Console.WriteLine("ready"));
app.MapGet("/berths", () => new[] { new Berth(1) });
app.MapDelete("/berths/{number}", (int number) => Results.NoContent());
app.UseRouting();
app.UseEndpoints(endpoints => { });
app.Run(async context => await context.Response.WriteAsync("nothing here"));
app.Run();

public record Berth(int Number);
