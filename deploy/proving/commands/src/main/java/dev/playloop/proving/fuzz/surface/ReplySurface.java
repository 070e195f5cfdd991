package dev.playloop.proving.fuzz.surface;

import dev.playloop.proving.fuzz.arena.Arena;
import dev.playloop.proving.fuzz.arena.Findings;
import dev.playloop.proving.fuzz.arena.Refusals;
import dev.playloop.proving.fuzz.arena.Watch;
import dev.playloop.proving.fuzz.input.Corpus;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/// What a provider answers: a trigger asks the model for broken replies, or for calls of tools with
/// broken arguments. One input is one answer that the model gave.
///
/// Runs of one call may still be open when the next begins: an agent whose provider has answered
/// badly is kept waiting by its route, and nobody is to wait for it.
public final class ReplySurface implements Surface {
  /// More than a run's deadline.
  private static final Duration LIMIT = Duration.ofSeconds(150);

  /// Runs of an agent in one chunk: few, as all other surfaces wait for the last chunk of a round.
  private static final int EACH = 2;

  /// Answers of a run, of [ModelServer#TURNS], before it has enough of them: 1 to 3.
  private static final int USUAL = 2;

  private final Arena arena;
  private final String name;
  private final Findings findings;
  private final Corpus corpus;
  private final List<AgentConfig> thinkers;
  private final Map<AgentId, Deque<Long>> waiting = new HashMap<>();
  private final Map<AgentId, Sent> open = new HashMap<>();
  private long counted;

  /// A trigger, and when it was sent.
  private record Sent(long number, long nanos) {}

  public ReplySurface(Arena arena, String name, Findings findings, Corpus corpus) {
    this.arena = arena;
    this.name = name;
    this.findings = findings;
    this.corpus = corpus;
    this.thinkers = Objects.requireNonNull(arena.cast().thinkers().get(name));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int chunk() {
    return thinkers.size() * EACH;
  }

  @Override
  public int most() {
    return chunk() * USUAL;
  }

  @Override
  public Refusals refusals() {
    return arena.watch().refusals(name);
  }

  /// Sends a trigger for each number, one at a time for each agent, and returns when all were sent
  /// and only a third of the agents are still at it.
  @Override
  public long feed(long first, int count) throws InterruptedException {
    for (long number = first; number < first + count; number++) {
      waiting.computeIfAbsent(thinker(number), _ -> new ArrayDeque<>()).add(number);
    }
    goOn(() ->
        waiting.values().stream().allMatch(Deque::isEmpty) && open.size() < thinkers.size() / 3);
    return newlyGiven();
  }

  @Override
  public long drain() throws InterruptedException {
    goOn(() -> waiting.values().stream().allMatch(Deque::isEmpty) && open.isEmpty());
    return newlyGiven();
  }

  /// Until there is enough: that ends, as each run is given up at its limit.
  private void goOn(BooleanSupplier enough) throws InterruptedException {
    while (!Arena.await(
        LIMIT,
        () -> {
          open.values().removeIf(this::isClosed);
          waiting.forEach(this::send);
          return findings.isEnough() || enough.getAsBoolean();
        })) {}
  }

  private long newlyGiven() {
    long before = counted;
    counted = arena.model().broken(name);
    return counted - before;
  }

  private void send(AgentId agent, Deque<Long> numbers) {
    if (!open.containsKey(agent) && !numbers.isEmpty()) {
      long number = numbers.remove();
      arena.trigger(agent, mark(number), "fuzz:" + name + ":" + number);
      open.put(agent, new Sent(number, System.nanoTime()));
    }
  }

  /// Whether nothing more is to be expected of it.
  private boolean isClosed(Sent run) {
    if (isOver(run.number)) {
      return true;
    }
    boolean late = System.nanoTime() - run.nanos > LIMIT.toNanos();
    if (late) {
      missed(run.number);
    }
    return late;
  }

  private boolean isOver(long number) {
    String end = arena.watch().ends().remove(mark(number));
    if (end == null) {
      return false;
    }
    if (end.startsWith("dropped")) {
      findings.add(name, number, end, new byte[0]);
    }
    arena.model().forget(name, number);
    return true;
  }

  private void missed(long number) {
    findings.add(name, number, "the run did not close in " + LIMIT.toSeconds() + " s", new byte[0]);
    arena.model().forget(name, number);
  }

  private String mark(long number) {
    return Watch.SANE + name + "-" + number;
  }

  /// Whoever is next; for an entry of the corpus somebody whom it fits.
  private AgentId thinker(long number) {
    for (int i = 0; i < thinkers.size() && number <= corpus.entries().size(); i++) {
      AgentConfig config = thinkers.get((int) ((number + i) % thinkers.size()));
      String where = corpus.entries().get((int) number - 1).where();
      String wire =
          Objects.requireNonNull(config.routes().get("*")).candidates().getFirst().wire().name();
      if (where.equalsIgnoreCase(wire) || where.startsWith(config.agent().world() + "/")) {
        return config.agent();
      }
    }
    return thinkers.get((int) (number % thinkers.size())).agent();
  }
}
