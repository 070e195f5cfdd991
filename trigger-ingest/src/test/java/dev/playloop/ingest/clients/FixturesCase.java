package dev.playloop.ingest.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One client before all fixtures. Its driver is one process, for all of them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
abstract class FixturesCase {
  private final Language language;
  private DriverProcess driver;

  FixturesCase(Language language) {
    this.language = language;
  }

  @BeforeAll
  void start() throws IOException, InterruptedException {
    driver = language.driver();
  }

  @AfterAll
  void stop() {
    if (driver != null) {
      driver.close();
    }
  }

  static List<Fixture> fixtures() {
    return Fixture.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fixtures")
  void theClientKeepsTo(Fixture fixture) {
    assertThat(Judge.play(fixture, driver)).as(fixture.holds()).isEmpty();
  }
}
