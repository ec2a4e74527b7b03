package shop;

import com.fasterxml.jackson.annotation.JsonProperty;

public class OrderDto {
  private String id;
  @JsonProperty("created")
  private String createdAt;
  private String status;
  private double total;
  private String note;

  public String getId() { return id; }
  public String getCreatedAt() { return createdAt; }
  public String getStatus() { return status; }
  public double getTotal() { return total; }
  public String getNote() { return note; }
}
