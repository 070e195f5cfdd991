package dev.playloop.loop;

import static dev.playloop.loop.Arrives.afterHops;
import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.newTrigger;
import static dev.playloop.loop.Arrives.question;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.Arrives.withPriority;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.reply;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.PeopleSay.config;
import static dev.playloop.loop.PeopleSay.deleted;
import static dev.playloop.loop.PeopleSay.pause;
import static dev.playloop.loop.PeopleSay.resume;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.nobody;
import static dev.playloop.loop.WorldSays.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Rule 1: one open run, a bounded queue, preemption, joining, and triggers that are refused.
class QueueTest {
  @Test
  void triggerOpensARunAndItsFirstTurn() {
    ada().when(message("t1", "bob")).then("turn t1#1").thenEvents("RunOpened");
  }

  @Test
  void secondTriggerWaitsUntilTheRunCloses() {
    ada()
        .given(message("t1", "bob"))
        .when(trigger("t2", "battle.started"))
        .then()
        .thenEvents("TriggerQueued")
        .when(says("done"))
        .then("closed t1 COMPLETED", "turn t2#1");
  }

  @Test
  void queueGoesByPriorityThenArrival() {
    ada()
        .given(
            trigger("t0", "battle.started"),
            trigger("idle", "idle.tick"),
            trigger("market", "schedule.market"),
            trigger("fight", "battle.started"),
            message("chat", "bob"),
            trigger("fight2", "battle.started"))
        .when(says("0"), says("1"), says("2"), says("3"), says("4"))
        .then(
            "closed t0 COMPLETED",
            "turn chat#1",
            "closed chat COMPLETED",
            "turn fight#1",
            "closed fight COMPLETED",
            "turn fight2#1",
            "closed fight2 COMPLETED",
            "turn market#1",
            "closed market COMPLETED",
            "turn idle#1");
  }

  @Test
  void triggersOwnPriorityGoesBeforeItsClass() {
    ada()
        .given(trigger("t0", "battle.started"), message("chat", "bob"))
        .when(withPriority("urgent", "idle.tick", 100), says("0"))
        .then("closed t0 COMPLETED", "turn urgent#1");
  }

  @Test
  void repeatedIdleTicksCollapse() {
    ada()
        .given(message("t1", "bob"), trigger("i1", "idle.tick"))
        .when(trigger("i2", "idle.tick"))
        .then("dropped i2 COLLAPSED");
  }

  @Test
  void fullQueueDropsTheNewestOfTheLowestPriority() {
    Scenario full = ada().given(message("t1", "bob"));
    for (int i = 0; i < LoopPolicy.DEFAULT.queueTriggers(); i++) {
      full.given(trigger("e" + i, "battle.started"));
    }
    full.when(trigger("s", "schedule.market")).then("dropped s QUEUE_FULL");
    full.when(message("c", "bob")).then("dropped e31 QUEUE_FULL");
  }

  @Test
  void queueIsBoundedInBytesToo() {
    Trigger small = newTrigger("x", "battle.started", null);
    String text = "x".repeat(15_900);
    Scenario full = ada().given(message("t1", "bob"));
    for (int i = 0; i < 4; i++) {
      full.given(trigger(Trigger.of("e" + i, small.agent(), small.kind()).text(text)));
    }
    full.when(trigger(Trigger.of("e9", small.agent(), small.kind()).text(text)))
        .then("dropped e9 QUEUE_FULL");
  }

  @Test
  void duplicateIsDropped() {
    Scenario s = ada().given(message("t1", "bob"), message("t2", "joe"));
    s.when(message("t1", "bob")).then("dropped t1 DUPLICATE");
    s.when(message("t2", "joe")).then("dropped t2 DUPLICATE");
  }

  @Test
  void shellsWordThatATriggerIsKnownIsTaken() {
    Scenario s = ada();
    s.when(x ->
            x.fold(
                new Input.TriggerArrived(
                    x.nextId(),
                    x.now,
                    newTrigger("old", "chat.message", "bob").withId("old", x.now),
                    true)))
        .then("dropped old DUPLICATE");
  }

  @Test
  void triggerOlderThanAWeekIsTooOld() {
    Trigger t = newTrigger("t1", "chat.message", "bob");
    ada()
        .when(trigger(t.withId("t1", Scenario.START.minus(Duration.ofDays(8)))))
        .then("dropped t1 TOO_OLD");
  }

  @Test
  void chainOfAgentsEndsBeyondEightHops() {
    ada().when(afterHops("t1", 8)).then("turn t1#1");
    ada().when(afterHops("t1", 9)).then("dropped t1 LOOP");
  }

  @Test
  void unknownAgentsTriggerWaitsForItsConfig() {
    nobody()
        .given(message("t1", "bob"))
        .when(after(Duration.ofSeconds(29)), config(c -> c))
        .then("turn t1#1");
  }

  @Test
  void unknownAgentsTriggerIsDroppedAfterThirtySeconds() {
    nobody()
        .given(message("t1", "bob"))
        .when(after(Duration.ofSeconds(30)))
        .then("dropped t1 NO_SUCH_AGENT");
  }

  @Test
  void deletedAgentsQueueIsDroppedAfterThirtySeconds() {
    ada()
        .given(message("t1", "bob"), message("t2", "joe"), says("done"))
        .given(message("t3", "sue"))
        .when(deleted(), after(Duration.ofSeconds(30)))
        .then("closed t2 CANCELLED", "dropped t3 NO_SUCH_AGENT");
  }

  @Test
  void disabledAgentTakesNothing() {
    ada()
        .given(message("t1", "bob"), message("t2", "joe"))
        .when(config(Configs::disabled), message("t3", "bob"))
        .then("closed t1 CANCELLED", "dropped t2 DISABLED", "dropped t3 DISABLED");
  }

  @Test
  void pausedAgentOpensNothingUntilItIsResumed() {
    ada().given(pause()).when(message("t1", "bob")).then().when(resume()).then("turn t1#1");
  }

  @Test
  void pauseLetsTheOpenRunGoOn() {
    ada()
        .given(message("t1", "bob"), message("t2", "joe"), pause())
        .when(calls(buy("food")), done("t1#1.1"), says("done"))
        .then("release buy_item t1#1.1", "turn t1#2", "closed t1 COMPLETED");
  }

  @Test
  void scheduledRunGivesWayToAConversationAtItsNextTurn() {
    ada()
        .given(trigger("s", "schedule.market"), calls(buy("food")))
        .when(message("c", "bob"))
        .then()
        .when(done("s#1.1"))
        .then("closed s PREEMPTED", "turn c#1");
  }

  @Test
  void eventRunDoesNotGiveWay() {
    ada()
        .given(trigger("e", "battle.started"), calls(buy("food")), message("c", "bob"))
        .when(done("e#1.1"))
        .then("turn e#2");
  }

  @Test
  void runThatWaitsGivesWayAtOnce() {
    ada()
        .given(trigger("i", "idle.tick"), calls(call("wait", "{\"seconds\":200}")))
        .when(message("c", "bob"))
        .then("closed i PREEMPTED", "turn c#1");
  }

  @Test
  void waitingMessagesOfOneSubjectJoinTheRunAtItsNextTurn() {
    Scenario s = ada().given(message("t1", "bob"), message("t2", "bob"), message("t3", "joe"));
    s.when(calls(buy("food")), done("t1#1.1"))
        .then("release buy_item t1#1.1", "turn t1#2")
        .thenEvents("TriggerJoined")
        .thenPrompt("<joined>", "text of t2")
        .thenPromptLacks("text of t3");
    s.when(says("both answered")).then("closed t1 COMPLETED", "turn t3#1");
    assertThat(s.closed().triggers()).containsExactly("t1", "t2");
  }

  @Test
  void waitingMessagesOfOneSubjectJoinARunThatOpens() {
    Scenario s =
        ada().given(trigger("e", "battle.started"), message("t1", "bob"), message("t2", "bob"));
    s.when(says("won"))
        .then("closed e COMPLETED", "turn t1#1")
        .thenPrompt("text of t1", "text of t2");
  }

  @Test
  void joinedQuestionIsOwedAReplyToo() {
    ada()
        .given(question("t1", "bob", "msg-1"), question("t2", "bob", "msg-2"))
        .given(calls(buy("food")), done("t1#1.1"))
        .when(calls(reply("msg-1")), done("t1#2.1"))
        .then("release reply_to_message t1#2.1", "turn t1#3")
        .when(says("bye"))
        .then("turn t1#4")
        .thenPrompt("a reply is owed to message msg-2");
  }

  @Test
  void runRecordsWhatItWasAndTook() {
    Scenario s = ada().given(message("t1", "bob"), calls(buy("food")), done("t1#1.1"));
    s.when(says("all done"));
    LoopEvent.RunClosed closed = s.closed();
    assertThat(closed.turns()).isEqualTo(2);
    assertThat(closed.summary()).isEqualTo("all done");
    assertThat(closed.costUsd()).isEqualByComparingTo("0.002");
    assertThat(closed.actions()).hasSize(1);
  }
}
