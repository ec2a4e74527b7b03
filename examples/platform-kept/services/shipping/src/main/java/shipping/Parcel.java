package shipping;

public record Parcel(String id, String order, Address to) {}
