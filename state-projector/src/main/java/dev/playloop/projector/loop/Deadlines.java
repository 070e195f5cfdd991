package dev.playloop.projector.loop;

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

  private static Stream<@Nullable Instant> ofRun(Run run) {
    Stream<@Nullable Instant> head =
        Stream.of(run.deadline(), run.doubt() == null ? null : run.doubt().due());
    return switch (run.phase()) {
      case Run.Thinking ignored -> head;
      case Run.Deferred deferred -> Stream.concat(head, Stream.of(deferred.until()));
      case Run.Viewing viewing -> Stream.concat(head, Stream.of(viewing.until()));
      case Run.Parked ignored -> head;
      case Run.Acting acting -> Stream.concat(head, acting.open().stream().map(Run.Pending::due));
    };
  }
}
