package dev.playloop.chaos.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.Ends;
import dev.playloop.chaos.check.Checker;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.id.AgentId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A question that stands for days, while every process is replaced; the clocks are turned by hand.
@Tag("slow")
class LongWaitTest {
  private static final Duration DAYS = Duration.ofDays(3);
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final AgentId TWO_PEOPLE = AgentId.of("vault", "v1");
  private static final AgentId NOBODY = AgentId.of("vault", "v2");
  private static final AgentId NOBODY_LATER = AgentId.of("vault", "v3");
  private static final int LARGE = 610;
  private static final int SOON_ENDED = 450;

  @TempDir private Path folder;

  @Test
  void whatWasAskedThreeDaysAgoIsAnsweredDoneAndVerifiedByProcessesThatCameLater()
      throws InterruptedException {
    try (AskingSystem asking =
        AskingSystem.start(new AskingSystem.Setup(folder, 3, false, DAYS.negated(), SOON))) {
      start(asking, DAYS.negated());
      asking.orders().place(TWO_PEOPLE, "long-1", LARGE);
      asking.orders().place(NOBODY, "soon-1", SOON_ENDED);
      assertThat(Ends.await(() -> asking.asks().count() == 2, PATIENCE)).as("asked").isTrue();
      for (WorkerKind role : WorkerKind.values()) {
        asking.system().instance(role, 0).stop(0);
      }
      assertThat(asking.system().checker().effects().all()).isEmpty();

      start(asking, Duration.ZERO);
      asking.orders().place(NOBODY_LATER, "soon-2", SOON_ENDED);
      assertThat(Ends.await(() -> asking.asks().count() == 3, PATIENCE)).as("asked").isTrue();
      asking.system().instance(WorkerKind.PROJECTOR, 0).killAndStart(null);
      asking.asks().answer();

      assertThat(asking.drained(PATIENCE)).as("each order ended").isTrue();
      Facts facts = asking.facts();
      assertThat(ends(facts, TWO_PEOPLE)).containsExactly(How.APPROVED);
      assertThat(waited(facts, TWO_PEOPLE)).isBetween(DAYS, DAYS.plus(PATIENCE.multipliedBy(4)));
      assertThat(ends(facts, NOBODY)).containsExactly(How.EXPIRED);
      assertThat(ends(facts, NOBODY_LATER)).containsExactly(How.EXPIRED);
      assertThat(waited(facts, NOBODY_LATER))
          .as("over the restart of its timer")
          .isBetween(SOON.minusSeconds(1), SOON.plus(PATIENCE));
      assertThat(facts.effects())
          .singleElement()
          .satisfies(effect -> assertThat(effect.action()).startsWith(TWO_PEOPLE.value()));
      assertThat(ApprovalCheck.check(asking.approvals(facts))).isEmpty();
      assertThat(Checker.check(facts, DAYS.plusHours(1))).isEmpty();
    }
  }

  private static void start(AskingSystem asking, Duration clock) {
    for (WorkerKind role : WorkerKind.values()) {
      asking.system().instance(role, 0).clock(clock);
      asking.system().instance(role, 0).start();
    }
  }

  private static List<How> ends(Facts facts, AgentId agent) {
    return facts.events().stream()
        .filter(decided -> decided.agent().equals(agent.value()))
        .map(Facts.Decided::event)
        .filter(ApprovalEvent.Ended.class::isInstance)
        .map(ended -> ((ApprovalEvent.Ended) ended).how())
        .toList();
  }

  private static Duration waited(Facts facts, AgentId agent) {
    return facts.events().stream()
        .filter(decided -> decided.agent().equals(agent.value()))
        .map(Facts.Decided::event)
        .filter(ApprovalEvent.RunResumed.class::isInstance)
        .map(resumed -> ((ApprovalEvent.RunResumed) resumed).waited())
        .reduce(Duration.ZERO, Duration::plus);
  }
}
