package dev.playloop.benchmarks.world;

import dev.playloop.benchmarks.world.MovingCrowd.Asked;
import dev.playloop.operator.Following;
import dev.playloop.operator.Step;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// How old what an agent sees is when its model is asked: a crowd stands in one scene, a tenth of
/// it moves with each tick, and with some of the moves come triggers. Measured is the time from a
/// trigger's arrival on its topic to its agent's first turn, by the log's own clock, and whether
/// the view of that turn holds every move of that tick. Positions come from this process, over
/// HTTP; the system is a process of its own, whose model answers at once. What is counted begins
/// with the given minutes of the first rate behind it, so that the JVM has compiled what it runs.
/// For each crowd the rate is doubled until the 99th hundredth takes longer than 100 ms, or a view
/// lacks a move, or this process can't send as fast.
///
/// `PerceptionSpeed [agents=100,500,2000] [entities=2000] [triggers=600] [minutes=4]`, in a
/// checkout.
final class PerceptionSpeed {
  private static final int FIRST_HERTZ = 4;
  private static final int LAST_HERTZ = 64;
  private static final int TRIGGERS_A_SECOND = 20;
  private static final int WARM_UP = 200;
  private static final double WANTED_MILLIS = 100;
  private static final Duration SETTLES = Duration.ofSeconds(10);

  private static final String DECLARED =
      """
      world: tavern
      tools:
        - {name: look, description: Look again., effect: read}
      perspective: {see: spatial, scene: field}
      actions: {pull: true}
      """;

  private static final String RULES =
      """
      rules:
        - {name: seen, say: I see.}
      """;

  private final UpProcess up;
  private final MovingCrowd crowd;

  private PerceptionSpeed(UpProcess up, MovingCrowd crowd) {
    this.up = up;
    this.crowd = crowd;
  }

  /// @param millis of each trigger that was perceived, sorted
  /// @param lacking how many first turns did not hold every move, or never came
  /// @param movesPerSecond that were really sent
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Perceived(double[] millis, int lacking, double movesPerSecond) {
    double p99() {
      return at(0.99);
    }

    String said() {
      return String.format(
          Locale.ROOT,
          "%.0f moves/s sent, %d triggers perceived, %d not whole, p50 %.0f, p90 %.0f, p99 %.0f,"
              + " most %.0f ms",
          movesPerSecond,
          millis.length,
          lacking,
          at(0.5),
          at(0.9),
          p99(),
          at(1));
    }

    double at(double share) {
      return millis.length == 0
          ? Double.NaN
          : millis[Math.min(millis.length - 1, (int) Math.ceil(share * millis.length) - 1)];
    }
  }

  public static void main(String[] args) throws Exception {
    int[] sizes =
        Stream.of((args.length > 0 ? args[0] : "100,500,2000").split(","))
            .mapToInt(Integer::parseInt)
            .toArray();
    int entities = args.length > 1 ? Integer.parseInt(args[1]) : 2_000;
    int triggers = args.length > 2 ? Integer.parseInt(args[2]) : 600;
    int minutes = args.length > 3 ? Integer.parseInt(args[3]) : 4;
    for (int agents : sizes) {
      UpProcess.Declared declared = new UpProcess.Declared(DECLARED, agents(agents), RULES);
      try (UpProcess up = UpProcess.start(declared);
          MovingCrowd crowd = new MovingCrowd(up, agents, entities)) {
        crowd.settle();
        PerceptionSpeed speed = new PerceptionSpeed(up, crowd);
        System.out.println("cold: " + speed.play(FIRST_HERTZ, WARM_UP).said());
        speed.play(FIRST_HERTZ, minutes * 60 * TRIGGERS_A_SECOND);
        speed.doubling(agents, entities, triggers);
      }
    }
  }

  private static String agents(int count) {
    StringBuilder agents =
        new StringBuilder(
            """
            - template: walker
              enabled: true
              instructions: {identity: You walk the field.}
              boundaries: {"*": {tools: ["*"]}}
            """);
    for (int i = 0; i < count; i++) {
      agents.append("- {agent: tavern/a%d, actor: e%d, like: walker}\n".formatted(i, i));
    }
    return agents.toString();
  }

  private void doubling(int agents, int entities, int triggers)
      throws IOException, InterruptedException {
    double highest = 0;
    for (int hertz = FIRST_HERTZ; hertz <= LAST_HERTZ; hertz *= 2) {
      play(hertz, WARM_UP);
      Perceived perceived = play(hertz, triggers);
      System.out.printf(
          Locale.ROOT,
          "%d agents, %d entities, a tenth at %d Hz: %s; load average %.1f%n",
          agents,
          entities,
          hertz,
          perceived.said(),
          ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
      double asked = (double) crowd.movers() * hertz;
      if (perceived.lacking() > 0
          || perceived.p99() > WANTED_MILLIS
          || perceived.movesPerSecond() < 0.95 * asked) {
        break;
      }
      highest = asked;
    }
    System.out.printf(
        Locale.ROOT, "%d agents: %.0f moves/s within %.0f ms%n", agents, highest, WANTED_MILLIS);
  }

  private Perceived play(int hertz, int triggers) throws IOException, InterruptedException {
    try (Following following =
        Following.of(up.kafka()).actionsOf(List.of("declared")).withArrivals().fromNow()) {
      Watching watching = new Watching();
      long tick = TimeUnit.SECONDS.toNanos(1) / hertz;
      long began = System.nanoTime();
      int ticks = 0;
      int sent = 0;
      while (sent < triggers) {
        if (System.nanoTime() >= began + tick * ticks) {
          ticks++;
          int due = (int) Math.min(triggers, (long) TRIGGERS_A_SECOND * ticks / hertz) - sent;
          sent += due;
          watching.asked(crowd.tick(due));
        }
        following.poll(Duration.ofMillis(2)).steps().forEach(watching::saw);
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      long end = System.nanoTime() + SETTLES.toNanos();
      while (watching.waits() && System.nanoTime() < end) {
        following.poll(Duration.ofMillis(2)).steps().forEach(watching::saw);
      }
      return watching.perceived((double) crowd.movers() * ticks / seconds);
    }
  }

  /// What the log says of the triggers that were sent, one agent's in their order.
  private static final class Watching {
    private final Map<AgentId, Deque<Asked>> open = new HashMap<>();
    private final Map<String, Instant> arrived = new HashMap<>();
    private final Map<String, Instant> perceived = new HashMap<>();
    private int lacking;

    void asked(List<Asked> all) {
      all.forEach(one -> open.computeIfAbsent(one.agent(), _ -> new ArrayDeque<>()).add(one));
    }

    void saw(Step step) {
      switch (step) {
        case Step.Published it -> arrived.put(it.trigger().text(), it.at());
        case Step.Saw it -> first(it);
        default -> {}
      }
    }

    /// Each run has one turn.
    private void first(Step.Saw it) {
      Asked asked = open.getOrDefault(it.agent(), new ArrayDeque<>()).poll();
      if (asked != null && isWhole(it.view(), asked)) {
        perceived.put(asked.trigger(), it.at());
      } else if (asked != null) {
        lacking++;
      }
    }

    private static boolean isWhole(View view, Asked asked) {
      return view.version() >= asked.version()
          && view.state().path("you").path("x").asInt(-1) == asked.x();
    }

    boolean waits() {
      return open.values().stream().anyMatch(each -> !each.isEmpty());
    }

    Perceived perceived(double movesPerSecond) {
      double[] millis =
          perceived.entrySet().stream()
              .filter(each -> arrived.containsKey(each.getKey()))
              .mapToDouble(each ->
                  Duration.between(arrived.get(each.getKey()), each.getValue()).toNanos() / 1e6)
              .sorted()
              .toArray();
      int never = open.values().stream().mapToInt(Deque::size).sum();
      int unheard = perceived.size() - millis.length;
      return new Perceived(millis, lacking + never + unheard, movesPerSecond);
    }
  }
}
