package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/// A kernel of its own for each test.
abstract class OnKernel {
  static final JsonNode YES = Json.tree("true");

  TestKernel kernel;

  @BeforeEach
  void open() {
    kernel = TestKernel.seeded();
  }

  @AfterEach
  void close() {
    assertThat(kernel.bookErrors()).isEmpty();
    kernel.close();
  }

  long open(String resource) {
    return kernel.number(
        "select count(*) from reservation where state = 'open' and resource = '" + resource + "'");
  }
}
