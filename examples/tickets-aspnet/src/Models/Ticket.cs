namespace Tickets.Models;

public enum Priority
{
    Low,
    Normal,
    High,
    Blocker,
}

public record Ticket(int Id, string Title, Priority Priority, DateTime OpenedAt)
{
    public DateTime? ClosedAt { get; set; }
}

public record NewTicket(string Title, Priority Priority = Priority.Normal);

public record Page<T>(IReadOnlyList<T> Items, int Total);
