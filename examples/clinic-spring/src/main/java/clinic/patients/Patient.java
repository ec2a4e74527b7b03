package clinic.patients;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.util.Optional;
import lombok.Builder;
import lombok.Data;

@Data
@Builder
public class Patient {
    private long id;
    private String name;

    @JsonProperty("born_on")
    private LocalDate bornOn;

    private Optional<String> phone;

    @JsonIgnore
    private String insuranceNumber;
}
