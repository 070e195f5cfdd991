package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.newTrigger;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.Arrives.withPriority;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.reply;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.WorldSays.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.worlds.model.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A world may say what its kinds of trigger are to agents; what it leaves out is what the names
/// say.
class DeclaredKindsTest {
  @ParameterizedTest
  @CsvSource({
    "player.says, CONVERSATION",
    "player.waves, IDLE",
    "player.says.loudly, CONVERSATION",
    "player, EVENT",
    "chat.message, SCHEDULE",
    "chat.whisper, CONVERSATION",
    "door.opens, EVENT"
  })
  void theLongestNameCounts(String kind, TriggerClass is) {
    assertThat(Catalogue.of(TestWorld.WITH_KINDS).classOf(kind)).isEqualTo(is);
  }

  @Test
  void theQueueGoesByWhatTheWorldSays() {
    ada(TestWorld.WITH_KINDS)
        .given(
            trigger("t0", "battle.started"),
            trigger("wave", "player.waves"),
            message("chat", "bob"),
            trigger("fight", "battle.started"),
            trigger("talk", "player.says"))
        .when(says("0"), says("1"), says("2"), says("3"))
        .then(
            "closed t0 COMPLETED",
            "turn talk#1",
            "closed talk COMPLETED",
            "turn fight#1",
            "closed fight COMPLETED",
            "turn chat#1",
            "closed chat COMPLETED",
            "turn wave#1");
  }

  @Test
  void theTriggersOwnPriorityGoesBeforeWhatTheWorldSays() {
    ada(TestWorld.WITH_KINDS)
        .given(trigger("t0", "battle.started"), trigger("talk", "player.says"))
        .when(withPriority("urgent", "player.waves", 100), says("0"))
        .then("closed t0 COMPLETED", "turn urgent#1");
  }

  /// Of idle ticks that wait one is enough, whatever they are called.
  @Test
  void whatIsIdleThereIsCollapsed() {
    ada(TestWorld.WITH_KINDS)
        .given(trigger("t0", "battle.started"), trigger("wave", "player.waves"))
        .when(trigger("wave2", "player.waves"))
        .thenEvents("TriggerDropped");
  }

  /// As a message is that a trigger names; a reply tool meets it that names who spoke.
  @Test
  void whoSpeaksIsOwedAReply() {
    ada(TestWorld.WITH_KINDS)
        .given(trigger(newTrigger("t1", "player.says", "bob")))
        .when(says("Hello."))
        .then("turn t1#2")
        .thenPrompt("a reply is owed to message bob")
        .when(calls(reply("bob")), done("t1#2.1"))
        .then("release reply_to_message t1#2.1", "closed t1 COMPLETED");
  }

  @Test
  void anAnnouncementIsOwedNone() {
    ada(TestWorld.WITH_KINDS)
        .given(trigger(newTrigger("t1", "door.opens", "bob")))
        .when(says("Hello."))
        .then("closed t1 COMPLETED");
  }
}
