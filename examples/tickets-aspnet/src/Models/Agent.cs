using System.Text.Json.Serialization;

namespace Tickets.Models;

public class Agent
{
    public required string Name { get; init; }

    [JsonPropertyName("display_name")]
    public required string DisplayName { get; init; }

    [JsonIgnore]
    public string Password { get; set; } = "";

    [JsonIgnore]
    public DateTimeOffset? LastSeen { get; set; }
}
