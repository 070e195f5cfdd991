package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.ChainBackend;
import dev.playloop.worlds.chain.backend.SeenAttempt;
import dev.playloop.worlds.chain.backend.SeenAttempt.Stage;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.lane.rules.LaneDecider;
import dev.playloop.worlds.chain.lane.rules.LaneSight;
import dev.playloop.worlds.chain.lane.rules.LaneStep;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks at one transaction, and has its next step decided. For all threads.
final class LaneEyes {
  private final ChainBackend backend;
  private final LaneDecider rules;

  LaneEyes(ChainBackend backend, LaneDecider rules) {
    this.backend = backend;
    this.rules = rules;
  }

  /// What was seen, and what follows.
  record Look(List<SeenAttempt> attempts, LaneStep step) {
    Look {
      attempts = List.copyOf(attempts);
    }

    boolean isExecuted() {
      return attempts.stream().anyMatch(seen -> seen.reaches(Stage.PRE_CONFIRMED));
    }
  }

  /// @param dearer whether a dearer attempt should be made, if nothing else happened
  Look look(AccountLane lane, LaneEntry entry, boolean dearer) throws InterruptedException {
    List<SeenAttempt> attempts = new ArrayList<>();
    for (SignedAttempt attempt : entry.attempts()) {
      attempts.add(backend.status(attempt.hash()));
    }
    AccountNonces nonces = nonces(lane, entry, attempts);
    LaneStep step =
        nonces == null
            ? new LaneStep.Forgotten("account " + lane.account() + " is not deployed there")
            : rules.decide(
                new LaneSight(
                    attempts,
                    entry.nonce(),
                    nonces,
                    new LaneSight.Beside(lane.floor(), entry.best(), dearer, entry.suspicions())));
    if (!(step instanceof LaneStep.Landed)) {
      entry.vanished();
    }
    if (!(step instanceof LaneStep.Foreign)) {
      entry.notForeign();
    }
    boolean suspicious =
        switch (step) {
          case LaneStep.Foreign _ -> true;
          case LaneStep.Watch(String _, boolean odd) -> odd;
          case LaneStep.Send _,
              LaneStep.Bump _,
              LaneStep.Landed _,
              LaneStep.Earlier _,
              LaneStep.Forgotten _ ->
              false;
        };
    entry.suspicious(suspicious);
    return new Look(attempts, step);
  }

  /// After the statuses, see [LaneSight]. What is in a block has used its nonce, so that one
  /// question less is asked of it.
  private @Nullable AccountNonces nonces(
      AccountLane lane, LaneEntry entry, List<SeenAttempt> attempts) throws InterruptedException {
    boolean landed = attempts.stream().anyMatch(seen -> seen.reaches(Stage.ACCEPTED));
    return landed
        ? new AccountNonces(entry.nonce() + 1, entry.nonce() + 1)
        : backend.nonces(lane.account());
  }
}
