package shipping;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ParcelController {
  private final Map<String, Parcel> parcels = new ConcurrentHashMap<>();

  @GetMapping("/parcels/{id}")
  public Parcel read(@PathVariable String id) {
    return parcels.get(id);
  }
}
