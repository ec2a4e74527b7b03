using Microsoft.AspNetCore.Http.HttpResults;
using Tickets.Data;
using Tickets.Models;

namespace Tickets.Endpoints;

public static class TicketEndpoints
{
    public static RouteGroupBuilder MapTickets(this RouteGroupBuilder api)
    {
        var tickets = api.MapGroup("/tickets").WithTags("tickets");

        tickets.MapGet("/", (TicketStore store, int page = 1) =>
        {
            var found = store.Page(page);
            return TypedResults.Ok(new Page<Ticket>(found, store.Count));
        });
        tickets.MapPost("/", Open);
        tickets.MapGet("/{id:int}", Find);
        tickets.MapDelete("/{id:int}", (int id, TicketStore store) =>
        {
            store.Remove(id);
            return Results.NoContent();
        });
        return api;
    }

    private static Created<Ticket> Open(NewTicket ticket, TicketStore store)
    {
        var opened = store.Add(ticket);
        return TypedResults.Created($"/api/tickets/{opened.Id}", opened);
    }

    private static Results<Ok<Ticket>, NotFound> Find(int id, TicketStore store) =>
        store.Find(id) is { } ticket ? TypedResults.Ok(ticket) : TypedResults.NotFound();
}
