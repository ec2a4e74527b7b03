using System.Text.Json.Serialization;

namespace Bill;

public record Order
{
    [JsonPropertyName("id")] public required string Id { get; init; }
    [JsonPropertyName("createdAt")] public required string CreatedAt { get; init; }
    [JsonPropertyName("status")] public required string Status { get; init; }
    [JsonPropertyName("note")] public string? Note { get; init; }
}
