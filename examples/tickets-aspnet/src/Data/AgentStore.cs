using Tickets.Models;

namespace Tickets.Data;

public class AgentStore(TicketStore tickets)
{
    private readonly List<Agent> _agents = [];

    public IEnumerable<Agent> All() => _agents;

    public Agent? Find(string name) => _agents.Find(agent => agent.Name == name);

    public int OpenTickets(string name) => tickets.Page(1).Count(ticket => ticket.ClosedAt is null);
}
