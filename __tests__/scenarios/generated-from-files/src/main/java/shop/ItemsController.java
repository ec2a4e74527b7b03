package shop;

import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RestController;
import shop.api.ItemsApi;
import shop.model.ItemView;

@RestController
public class ItemsController implements ItemsApi {
    @Override
    public ResponseEntity<List<ItemView>> listItems() {
        return ResponseEntity.ok(List.of());
    }

    @Override
    public ResponseEntity<Object> getItem(String id) {
        return ResponseEntity.ok(new Plain("pen"));
    }

    record Plain(String name) {
    }
}
