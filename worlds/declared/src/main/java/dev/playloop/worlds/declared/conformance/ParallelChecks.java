package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.event.Action;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// What comes at once is kept apart: each action acts, and acts once.
final class ParallelChecks {
  private static final int AT_ONCE = 8;
  private static final int ROUNDS = 4;

  private ParallelChecks() {}

  static List<Check> all() {
    return List.of(
        Check.of(
                "parallel.different", "does both of two actions at once", ParallelChecks::different)
            .after("done.acted"),
        Check.of("parallel.same", "acts once on one id that comes at once", ParallelChecks::same)
            .after(OnceChecks.SAME_ID));
  }

  private static @Nullable String different(Hand hand) throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      String counter = hand.counter();
      List<Action> actions = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        actions.add(hand.add(counter, 1));
      }
      for (Said said : atOnce(hand, actions)) {
        if (!said.isDone()) {
          return "loses one of several actions at once: one was answered with " + said.what();
        }
      }
      long total = hand.total(counter);
      if (total < AT_ONCE) {
        return "loses the second of two parallel actions: it said done to "
            + AT_ONCE
            + " of them, and the effects of "
            + total
            + " are there";
      }
    }
    return null;
  }

  private static @Nullable String same(Hand hand) throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      String counter = hand.counter();
      Action add = hand.add(counter, 1);
      List<Said> all = atOnce(hand, Collections.nCopies(AT_ONCE, add));
      long total = hand.totalLater(counter);
      if (total > 1) {
        boolean held = all.stream().anyMatch(said -> said.http() == 409);
        return (held ? "acts after 409: " : "acts twice on one id that comes at once: ")
            + "one action came "
            + AT_ONCE
            + " times at once, and its effect is there "
            + total
            + " times";
      }
      for (Said said : all) {
        boolean busy = said.http() == 409 && said.code().equals("busy");
        if (!said.isDone() && !busy) {
          return "answered one of several requests for one action with "
              + said.what()
              + " instead of its result, or 409 and 'busy'";
        }
      }
    }
    return null;
  }

  private static List<Said> atOnce(Hand hand, List<Action> actions) throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Said>> all = new ArrayList<>();
      actions.forEach(action -> all.add(threads.submit(() -> hand.post(action))));
      List<Said> said = new ArrayList<>();
      for (Future<Said> each : all) {
        said.add(each.get());
      }
      return said;
    } catch (ExecutionException e) {
      throw CannotTell.here("a request failed: " + e.getCause());
    }
  }
}
