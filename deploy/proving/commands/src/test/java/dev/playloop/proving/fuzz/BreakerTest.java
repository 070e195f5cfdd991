package dev.playloop.proving.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.input.Breaker;
import dev.playloop.proving.fuzz.input.Chance;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The fuzzer must be able to say again what it said, and must break what it says it breaks.
class BreakerTest {
  private static final JsonNode GOOD =
      Json.tree(
          "{\"id\":\"a\",\"subject\":{\"type\":\"p\",\"id\":\"ada\"},\"data\":[1,{\"n\":2}]}");

  @Test
  void aSeedSaysTheSameBytesAgain() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(Breaker.broken(GOOD, Chance.of(5, "x", i)))
          .isEqualTo(Breaker.broken(GOOD, Chance.of(5, "x", i)));
    }
  }

  @Test
  void inputsDifferAndMostKeepPartsOfTheGoodOne() {
    Set<String> different = new HashSet<>();
    int near = 0;
    for (int i = 0; i < 1_000; i++) {
      String text = Findings.shown(Breaker.broken(GOOD, Chance.of(5, "x", i)));
      different.add(text);
      near += text.contains("\"subject\"") ? 1 : 0;
    }
    assertThat(different).hasSizeGreaterThan(500);
    assertThat(near).isGreaterThan(600);
  }

  @Test
  void whatOnceStoppedThePartitionsIsAmongThem() {
    Set<String> wanted =
        Set.of("ada\\ud800\\n", "\\udc00 here", "1e99999999999", "1e400", "\\u0000");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      String text = Findings.shown(Breaker.broken(GOOD, Chance.of(7, "x", i)));
      wanted.stream().filter(text::contains).forEach(seen::add);
    }
    assertThat(seen).isEqualTo(wanted);
  }

  @Test
  void mostInputsAreRefusedByTheParser() {
    int refused = 0;
    for (int i = 0; i < 1_000; i++) {
      try {
        Json.tree(
            new String(
                Breaker.broken(GOOD, Chance.of(9, "x", i)),
                java.nio.charset.StandardCharsets.UTF_8));
      } catch (InvalidValueException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(200, 950);
  }
}
