package dev.playloop.loop;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// When an agent has to be looked at again although nothing happens.
final class Deadlines {
  private Deadlines() {}

  static Optional<Instant> next(AgentState state) {
    Stream<@Nullable Instant> lane =
        Stream.concat(
            Stream.of(
                state.wake(),
                state.call() == null ? null : state.call().settleAt(),
                state.orphan() == null ? null : state.orphan().settleAt()),
            state.queue().stream().map(AgentState.Waiting::until));
    Run run = state.run();
    Stream<@Nullable Instant> open = run == null ? Stream.of() : ofRun(run);
    return Stream.concat(lane, open)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .min(Instant::compareTo);
  }

  /// Deals with all that is due; the run's own deadline first, so that nothing is begun beyond it.
  static void passed(Draft draft) {
    if (draft.isDue(draft.wake)) {
      draft.wake = null;
    }
    Lane.dropUnknown(draft);
    if (draft.run != null && draft.isDue(draft.run.deadline)) {
      Closing.atDeadline(draft);
    }
    if (draft.call != null && draft.isDue(draft.call.settleAt())) {
      Turns.overdue(draft, draft.call);
    }
    if (draft.orphan != null && draft.isDue(draft.orphan.settleAt())) {
      Closing.giveUpOrphan(draft, draft.orphan);
    }
    if (draft.run != null && draft.run.doubt != null && draft.isDue(draft.run.doubt.due())) {
      Doubts.overdue(draft, draft.run.doubt);
    }
    if (draft.run != null) {
      passed(draft, draft.run.phase);
    }
  }

  private static void passed(Draft draft, Run.Phase phase) {
    switch (phase) {
      case Run.Thinking ignored -> {}
      case Run.Parked ignored -> {}
      case Run.HeldBack ignored -> {}
      case Run.Reserving reserving -> {
        if (draft.isDue(reserving.due())) {
          Account.overdue(draft, reserving);
        }
      }
      case Run.Deferred deferred -> {
        if (draft.isDue(deferred.until())) {
          Turns.again(draft);
        }
      }
      case Run.Viewing viewing -> {
        if (draft.isDue(viewing.until())) {
          Turns.next(draft);
        }
      }
      case Run.Acting acting -> Acting.overdue(draft, acting);
    }
  }

  private static Stream<@Nullable Instant> ofRun(Run run) {
    Stream<@Nullable Instant> head =
        Stream.of(run.deadline(), run.doubt() == null ? null : run.doubt().due());
    return switch (run.phase()) {
      case Run.Thinking ignored -> head;
      case Run.Reserving reserving -> Stream.concat(head, Stream.of(reserving.due()));
      case Run.Deferred deferred -> Stream.concat(head, Stream.of(deferred.until()));
      case Run.Viewing viewing -> Stream.concat(head, Stream.of(viewing.until()));
      case Run.Parked ignored -> head;
      case Run.HeldBack ignored -> head;
      case Run.Acting acting -> Stream.concat(head, acting.open().stream().map(Run.Pending::due));
    };
  }
}
