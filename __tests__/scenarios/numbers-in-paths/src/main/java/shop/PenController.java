package shop;

import java.util.UUID;
import org.springframework.web.bind.annotation.*;

@RestController
public class PenController {
    record Pen(long id, String colour) {}

    record Ink(String name) {}

    @GetMapping("/{id}")
    public Pen pen(@PathVariable Long id) {
        return new Pen(id, "red");
    }

    @GetMapping("/inks/{name}")
    public Ink ink(@PathVariable("name") String given) {
        return new Ink(given);
    }

    @GetMapping("/sets/{key}")
    public Pen set(@PathVariable("key") UUID given) {
        return new Pen(1, "red");
    }
}
