package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.event.Action;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What it said is still so when it was killed and started again. Whether it outlives the machine's
/// power, nobody can see from here.
final class RestartChecks {
  static final String KEEPS = "restart.keeps";

  private static final String WRITTEN = "restart.written";
  private static final Duration BACK = Duration.ofMinutes(1);
  private static final int ROUNDS = 3;

  private final @Nullable Restart restart;

  RestartChecks(@Nullable Restart restart) {
    this.restart = restart;
  }

  List<Check> all() {
    return List.of(
        Check.of(KEEPS, "remembers over a restart what it said and did", this::keeps),
        Check.of(WRITTEN, "has written its store when it answers", this::written).after(KEEPS));
  }

  private @Nullable String keeps(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    Action add = hand.add(counter, 1);
    String given = hand.done(add).result();
    hand.done(hand.add(hand.counter(), 1)); // not the newest
    hand.total(counter);
    String gone = restarted(hand);
    if (gone != null) {
      return gone;
    }
    Said said = hand.ask(add);
    if (!said.isDone()) {
      return "forgets after a restart: of an action that it had done long before, it says "
          + said.what();
    }
    return lost(given, said, hand.total(counter));
  }

  private @Nullable String written(Hand hand) throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      String counter = hand.counter();
      Action add = hand.add(counter, 1);
      String given = hand.done(add).result();
      String gone = restarted(hand);
      if (gone != null) {
        return gone;
      }
      Said said = hand.ask(add);
      long total = hand.total(counter);
      if (!said.isDone() || total < 1) {
        return "answers before its store is written: killed right behind its answer, it says "
            + said.what()
            + " and its counter stands at "
            + total;
      }
      String lost = lost(given, said, total);
      if (lost != null) {
        return lost;
      }
    }
    return null;
  }

  private static @Nullable String lost(String given, Said said, long total) {
    if (!said.result().equals(given)) {
      return "gave another result for one id after a restart: first "
          + given.strip()
          + ", then "
          + said.result().strip();
    }
    return total == 1
        ? null
        : "kept its answer over a restart, but the effect is there " + total + " times";
  }

  /// What is wrong with how it came back; null where nothing is.
  private @Nullable String restarted(Hand hand) throws InterruptedException {
    if (restart == null) {
      throw CannotTell.here("no --restart command was given");
    }
    try {
      restart.restart();
    } catch (IOException e) {
      throw CannotTell.here(String.valueOf(e.getMessage()));
    }
    return hand.answersWithin(BACK)
        ? null
        : "did not answer within " + BACK.toSeconds() + " s after a restart";
  }
}
