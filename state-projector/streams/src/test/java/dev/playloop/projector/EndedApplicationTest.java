package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.projector.steady.ReplaceThread;
import dev.playloop.projector.steady.StateFolder;
import dev.playloop.schemas.topic.Topics;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndedApplicationTest {
  private final KafkaSettings kafka = KafkaSettings.of("127.0.0.1:1", new Topics("t.", 4));

  @TempDir Path dir;

  @Test
  void whyOneHasEndedIsToldWhateverIsWrongWithTheOther() {
    Application world = application("world");
    Application loop = application("loop");
    assertThat(StateProjector.problem(world, loop)).contains("world", "not started");

    new ReplaceThread("loop", loop.pulse(), new StateFolder(dir, "t.loop"), false)
        .handle(new FencedInstanceIdException("projector-0"));

    assertThat(StateProjector.problem(world, loop)).startsWith("the loop application has ended");
    assertThat(loop.isDead()).as("also while Streams still waits for its threads").isTrue();
  }

  private Application application(String name) {
    return Application.of(name, kafka, ProjectorSettings.local(dir), List.of(), Telemetry.off());
  }
}
