package parcels

import org.springframework.kafka.annotation.KafkaListener
import org.springframework.stereotype.Component

// `label` has a default, `weight` is a number, `note` copes with null: only `carrier` must come, and nobody promises it.
data class Parcel(val id: String, val weight: Int, val label: String = "none", val note: String?, val carrier: String)

@Component
class Parcels {
    @KafkaListener(topics = ["parcels.sent"])
    fun sent(parcel: Parcel) = println(parcel.id)
}
