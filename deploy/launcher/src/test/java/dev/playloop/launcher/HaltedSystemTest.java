package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.watch.Paint;
import dev.playloop.launcher.watch.StoryText;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.Story;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A halt of a running system: nothing begins, and nothing is lost, over a restart too.
@EmbeddedOnly("it is started again on the folder of the embedded servers")
class HaltedSystemTest {
  private static final HaltScope SOCIETY = HaltScope.world("society");

  @TempDir private Path data;

  @Test
  void nothingBeginsWhileAWorldIsHaltedAndAllGoesOnAfterwards() throws InterruptedException {
    try (LocalSystem system = LocalSystem.start(Working.options().withData(data))) {
      assertThat(system.sql().orElseThrow().seed(Working.fixtures())).isTrue();
      try (Publisher publisher = Publisher.open(system.kafka())) {
        publisher.apply(Working.cal(system));
        publisher.halt(new Halt(Halt.VERSION, SOCIETY, "kim", Instant.now(), "prices went wild"));
        publisher.publish(Working.trigger("day-1"));
      }
      assertThat(Await.until(() -> journal(system), text -> text.contains("work-held")))
          .contains(event("work-held"));
      assertThat(decisions(system)).isZero();
    }

    try (LocalSystem system = LocalSystem.start(Working.options().withData(data))) {
      try (Publisher publisher = Publisher.open(system.kafka())) {
        publisher.apply(Working.cal(system));
        publisher.publish(Working.trigger("day-2"));
        assertThat(Await.until(() -> journal(system), text -> text.contains("day-2")))
            .contains("day-2");
        assertThat(decisions(system)).isZero();
        publisher.resume(SOCIETY);
      }
      assertThat(Await.until(() -> Working.gold(system), gold -> gold == 60)).isEqualTo(60);
      assertThat(Await.until(() -> story(system), text -> text.split("completed", -1).length == 3))
          .containsSubsequence("day-1", "ended", "day-2", "ended");
      assertThat(journal(system)).contains(event("work-resumed"));
    }
  }

  /// An event as the journal has it.
  private static String event(String type) {
    return "{'type':'%s','scope':'society','by':'kim'".formatted(type).replace("'", "\"");
  }

  private static int decisions(LocalSystem system) {
    try (TopicReader tail =
        TopicReading.of(system.kafka(), system.kafka().topics().decisions())
            .prompt()
            .fromBeginning()) {
      return tail.toEnd().size();
    }
  }

  private static String journal(LocalSystem system) {
    StringBuilder text = new StringBuilder();
    try (TopicReader tail =
        TopicReading.of(system.kafka(), system.kafka().topics().journal())
            .prompt()
            .fromBeginning()) {
      tail.toEnd()
          .forEach(
              r -> text.append(new String(r.value(), java.nio.charset.StandardCharsets.UTF_8)));
    }
    return text.toString();
  }

  private static String story(LocalSystem system) {
    StringWriter told = new StringWriter();
    Story.about("society/cal", new StoryText(new PrintWriter(told), Paint.NONE))
        .tell(system.kafka(), KeyRing.NONE);
    return told.toString();
  }
}
