package dev.playloop.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which trigger a run is told to be about, where its id came more than once.
class StoryTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final AgentId ADA = new AgentId("society/ada");
  private static final RunId RUN = new RunId("society/ada:t1");
  private static final Step FIRST = arrived("Greet Bea.");
  private static final Step AGAIN = arrived("Pay Eve.");
  private static final Step OPENED =
      new Step.Noted(ADA, NOW, new LoopEvent.RunOpened(RUN, "t1", "chat.message"));
  private static final Step CLOSED =
      new Step.Closed(ADA, NOW, LoopEvent.RunClosed.of(RUN, RunOutcome.COMPLETED, NOW, NOW));

  private static Step arrived(String text) {
    return new Step.Triggered(ADA, NOW, Trigger.of("t1", ADA, "chat.message").text(text));
  }

  private static Step dropped(DropReason reason) {
    return new Step.Dropped(ADA, NOW, new LoopEvent.TriggerDropped("t1", reason));
  }

  private static List<Step> told(Step... steps) {
    List<Step> told = new ArrayList<>();
    Story story = Story.about(RUN.value(), line -> told.add(((Told.Happened) line).step()));
    List.of(steps).forEach(story::add);
    return told;
  }

  /// Anybody may send an id again with other words, while its trigger waits and while its run is
  /// open: those words were dropped, and no run is about them.
  @Test
  void whatComesAgainIsNotWhatTheRunIsAbout() {
    Step dropped = dropped(DropReason.DUPLICATE);

    assertThat(told(FIRST, AGAIN, dropped, OPENED, AGAIN, dropped, CLOSED))
        .containsExactly(OPENED, FIRST, CLOSED);
  }

  /// As an entry tells it whose trigger did not have to wait.
  @Test
  void whatComesRightBehindABeginningIsWhatItIsAbout() {
    Step dropped = dropped(DropReason.DUPLICATE);

    assertThat(told(OPENED, FIRST, AGAIN, dropped, CLOSED)).containsExactly(OPENED, FIRST, CLOSED);
  }

  @Test
  void whatWasDroppedIsHeardAnewWhereItComesAgain() {
    assertThat(told(FIRST, dropped(DropReason.QUEUE_FULL), AGAIN, OPENED, CLOSED))
        .containsExactly(OPENED, AGAIN, CLOSED);
  }

  /// A run had it and is over; the loop forgets ids after a week.
  @Test
  void whatWasDroppedAsKnownIsNotKept() {
    assertThat(told(FIRST, dropped(DropReason.DUPLICATE), AGAIN, OPENED, CLOSED))
        .containsExactly(OPENED, AGAIN, CLOSED);
  }
}
