package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.declared.conformance.ConformanceFinding.Outcome;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Reconciled;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Holds a game that fetches its actions to the contract, through its two probe tools: it serves
/// them as an executor does, loses answers on purpose, and asks. Used once, by one thread; owns the
/// edge until it is closed.
public final class FetchConformance implements AutoCloseable {
  private static final String TOOLS = "tools.probe";
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration MOMENT = Duration.ofMillis(300);

  private final FetchDoor door;
  private final FetchHand hand;
  private final Duration coming;

  @FunctionalInterface
  private interface Look {
    /// What the game did instead, as a sentence without its subject; null where it did what it
    /// owes.
    @Nullable String fault() throws InterruptedException;
  }

  private record Owed(String check, String what, Look look) {}

  /// @param world one whose game fetches
  /// @param coming how long the game is waited for
  public FetchConformance(DeclaredWorld world, Duration coming, InstantSource clock) {
    this(world, clock, new FetchHand.Pace(coming, ANSWER, MOMENT));
  }

  FetchConformance(DeclaredWorld world, InstantSource clock, FetchHand.Pace pace) {
    this.door = new FetchDoor(world, clock);
    this.hand = new FetchHand(door, world, clock, pace);
    this.coming = pace.coming();
  }

  /// Where the game is to fetch.
  public URI address() {
    return door.address();
  }

  /// Every check, in the order in which they were made.
  public List<ConformanceFinding> run() throws InterruptedException {
    List<ConformanceFinding> findings = new ArrayList<>();
    ConformanceFinding tools = find(new Owed(TOOLS, "offers the two probe tools", this::tools));
    findings.add(tools);
    for (Owed owed : owed()) {
      findings.add(
          tools.outcome() == Outcome.PASSED
              ? find(owed)
              : new ConformanceFinding(
                  owed.check(),
                  Outcome.NOT_RUN,
                  "it tells nothing where " + TOOLS + " has not passed"));
    }
    findings.add(ownId());
    return findings;
  }

  private List<Owed> owed() {
    return List.of(
        new Owed("done.acted", "has acted when it says done", this::acted),
        new Owed("parallel.different", "tells two actions apart", this::apart),
        new Owed("tools.unknown", "refuses a tool that it does not have", this::unknownTool),
        new Owed("again.acts-once", "does nothing when it is asked", this::actsOnce),
        new Owed("again.never-sent", "has no result for what it never got", this::neverSent),
        new Owed("again.untold", "tells what it did and could not tell", this::untold),
        new Owed("again.not-done", "acts when it is told so after not_done", this::notDone));
  }

  private static ConformanceFinding find(Owed owed) throws InterruptedException {
    try {
      String fault = owed.look().fault();
      return fault == null
          ? new ConformanceFinding(owed.check(), Outcome.PASSED, "the game " + owed.what())
          : new ConformanceFinding(owed.check(), Outcome.FAILED, "the game " + fault);
    } catch (CannotTell e) {
      return e.isByGame()
          ? new ConformanceFinding(owed.check(), Outcome.FAILED, "the game " + e.why())
          : new ConformanceFinding(owed.check(), Outcome.NOT_RUN, e.why());
    }
  }

  /// Whatever it was asked.
  private ConformanceFinding ownId() {
    String check = "answers.own-id";
    return door.stray() == null
        ? new ConformanceFinding(
            check, Outcome.PASSED, "each answer names an action that was handed out")
        : new ConformanceFinding(
            check,
            Outcome.FAILED,
            "the game answered for '" + door.stray() + "', which nobody had handed it");
  }

  private @Nullable String tools() throws InterruptedException {
    if (!hand.isThere()) {
      return "did not fetch, or does not offer the probe tools, within "
          + coming.toSeconds()
          + " s";
    }
    String counter = hand.counter();
    try {
      hand.done(hand.add(counter, 1));
      hand.total(counter);
      return null;
    } catch (CannotTell e) {
      throw door.stray() == null ? e : CannotTell.here("its answers are for others: it " + e.why());
    }
  }

  private @Nullable String acted() throws InterruptedException {
    String counter = hand.counter();
    hand.done(hand.add(counter, 1));
    long total = hand.total(counter);
    return total == 1 ? null : "said done once, and its counter stands at " + total;
  }

  /// Both are in its hands at a time.
  private @Nullable String apart() throws InterruptedException {
    Call<SchemaTool> one = hand.add(hand.counter(), 1);
    Call<SchemaTool> ten = hand.add(hand.counter(), 10);
    Future<ActionResult> first = hand.performing(one, new CountDownLatch(1));
    Future<ActionResult> second = hand.performing(ten, new CountDownLatch(1));
    long small = FetchHand.total(one, FetchHand.given(first));
    long large = FetchHand.total(ten, FetchHand.given(second));
    return small == 1 && large == 10
        ? null
        : "answered for another action than it was handed: the totals are %d and %d, not 1 and 10"
            .formatted(small, large);
  }

  private @Nullable String unknownTool() throws InterruptedException {
    var result =
        hand.perform(hand.call("playloop_no_such_tool", Json.NODES.objectNode(), Effect.WRITE));
    return result.status() == Status.REFUSED
        ? null
        : "answered a call of an unknown tool with "
            + FetchHand.told(result)
            + " instead of refused";
  }

  /// The one who asks is another executor: this one does not know the answer.
  private @Nullable String actsOnce() throws InterruptedException {
    String counter = hand.counter();
    Call<SchemaTool> add = hand.add(counter, 1);
    hand.done(add);
    hand.succeed();
    Reconciled asked = hand.ask(add);
    long total = hand.total(counter);
    if (total > 1) {
      return "acts again when it is asked ('again': true): its counter stands at " + total;
    }
    return asked instanceof Reconciled.Done done && done.result().status() == Status.DONE
        ? null
        : "did not say done again of what it had done and told: it says " + word(asked);
  }

  private @Nullable String neverSent() throws InterruptedException {
    String counter = hand.counter();
    Reconciled asked = hand.ask(hand.add(counter, 1));
    long total = hand.total(counter);
    if (total > 0) {
      return "acts when it is asked ('again': true) about what it never got";
    }
    return asked instanceof Reconciled.Done
        ? "has a result for what it never got: it says " + word(asked)
        : null;
  }

  private @Nullable String untold() throws InterruptedException {
    String counter = hand.counter();
    Call<SchemaTool> add = hand.add(counter, 1);
    hand.lose(add);
    Reconciled asked = hand.ask(add);
    long total = hand.total(counter);
    if (total > 1) {
      return "acts again when it is asked ('again': true): its counter stands at " + total;
    }
    boolean done = asked instanceof Reconciled.Done;
    if (total == 1 && !done) {
      return "says " + word(asked) + " after it acted: its answer was lost, and it was asked";
    }
    return total == 0 && done ? "says done of what it has not done" : null;
  }

  private @Nullable String notDone() throws InterruptedException {
    String counter = hand.counter();
    Call<SchemaTool> add = hand.add(counter, 1);
    if (!(hand.ask(add) instanceof Reconciled.Again)) {
      return null; // it can't vouch for it, which is honest
    }
    hand.done(add);
    long total = hand.total(counter);
    return total == 1 ? null : "was told to act after not_done, and its counter stands at " + total;
  }

  private static String word(Reconciled asked) {
    return switch (asked) {
      case Reconciled.Done(var result) -> FetchHand.told(result);
      case Reconciled.NotDone _, Reconciled.Again _ -> "not_done";
      case Reconciled.Unknown _ -> "unknown";
    };
  }

  @Override
  public void close() {
    hand.close();
    door.close();
  }
}
