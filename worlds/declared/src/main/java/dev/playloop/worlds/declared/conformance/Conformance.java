package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.event.Action;
import dev.playloop.worlds.declared.conformance.ConformanceFinding.Outcome;
import dev.playloop.worlds.declared.game.GameSecret;
import dev.playloop.worlds.declared.game.HttpGame;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Holds a game to the contract, through its two probe tools: one check after the other, each by
/// actions and counters of its own, so that it may be run as often as one likes. It takes the game
/// as it is, at an address; what it can't find out it says it has not run. Used once, by one
/// thread.
public final class Conformance {
  private static final String TOOLS = "tools.probe";
  private static final Duration MOMENT = Duration.ofMillis(150);

  private final Hand hand;
  private final @Nullable Restart restart;

  /// @param restart null where nobody can restart the game: what that would show is then not run
  public Conformance(
      HttpGame game, GameSecret secret, @Nullable Restart restart, InstantSource clock) {
    this(game, secret, restart, clock, MOMENT);
  }

  /// @param moment how long what a game does behind its answer is waited for
  Conformance(
      HttpGame game,
      GameSecret secret,
      @Nullable Restart restart,
      InstantSource clock,
      Duration moment) {
    this.hand = new Hand(game, secret, clock, moment);
    this.restart = restart;
  }

  /// Every check, in the order in which they were made; those that any answer may break last.
  public List<ConformanceFinding> run() throws InterruptedException {
    List<Check> checks = new ArrayList<>();
    checks.addAll(OnceChecks.all());
    checks.addAll(TimeChecks.all());
    checks.addAll(ParallelChecks.all());
    checks.addAll(new RestartChecks(restart).all());
    List<ConformanceFinding> findings = new ArrayList<>();
    Set<String> passed = new HashSet<>();
    ConformanceFinding tools =
        find(Check.of(TOOLS, "offers the two probe tools", Conformance::tools));
    findings.add(tools);
    for (Check check : checks) {
      ConformanceFinding finding =
          tools.outcome() == Outcome.PASSED ? find(check, passed) : notRun(check, TOOLS);
      findings.add(finding);
      if (finding.outcome() == Outcome.PASSED) {
        passed.add(check.name());
      }
    }
    for (Slips.Kind kind : Slips.Kind.values()) {
      findings.add(slip(kind, tools.outcome() == Outcome.PASSED));
    }
    return findings;
  }

  private ConformanceFinding find(Check check, Set<String> passed) throws InterruptedException {
    return check.after() == null || passed.contains(check.after())
        ? find(check)
        : notRun(check, check.after());
  }

  private static ConformanceFinding notRun(Check check, String other) {
    String why = "it tells nothing where " + other + " has not passed";
    return new ConformanceFinding(check.name(), Outcome.NOT_RUN, why);
  }

  private ConformanceFinding find(Check check) throws InterruptedException {
    try {
      String fault = check.look().fault(hand);
      return fault == null
          ? new ConformanceFinding(check.name(), Outcome.PASSED, "the game " + check.owed())
          : new ConformanceFinding(check.name(), Outcome.FAILED, "the game " + fault);
    } catch (CannotTell e) {
      return e.isByGame()
          ? new ConformanceFinding(check.name(), Outcome.FAILED, "the game " + e.why())
          : new ConformanceFinding(check.name(), Outcome.NOT_RUN, e.why());
    }
  }

  private ConformanceFinding slip(Slips.Kind kind, boolean looked) {
    String sentence = hand.slips().first(kind);
    if (sentence != null) {
      return new ConformanceFinding(kind.check, Outcome.FAILED, "the game " + sentence);
    }
    return looked
        ? new ConformanceFinding(kind.check, Outcome.PASSED, kind.owed)
        : new ConformanceFinding(
            kind.check, Outcome.NOT_RUN, "it tells nothing where " + TOOLS + " has not passed");
  }

  /// Whether the game can be looked at at all. Where its answers are none, that is told of them.
  private static @Nullable String tools(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    Action add = hand.add(counter, 1);
    try {
      hand.done(add);
      hand.total(counter);
      return null;
    } catch (CannotTell e) {
      if (!hand.slips().isEmpty()) {
        throw CannotTell.here("its answers can't be read: it " + e.why());
      }
      return "does not offer the probe tools that its test mode must have: it " + e.why();
    }
  }
}
