package dev.playloop.chaos.declared;

import dev.playloop.chaos.check.Violation.Kind;
import dev.playloop.chaos.declared.DeclaredFacts.Told;
import dev.playloop.chaos.declared.DeclaredFacts.Written;
import dev.playloop.chaos.system.Instance;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What must hold between what games did and what the loop believes. A pure function.
final class DeclaredCheck {
  /// A promise, broken.
  enum Breach {
    /// A game did an action twice.
    TWICE(Kind.DUPLICATE),
    /// A game did what nobody had asked for.
    UNASKED(Kind.DUPLICATE),
    /// A write without any word on it.
    LOST(Kind.LOST),
    /// Called done by the executor or in the journal, and not done.
    NOT_DONE(Kind.LOST),
    /// Done, and said not to have happened.
    DENIED(Kind.UNTRUE),
    /// Called unknown though the game could be asked all the time, and remembered.
    NEEDLESSLY_UNKNOWN(Kind.UNTOLD);

    private final Kind kind;

    Breach(Kind kind) {
      this.kind = kind;
    }

    /// What it is among those of all worlds.
    Kind kind() {
      return kind;
    }
  }

  private static final Duration CLOCKS = Duration.ofMillis(2L * Instance.MAX_CLOCK_MS);

  private final DeclaredFacts facts;
  private final Map<Breach, List<String>> found = new EnumMap<>(Breach.class);
  private final Map<String, Integer> deeds = new HashMap<>();
  private final Map<String, Integer> deedsOfRun = new HashMap<>();

  private DeclaredCheck(DeclaredFacts facts) {
    this.facts = facts;
    for (String deed : facts.deeds()) {
      deeds.merge(deed, 1, Integer::sum);
    }
    deeds.keySet().forEach(deed -> deedsOfRun.merge(run(deed), 1, Integer::sum));
  }

  static String run(String action) {
    return new ActionId(action).run().value();
  }

  /// What is broken, in words; empty where all holds.
  static Map<Breach, List<String>> check(DeclaredFacts facts) {
    DeclaredCheck check = new DeclaredCheck(facts);
    check.deeds.forEach(check::deed);
    facts.written().forEach(check::write);
    facts.believed().forEach(check::run);
    return check.found;
  }

  private void deed(String action, int times) {
    if (times > 1) {
      add(Breach.TWICE, action + " was done " + times + " times");
    }
    if (!facts.written().containsKey(action)) {
      add(Breach.UNASKED, action + " was done and never asked for");
    }
  }

  private void write(String action, Written write) {
    Told told = facts.told().get(action);
    if (told == null) {
      add(Breach.LOST, "nobody said what became of " + action);
      return;
    }
    boolean done = deeds.containsKey(action);
    if (told.status() == Status.DONE && !done) {
      add(Breach.NOT_DONE, action + " is told as done");
    } else if (told.status() == Status.UNKNOWN) {
      // A game that has not done it can vouch for that only a while after the time for it.
      boolean late = !done && told.at().isAfter(write.notAfter().minus(CLOCKS));
      if (!late && !isExcused(action, write.at(), told.at())) {
        add(Breach.NEEDLESSLY_UNKNOWN, action + ", and its game could be asked: " + told.why());
      }
    } else if (told.status() != Status.DONE && done) {
      add(Breach.DENIED, action + " was done and is told as " + told.status());
    }
  }

  private boolean isExcused(String action, Instant from, Instant to) {
    String world = new ActionId(action).run().agent().world();
    return facts.troubles().getOrDefault(world, List.of()).stream()
        .anyMatch(trouble -> trouble.blow().excuses() && trouble.meets(from, to));
  }

  /// The journal says of a run how its actions ended, not which was which.
  private void run(String run, List<Status> believed) {
    int done = (int) believed.stream().filter(Status.DONE::equals).count();
    int open =
        (int) believed.stream().filter(s -> s == Status.UNKNOWN || s == Status.TIMED_OUT).count();
    int did = deedsOfRun.getOrDefault(run, 0);
    if (done > did) {
      add(Breach.NOT_DONE, "%s believes in %d deeds of %d".formatted(run, done, did));
    }
    if (did > done + open) {
      add(Breach.DENIED, "%s believes in %d deeds of %d".formatted(run, done + open, did));
    }
  }

  private void add(Breach breach, String what) {
    found.computeIfAbsent(breach, _ -> new ArrayList<>()).add(what);
  }
}
