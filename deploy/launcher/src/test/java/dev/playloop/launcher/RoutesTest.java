package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What agents without routes get.
class RoutesTest {
  private static final Route.Candidate MODEL = Route.Candidate.of("http://127.0.0.1:1/v1", "usual");
  private static final AgentConfig ADA =
      AgentConfig.of(
          new AgentId("tavern/ada"), "ada", new AgentConfig.Instructions("Ada.", "", List.of()));

  private static final String FILE =
      """
      routes:
        idle:
          name: cheap
          candidates: [{baseUrl: 'http://127.0.0.1:2/v1', model: small}]
      """;

  @TempDir Path folder;

  private Settings settings(String text) throws IOException {
    Path file = folder.resolve("routes.yaml");
    Files.writeString(file, text);
    return AllSettings.read(Map.of("PLAYLOOP_ROUTES", file.toString()), null);
  }

  private static String model(AgentConfig config, TriggerClass of) {
    return Objects.requireNonNull(config.route(of)).candidates().getFirst().model();
  }

  @Test
  void aClassHasItsOwnModelAndTheOthersTheUsual() throws IOException {
    AgentConfig ada = Routes.to(MODEL, Routes.ByClass.from(settings(FILE))).resolve(ADA);
    assertThat(model(ada, TriggerClass.IDLE)).isEqualTo("small");
    assertThat(model(ada, TriggerClass.CONVERSATION)).isEqualTo("usual");
  }

  @Test
  void anAgentsOwnRoutesStay() throws IOException {
    AgentConfig own = ADA.routes(Map.of("*", new Route("own", List.of(MODEL))));
    assertThat(Routes.to(MODEL, Routes.ByClass.from(settings(FILE))).resolve(own)).isEqualTo(own);
  }

  @Test
  void aClassThatIsNoneIsToldWithTheNearest() {
    assertThatThrownBy(() -> Routes.ByClass.from(settings(FILE.replace("idle:", "idel:"))))
        .isInstanceOf(UserProblem.class)
        .hasMessageContaining("idel")
        .hasMessageContaining("did you mean 'idle'?");
  }

  @Test
  void aFileThatIsNotThereIsTold() {
    Settings settings =
        AllSettings.read(Map.of("PLAYLOOP_ROUTES", folder.resolve("none").toString()), null);
    assertThatThrownBy(() -> Routes.ByClass.from(settings)).isInstanceOf(UserProblem.class);
  }
}
