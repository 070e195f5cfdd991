package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.operator.Step;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Part;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The example as a user runs it: an emulator in a process of its own, on mGBA where it is
/// installed, and the rehearsal model over HTTP.
@NeedsInfra
class EmeraldExampleTest {
  private static final Queue<Step> STEPS = new ConcurrentLinkedQueue<>();

  @TempDir private static Path screens;

  private static LocalSystem system;
  private static ExampleRun.Outcome outcome;

  @BeforeAll
  static void play(TestInfra infra) throws InterruptedException {
    Example example = Example.load("emerald");
    LocalOptions options =
        Working.options(
                Map.of(
                    "PLAYLOOP_EMERALD_SCREENS",
                    screens.toString(),
                    // Else the game goes on while a busy machine thinks: the rules know few places.
                    "PLAYLOOP_EMERALD_SPEED",
                    "step"))
            .withWorlds(List.of("emerald"))
            .withRehearsal(example.rehearsal());
    system =
        LocalSystem.start(infra.isEmbedded() ? options : options.withBootstrap(infra.ownBroker()));
    ExampleRun.prepare(example, system);
    outcome = ExampleRun.play(example, system, STEPS::add);
  }

  @AfterAll
  static void stop() {
    if (system != null) {
      system.close();
    }
  }

  @Test
  void everyExpectationHolds() {
    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.report().drops()).isEmpty();
  }

  @Test
  void everyActionIsDone() {
    assertThat(acted())
        .allSatisfy(step -> assertThat(step.result().status()).isEqualTo(Status.DONE));
    assertThat(acted())
        .extracting(Step.Acted::tool)
        .contains("look", "navigate", "stun_npc", "press_buttons", "select_move");
  }

  @Test
  void screensAreKeptUnderTheirHash() throws IOException {
    List<Part.Image> images =
        acted().stream()
            .flatMap(step -> step.result().shown() == null ? null : step.result().shown().stream())
            .map(Part.Image.class::cast)
            .toList();
    assertThat(images).hasSizeGreaterThanOrEqualTo(2);
    for (Part.Image image : images) {
      byte[] bytes = Files.readAllBytes(Path.of(URI.create(image.url())));
      assertThat(Sha256.hex(bytes)).isEqualTo(image.sha256());
    }
  }

  @Test
  void theJourneyEndsAtTheGoal() {
    JsonNode output = Objects.requireNonNull(acted().getLast().result().output());
    assertThat(output.path("map").asString()).isEqualTo("0.0");
    assertThat(output.path("x").asInt()).isEqualTo(27);
    assertThat(output.path("y").asInt()).isEqualTo(16);
  }

  private static List<Step.Acted> acted() {
    return STEPS.stream().filter(Step.Acted.class::isInstance).map(Step.Acted.class::cast).toList();
  }
}
