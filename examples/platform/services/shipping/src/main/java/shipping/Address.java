package shipping;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Address(String street, String city, String zip, Optional<String> country) {}
