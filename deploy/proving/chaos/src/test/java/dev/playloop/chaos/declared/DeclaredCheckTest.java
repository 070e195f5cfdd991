package dev.playloop.chaos.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.declared.DeclaredCheck.Breach;
import dev.playloop.chaos.declared.DeclaredFacts.Told;
import dev.playloop.chaos.declared.DeclaredFacts.Written;
import dev.playloop.chaos.declared.PlayedGame.Trouble;
import dev.playloop.schemas.event.ActionResult.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What counts as a breach, one kind after the other.
class DeclaredCheckTest {
  private static final String ACTION = "tally0/ada:order-1#1.1";
  private static final String RUN = DeclaredCheck.run(ACTION);
  private static final Instant ASKED = Instant.parse("2026-11-25T12:00:00Z");
  private static final Instant TOLD = ASKED.plusSeconds(10);

  @Test
  void whatWasDoneOnceAndIsToldAsDoneIsNoBreach() {
    assertThat(found(told(Status.DONE, ACTION))).isEmpty();
    assertThat(found(told(Status.EXPIRED))).isEmpty();
  }

  @Test
  void aSecondTimeIsTwice() {
    assertThat(found(told(Status.DONE, ACTION, ACTION))).containsExactly(Breach.TWICE);
  }

  @Test
  void whatNobodyWroteIsUnasked() {
    DeclaredFacts facts = told(Status.DONE, ACTION, "tally0/ada:order-2#1.1");
    assertThat(found(facts)).containsExactly(Breach.UNASKED);
  }

  @Test
  void aWriteWithoutAWordIsLost() {
    DeclaredFacts facts =
        DeclaredFactsBuilder.builder(told(Status.DONE, ACTION)).told(Map.of()).build();
    assertThat(found(facts)).containsExactly(Breach.LOST);
  }

  @Test
  void doneThatWasNotIsABreachByTheExecutorAndByTheJournal() {
    assertThat(found(told(Status.DONE))).containsExactly(Breach.NOT_DONE);
    assertThat(found(believed(told(Status.EXPIRED), Status.DONE))).containsExactly(Breach.NOT_DONE);
  }

  @Test
  void whatWasDoneAndIsToldAsNotDoneIsDenied() {
    assertThat(found(told(Status.EXPIRED, ACTION))).containsExactly(Breach.DENIED);
    assertThat(found(believed(told(Status.DONE, ACTION), Status.EXPIRED)))
        .containsExactly(Breach.DENIED);
    assertThat(found(believed(told(Status.DONE, ACTION), Status.TIMED_OUT))).isEmpty();
  }

  @Test
  void unknownNeedsATroubleThatExcusesItWhileTheActionWasOpen() {
    DeclaredFacts unknown = told(Status.UNKNOWN, ACTION);
    assertThat(found(unknown)).containsExactly(Breach.NEEDLESSLY_UNKNOWN);
    assertThat(found(with(unknown, Blow.FROZEN, ASKED.plusSeconds(5)))).isEmpty();
    assertThat(found(with(unknown, Blow.DOUBLED, ASKED.plusSeconds(5))))
        .containsExactly(Breach.NEEDLESSLY_UNKNOWN);
    assertThat(found(with(unknown, Blow.FROZEN, TOLD.plusSeconds(1))))
        .containsExactly(Breach.NEEDLESSLY_UNKNOWN);
  }

  /// But what was done is known, however late it is.
  @Test
  void whatIsAskedForAfterItsTimeMayBeUnknownWhereItWasNotDone() {
    Map<String, Written> late = Map.of(ACTION, new Written(ASKED, TOLD));
    assertThat(found(DeclaredFactsBuilder.builder(told(Status.UNKNOWN)).written(late).build()))
        .isEmpty();
    assertThat(
            found(DeclaredFactsBuilder.builder(told(Status.UNKNOWN, ACTION)).written(late).build()))
        .containsExactly(Breach.NEEDLESSLY_UNKNOWN);
  }

  private static DeclaredFacts with(DeclaredFacts facts, Blow blow, Instant from) {
    Trouble trouble = new Trouble(blow, from, from.plusSeconds(1));
    return DeclaredFactsBuilder.builder(facts).troubles(Map.of("tally0", List.of(trouble))).build();
  }

  private static DeclaredFacts believed(DeclaredFacts facts, Status status) {
    return DeclaredFactsBuilder.builder(facts).believed(Map.of(RUN, List.of(status))).build();
  }

  private static DeclaredFacts told(Status status, String... deeds) {
    return DeclaredFactsBuilder.builder()
        .written(Map.of(ACTION, new Written(ASKED, ASKED.plusSeconds(60))))
        .deeds(List.of(deeds))
        .told(Map.of(ACTION, new Told(status, TOLD, "")))
        .believed(Map.of())
        .troubles(Map.of())
        .build();
  }

  private static Set<Breach> found(DeclaredFacts facts) {
    return DeclaredCheck.check(facts).keySet();
  }
}
