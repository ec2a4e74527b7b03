import { capital, many } from './words.js';

/** Spring, Jackson and JPA. @type {import('../generate-service.js').Generator} */
export const jvm = {
  module: (noun) => {
    const at = (/** @type {string} */ name) => `src/main/java/shop/${noun}/${capital(noun)}${name}.java`;
    return [
      [at('Controller'), controller(noun)],
      ...many(6, (index) => /** @type {const} */ ([at(`${index}Dto`), dto(noun, index)])),
      ...many(4, (index) => /** @type {const} */ ([at(`${index}Entity`), entity(noun, index)])),
      ...many(3, (index) => /** @type {const} */ ([at(`${index}Service`), service(noun, index)])),
      ...many(10, (index) => /** @type {const} */ ([at(`${index}Price`), logic(noun, index)])),
    ];
  },
  root: () => [
    [
      'src/main/java/shop/Application.java',
      `package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }
}
`,
    ],
    ['src/main/resources/application.properties', 'server.servlet.context-path=/api\n'],
  ],
};

const controller = (/** @type {string} */ noun) => `package shop.${noun};

import java.util.List;
import java.util.UUID;
import lombok.RequiredArgsConstructor;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;

/** What is asked of ${noun}s. */
@RestController
@RequestMapping("/${noun}s")
@RequiredArgsConstructor
public class ${capital(noun)}Controller {

    private final ${capital(noun)}1Service service;
${many(
  6,
  (index) => `
    /** Lists what is known of part ${index}, newest first. */
    @GetMapping("/${index}/list")
    public List<${capital(noun)}${index}Dto> list${index}(@RequestParam(required = false) String after) {
        return service.find${index}(after);
    }

    @GetMapping("/${index}/{id}")
    public ResponseEntity<${capital(noun)}${index}Dto> one${index}(@PathVariable UUID id) {
        return ResponseEntity.ok(service.one${index}(id));
    }

    @PostMapping("/${index}")
    @ResponseStatus(HttpStatus.CREATED)
    public ${capital(noun)}${index}Dto create${index}(@RequestBody ${capital(noun)}${index}Dto body) {
        return service.one${index}(body.getId());
    }
`,
).join('')}}
`;

const dto = (/** @type {string} */ noun, /** @type {number} */ index) => `package shop.${noun};

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.UUID;
import lombok.Data;

/** What is told of a ${noun}. */
@Data
public class ${capital(noun)}${index}Dto {
    private UUID id;

    @JsonProperty("createdAt")
    private Instant created;
${many(
  12,
  (field) => `
    /** Point ${field} of the ${noun}. */
    @JsonProperty("point_${field}")
    private ${field % 2 === 0 ? 'String' : 'Integer'} point${field};
`,
).join('')}}
`;

const entity = (/** @type {string} */ noun, /** @type {number} */ index) => `package shop.${noun};

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

@Entity
public class ${capital(noun)}${index}Entity {
    @Id private UUID id;
${many(
  12,
  (column) => `
    @Column(name = "column_${column}", nullable = true)
    private String column${column};

    public String getColumn${column}() {
        return column${column};
    }

    public void setColumn${column}(String column${column}) {
        this.column${column} = column${column};
    }
`,
).join('')}}
`;

const service = (/** @type {string} */ noun, /** @type {number} */ part) => `package shop.${noun};

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Service;

/** Keeps the ${noun}s of part ${part} in memory. */
@Service
public class ${capital(noun)}${part}Service {
    private final Map<UUID, Object> kept = new ConcurrentHashMap<>();
${many(
  6,
  (index) => `
    public List<${capital(noun)}${index}Dto> find${index}(String after) {
        return kept.values().stream()
                .filter(${capital(noun)}${index}Dto.class::isInstance)
                .map(${capital(noun)}${index}Dto.class::cast)
                .filter(item -> after == null || item.getCreated().toString().compareTo(after) > 0)
                .toList();
    }

    public ${capital(noun)}${index}Dto one${index}(UUID id) {
        var found = kept.get(id);
        if (found == null) {
            throw new IllegalArgumentException("There is no ${noun} " + id + ".");
        }
        return (${capital(noun)}${index}Dto) found;
    }
`,
).join('')}}
`;

const logic = (/** @type {string} */ noun, /** @type {number} */ index) => `package shop.${noun};

import java.util.List;

public final class ${capital(noun)}${index}Price {
    private static final int LIMIT = ${index * 100};

    private ${capital(noun)}${index}Price() {}

    public record Item(String name, int count, double price) {}
${many(
  7,
  (step) => `
    /** Step ${step} of pricing a ${noun}: what is left after a discount of {@code percent}. */
    public static double step${step}(List<Item> items, double percent) {
        double total = 0;
        for (Item item : items) {
            if (item.count() <= ${step}) {
                continue;
            }
            total += item.count() * item.price();
        }
        return total > LIMIT ? total * (1 - percent / 100) : total;
    }
`,
).join('')}}
`;
