package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static dev.playloop.projector.shell.LoopTopologyTest.only;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.view.Progress;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/// What happens between a release and its result is journaled, and ends nothing.
class ProgressTest extends RecordNetCase {
  @Test
  void whatHappensOnTheWayIsJournaledAndEndsNothing() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.decide(SampleDecisions.farm(only(loop.turns()), 1));
    Action farm = only(loop.actions());

    loop.progress(Progress.of(farm, "submitted", "0xabc"));

    JournalEntry told = loop.journal().getLast();
    assertThat(new String(told.envelope(), UTF_8)).contains("action-progressed");
    assertThat(new String(Objects.requireNonNull(told.value()), UTF_8)).contains("0xabc");
    assertThat(loop.turns()).isEmpty();
    assertThat(loop.actions()).isEmpty();
    loop.done(farm, null);
    assertThat(Json.text(only(loop.turns()).body())).doesNotContain("submitted");
    assertChainHolds("ada");
  }

  @Test
  void whatCanNotBeReadIsADeadLetterAndEndsNothing() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.decide(SampleDecisions.farm(only(loop.turns()), 1));
    Action farm = only(loop.actions());

    String noStep =
        "{\"v\":1,\"agent\":\"test/ada\",\"action\":\"" + farm.action() + "\",\"step\":\"\"}";
    loop.driver.sendRaw(
        loop.topics.progress(),
        "test/ada".getBytes(UTF_8),
        noStep.getBytes(UTF_8),
        new RecordHeaders(),
        Samples.START);

    assertThat(loop.deadLetters()).hasSize(1);
    assertThat(loop.actions()).isEmpty();
    assertThat(loop.turns()).isEmpty();
    assertChainHolds("ada");
  }
}
