package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.operator.Publisher;
import dev.playloop.rehearsal.RehearsalServer;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A world whose day's money is spent: nothing begins until somebody resumes it.
@EmbeddedOnly("the cap counts what one whole system spends")
class CappedSystemTest {
  private static final HaltScope SOCIETY = HaltScope.world("society");

  @Test
  void aWorldThatHasSpentItsDaysMoneyWaitsAndGoesOnWhereSomeoneSaysSo()
      throws InterruptedException {
    try (RehearsalServer model = RehearsalServer.start(Working.RULES);
        LocalSystem system =
            LocalSystem.start(
                Working.options(
                        Map.of(
                            "PLAYLOOP_MODEL_NAME", "rehearsal",
                            "PLAYLOOP_MODEL_PRICE_INPUT", "10",
                            "PLAYLOOP_CAP_USD_PER_DAY", "society=0.000001"))
                    .withModel(model.baseUrl()))) {
      assertThat(system.sql().orElseThrow().seed(Working.fixtures())).isTrue();
      try (Publisher publisher = Publisher.open(system.kafka())) {
        publisher.apply(Working.cal(system));
        publisher.publish(Working.trigger("day-1"));
        assertThat(Await.until(() -> text(system, topics(system).halts()), t -> !t.isEmpty()))
            .contains("\"by\":\"" + Halt.CAP + "\"", "the cap is 0.000001");
        publisher.publish(Working.trigger("day-2"));
        String held = Await.until(() -> text(system, topics(system).journal()), this::isHeld);
        assertThat(held).contains("work-held");
        assertThat(Working.gold(system)).as("the second day has not begun").isLessThan(60);

        publisher.resume(SOCIETY);
      }
      assertThat(Await.until(() -> Working.gold(system), gold -> gold == 60)).isEqualTo(60);
      assertThat(text(system, topics(system).halts()).split("\"by\"", -1))
          .as("it is not halted a second time on this day")
          .hasSize(2);
    }
  }

  @Test
  void aCapOfAWorldThatIsNotThereIsRefusedBeforeAnythingStarts() {
    LocalOptions options = Working.options(Map.of("PLAYLOOP_CAP_USD_PER_DAY", "societi=5"));
    assertThatThrownBy(() -> LocalSystem.start(options))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("did you mean society?");
  }

  private boolean isHeld(String journal) {
    return journal.contains("work-held") && journal.contains("\"by\":\"cap\"");
  }

  private static Topics topics(LocalSystem system) {
    return system.kafka().topics();
  }

  private static String text(LocalSystem system, Topic<?, ?> topic) {
    StringBuilder text = new StringBuilder();
    try (TopicReader tail = TopicReading.of(system.kafka(), topic).prompt().fromBeginning()) {
      tail.toEnd().stream()
          .filter(record -> record.value() != null)
          .forEach(record -> text.append(new String(record.value(), StandardCharsets.UTF_8)));
    }
    return text.toString();
  }
}
