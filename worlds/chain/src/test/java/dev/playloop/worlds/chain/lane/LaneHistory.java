package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.lane.LaneBench.Crash;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.model.WorldUnavailable;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// One history by its seed: some writes of two agents with one account, whose executor dies where
/// it likes, on a chain of which anything may happen. It ends in peace, so that all can be told.
final class LaneHistory implements LaneBench.Places, ModelTrouble {
  private static final int ROUNDS = 400;

  private final Random random;
  private final Temper temper;
  private boolean peace;
  final ModelChain chain = new ModelChain();
  final LaneBench bench;
  final List<Action> actions = new ArrayList<>();
  final Map<ActionId, ActionResult> results = new HashMap<>();
  final Set<ActionId> undone = new HashSet<>();
  final List<String> log = new ArrayList<>();
  final List<String> sentToTheWrongChain = new ArrayList<>();
  private final Map<String, SignedAttempt> bytes = new HashMap<>();
  boolean wiped;
  boolean strangers;

  /// How likely is what, in per cent.
  private record Temper(int crash, int outage, int loss, int chaos, int stranger) {}

  LaneHistory(int seed) {
    this.random = new Random(seed);
    this.temper =
        new Temper(
            random.nextInt(8),
            random.nextInt(10),
            random.nextInt(40),
            random.nextInt(40),
            random.nextInt(10) == 0 ? 3 : 0);
    this.bench = new LaneBench(chain);
    bench.profile =
        LaneProfile.standard(LaneBench.ADVICE)
            .withDepth(4)
            .withPace(
                new LaneProfile.Pace(
                    Duration.ofMillis(250),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(8),
                    Duration.ofSeconds(3)));
    if (random.nextInt(8) == 0) {
      bench.profile = bench.profile.answeringEarly();
    }
    bench.fees =
        FeePolicy.capped(
                BigInteger.valueOf(3_000L + random.nextInt(4_000)),
                BigInteger.valueOf(6_000L + random.nextInt(20_000)))
            .withBump(10 + random.nextInt(40), 1 + random.nextInt(8));
    bench.passing = this::pass;
    bench.places = this;
    chain.trouble = this;
    restart();
  }

  private void restart() {
    gather();
    bench.restarted();
  }

  private void gather() {
    bench.actions.undone().after(0).forEach(each -> undone.add(each.action()));
  }

  private boolean happens(int percent) {
    return !peace && random.nextInt(100) < percent;
  }

  @Override
  public void reached(String place) {
    if (place.equals("confirming") && happens(2)) {
      chain.price = BigInteger.valueOf(300); // since it was estimated
    }
    if (happens(temper.crash)) {
      log.add("dies at " + place);
      throw new Crash(place);
    }
  }

  @Override
  public void asked() {
    if (happens(temper.outage)) {
      throw new NodeUnavailable("away", null);
    }
  }

  @Override
  public ModelTrouble.Arrival arrives(SignedAttempt attempt) {
    log.add("sent " + attempt.hash());
    if (wiped) {
      sentToTheWrongChain.add(attempt.hash());
    }
    if (!bench.durable().contains(attempt.hash())) {
      throw new AssertionError(attempt.hash() + " is sent and not on the ledger");
    }
    SignedAttempt before = bytes.putIfAbsent(attempt.hash(), attempt);
    if (before != null && !before.equals(attempt)) {
      throw new AssertionError("other bytes: " + before + " and " + attempt);
    }
    if (!happens(temper.loss)) {
      return ModelTrouble.Arrival.TAKEN;
    }
    List<ModelTrouble.Arrival> all = List.of(ModelTrouble.Arrival.values());
    return all.get(random.nextInt(all.size()));
  }

  /// A quarter of a second on the chain.
  private void pass() {
    if (happens(temper.chaos)) {
      chaos(random.nextInt(8));
    }
    if (happens(temper.stranger)) {
      log.add("a stranger writes");
      strangers = true;
      chain.stranger();
    }
    if (peace || random.nextInt(3) > 0) {
      chain.execute();
    }
    if (peace || random.nextInt(4) > 0) {
      chain.seal();
    }
  }

  private void chaos(int kind) {
    switch (kind) {
      case 0 -> chain.evict();
      case 1 -> {
        int blocks = 1 + random.nextInt(3);
        log.add("reorganised by " + blocks);
        chain.reorganise(blocks, bench.profile.depth());
      }
      case 2 -> chain.price = BigInteger.valueOf(60L + random.nextInt(200));
      case 3 -> bench.now = bench.now.plusSeconds(random.nextInt(5));
      case 4 -> flip();
      case 5 -> {
        if (random.nextInt(60) == 0) {
          log.add("wiped");
          wiped = true;
          chain.wipe(random.nextBoolean());
        }
      }
      default -> watch();
    }
  }

  /// An action that would be reverted would not be, or the other way round.
  private void flip() {
    String action =
        actions.get(random.nextInt(actions.size())).args().path("entrypoint").asString();
    if (!chain.reverting.remove(action)) {
      chain.reverting.add(action);
    }
  }

  private void watch() {
    try {
      bench.actions.watchOnce();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void run() throws InterruptedException {
    int count = 2 + random.nextInt(4);
    for (int i = 1; i <= count; i++) {
      Action action =
          LaneBench.poke(random.nextBoolean() ? LaneBench.ADA : LaneBench.BOB, i, "a" + i);
      actions.add(action);
      if (random.nextInt(6) == 0) {
        chain.reverting.add("a" + i);
      }
      if (random.nextInt(10) == 0) {
        chain.sureToRevert.add("a" + i);
      }
      log.add("begins " + action.action());
      handle(bench.until(action, Duration.ofSeconds(20)));
      for (int n = random.nextInt(4); n > 0; n--) {
        quietly(() -> bench.pause(Duration.ofMillis(250)));
        quietly(this::watch);
      }
    }
    settle();
  }

  /// What a step of a process does, which may be its last.
  private interface Step {
    void run() throws InterruptedException;
  }

  private boolean quietly(Step step) throws InterruptedException {
    try {
      step.run();
      return true;
    } catch (Crash e) {
      restart();
      return false;
    } catch (WorldUnavailable e) {
      return false;
    }
  }

  /// As the executor: again until there is an answer, or the action's time is over.
  private void handle(Action action) throws InterruptedException {
    while (!results.containsKey(action.action())) {
      boolean answered = quietly(() -> keep(bench.handle(action)));
      if (answered) {
        return; // perhaps with UNKNOWN
      }
      quietly(() -> bench.pause(Duration.ofMillis(500)));
    }
  }

  private void keep(ActionResult result) {
    log.add(
        peace ? "asked" : "%s: %s %s".formatted(result.action(), result.status(), result.error()));
    if (result.status() == Status.UNKNOWN) {
      return;
    }
    ActionResult before = results.put(result.action(), result);
    if (before != null && !before.equals(result)) {
      throw new AssertionError("two results: " + before + " and " + result);
    }
  }

  /// What came up in it.
  List<String> kinds() {
    List<String> kinds = new ArrayList<>(bench.told);
    undone.forEach(_ -> kinds.add("undone"));
    log.stream().filter(line -> line.startsWith("dies")).forEach(_ -> kinds.add("died"));
    for (ActionResult result : results.values()) {
      kinds.add(result.error() == null ? result.status().name() : result.error().code());
    }
    if (wiped) {
      kinds.add("wiped");
    }
    return kinds;
  }

  /// Peace: all that can land does, and everybody asks what became of his write.
  private void settle() throws InterruptedException {
    peace = true;
    chain.price = BigInteger.TEN;
    log.add("peace");
    for (int i = 0; i < ROUNDS && !isSettled(); i++) {
      if (i % 40 == 0) {
        restart(); // by a person, who has seen that a lane stopped
      }
      quietly(() -> bench.pause(Duration.ofMillis(250)));
      quietly(this::watch);
      for (Action action : actions) {
        if (!results.containsKey(action.action())) {
          quietly(() -> keep(bench.ask(action)));
        }
      }
    }
    restart();
    for (int i = 0; i < 8; i++) {
      quietly(() -> bench.pause(Duration.ofMillis(250)));
      quietly(this::watch);
    }
    gather();
  }

  private boolean isSettled() {
    return results.size() == actions.size() || wiped;
  }
}
