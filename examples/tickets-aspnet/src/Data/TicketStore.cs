using Tickets.Models;

namespace Tickets.Data;

public class TicketStore
{
    private readonly Dictionary<int, Ticket> _tickets = new();

    public int Count => _tickets.Count;

    public IReadOnlyList<Ticket> Page(int page) => _tickets.Values.Skip((page - 1) * 20).Take(20).ToList();

    public Ticket? Find(int id) => _tickets.GetValueOrDefault(id);

    public Ticket Add(NewTicket ticket)
    {
        var added = new Ticket(_tickets.Count + 1, ticket.Title, ticket.Priority, DateTime.UtcNow);
        _tickets[added.Id] = added;
        return added;
    }

    public void Remove(int id) => _tickets.Remove(id);
}
