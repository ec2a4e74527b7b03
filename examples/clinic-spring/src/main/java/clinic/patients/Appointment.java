package clinic.patients;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

public record Appointment(long id, Instant startsAt, State state) {
    public enum State {
        @JsonProperty("booked")
        BOOKED,
        @JsonProperty("cancelled")
        CANCELLED,
        @JsonProperty("no-show")
        NO_SHOW
    }
}
