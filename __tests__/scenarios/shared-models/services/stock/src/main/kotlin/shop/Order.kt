package shop

import com.fasterxml.jackson.annotation.JsonProperty

data class Order(
  val id: Int,
  @JsonProperty("createdAt") val created_at: String,
  val status: String,
  val total: Double,
  val note: String?,
)
