package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.PlayReport;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.launcher.watch.StoryText;
import dev.playloop.operator.AgentRegister;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.Story;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./playloop up --data DIR`, stopped and started again.
@EmbeddedOnly("it is about what the folder of the embedded servers keeps")
class RestartTest {
  @TempDir private Path data;

  @Test
  void everythingIsThereAgainAfterARestart() throws InterruptedException {
    String bootstrap;
    try (LocalSystem system = LocalSystem.start(Working.options().withData(data))) {
      bootstrap = system.kafka().client().get("bootstrap.servers");
      assertThat(system.sql().orElseThrow().seed(Working.fixtures())).isTrue();
      try (Publisher publisher = Publisher.open(system.kafka())) {
        publisher.apply(Working.cal(system));
      }
      PlayReport first = play(system, "day-1");
      assertThat(first.runOf("day-1").orElseThrow().closed().outcome())
          .isEqualTo(RunOutcome.COMPLETED);
    }

    try (LocalSystem system = LocalSystem.start(Working.options().withData(data))) {
      assertThat(system.kafka().client().get("bootstrap.servers")).isEqualTo(bootstrap);
      assertThat(system.sql().orElseThrow().seed(Working.fixtures())).isFalse();
      assertThat(AgentRegister.read(system.kafka())).containsOnlyKeys(Working.CAL);
      try (Publisher publisher = Publisher.open(system.kafka())) {
        publisher.apply(
            system
                .routes()
                .renew(
                    Objects.requireNonNull(AgentRegister.read(system.kafka()).get(Working.CAL))));
      }

      PlayReport second = play(system, "day-1", "day-2");

      assertThat(second.dropOf("day-1").orElseThrow().reason()).isEqualTo(DropReason.DUPLICATE);
      assertThat(second.runOf("day-2").orElseThrow().closed().outcome())
          .isEqualTo(RunOutcome.COMPLETED);
      assertThat(Working.gold(system)).isEqualTo(60);
      int told =
          Story.about("society/cal", new StoryText(new PrintWriter(new StringWriter()), Paint.NONE))
              .tell(system.kafka(), KeyRing.NONE);
      assertThat(told).isEqualTo(2);
    }
  }

  private static PlayReport play(LocalSystem system, String... ids) throws InterruptedException {
    try (Play play = Play.open(system.kafka(), system.worldNames(), _ -> {})) {
      return play.play(Working.lines(ids), Duration.ofSeconds(60));
    }
  }
}
