package shop;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import shop.model.Token;

@RestController
class TokenController {
  private final Tokens tokens;

  TokenController(Tokens tokens) {
    this.tokens = tokens;
  }

  @GetMapping("/tokens")
  Token one() {
    return tokens.next();
  }

  @GetMapping("/lives")
  Token life() {
    return tokens.next();
  }
}
