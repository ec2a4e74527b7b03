package shipping;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ParcelController {
  private final Map<String, Parcel> parcels = new ConcurrentHashMap<>();

  @GetMapping("/parcels/{id}")
  public Parcel read(@PathVariable String id) {
    return parcels.get(id);
  }

  @DeleteMapping("/parcels/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  public void callBack(@PathVariable String id) {
    parcels.remove(id);
  }
}
