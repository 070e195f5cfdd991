package dev.playloop.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Standing;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What `agents status --json` prints.
class AgentStatusTest {
  @Test
  void eachLineIsPrintedAsItsGoldenOneAndItsSchemaSay() throws IOException {
    Printed.check("agent-status", AgentStatus.class, statuses());
  }

  @Test
  void theSchemaRefusesWhatTheReaderRefuses() throws IOException {
    for (AgentStatus status : statuses()) {
      Printed.checkRequired("agent-status", AgentStatus.class, status, "standing");
    }
  }

  @Test
  void itSaysHowOldItIs() throws IOException {
    AgentStatus status = statuses().getFirst();

    assertThat(status.age()).isEqualTo(Duration.ofMillis(2_500));
    Standing.Doing doing =
        Objects.requireNonNull(Objects.requireNonNull(status.standing()).doing());
    assertThat(doing.stage().activity()).isEqualTo(Standing.Activity.ACTING);
    assertThat(status.gone()).isFalse();
  }

  @Test
  void whoWasDeletedAndHasNothingUnderWayIsGone() throws IOException {
    String bob = Json.text(statuses().get(1));

    assertThat(status(bob).gone()).isFalse();
    assertThat(status(bob.replace("\"configured\":true", "\"configured\":false")).gone()).isTrue();
  }

  private static AgentStatus status(String json) {
    return Json.read(json, AgentStatus.class);
  }

  private static List<AgentStatus> statuses() throws IOException {
    return Files.readAllLines(Path.of("src/test/resources/golden/agent-status.jsonl")).stream()
        .map(AgentStatusTest::status)
        .toList();
  }
}
