package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.projector.world.Needs;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.view.ViewNeed;
import dev.playloop.worlds.model.Worlds;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whom the loop tells that views are needed: its own process, or others by a topic.
class AttentionTest extends LoopTopologyCase {
  private final Needs here = new Needs();
  private boolean isAllHere = true;

  @Override
  @BeforeEach
  void open() {
    Topics topics = new Topics("t.", 1);
    LoopSetup setup =
        LoopSetup.of(topics, Worlds.of(new TestWorld()))
            .withAttention(new Attention(here, () -> isAllHere));
    loop = new LoopDriver(dir, topics, LoopDriver.desk(), setup);
  }

  @Test
  void viewsAreNeededWhileARunGoesOnAndInTheVersionThatItsTurnWaitsFor() {
    loop.apply(config("ada", "ada"));
    loop.view(view(3, "a field"));
    assertThat(here.of(agent("ada"))).isNull();

    loop.trigger(trigger("ada", "m-1", "farm"));
    assertThat(here.of(agent("ada"))).extracting(Needs.Need::version).isEqualTo(Needs.ANY);
    loop.decide(SampleDecisions.farm(only(loop.turns()), 1));
    loop.done(only(loop.actions()), 5L);
    assertThat(here.of(agent("ada"))).extracting(Needs.Need::version).isEqualTo(5L);
    loop.view(view(5, "a farmed field"));
    assertThat(here.of(agent("ada"))).extracting(Needs.Need::version).isEqualTo(Needs.ANY);

    loop.decide(SampleDecisions.text(only(loop.turns()), "farmed"));
    assertThat(here.of(agent("ada"))).isNull();
    assertThat(needs()).as("no record is written of it").isEmpty();
  }

  @Test
  void whereAnotherProcessMayProjectTheSceneItIsToldByATopic() {
    isAllHere = false;
    loop.apply(config("ada", "ada"));
    loop.view(view(3, "a field"));

    loop.trigger(trigger("ada", "m-1", "farm").worldVersion(4L));
    loop.view(view(4, "a field"));
    loop.decide(SampleDecisions.text(only(loop.turns()), "no"));

    assertThat(needs()).containsExactly("4", "null", "over");
    assertThat(here.of(agent("ada"))).isNull();
  }

  private List<String> needs() {
    return loop.driver.raw(loop.topics.viewNeeds()).stream().map(AttentionTest::said).toList();
  }

  private static String said(TestRecord<byte[], byte[]> record) {
    assertThat(new String(record.key(), UTF_8)).isEqualTo("test/ada");
    return record.value() == null
        ? "over"
        : String.valueOf(Json.read(record.value(), ViewNeed.class).version());
  }
}
