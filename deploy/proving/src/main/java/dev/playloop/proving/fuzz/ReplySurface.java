package dev.playloop.proving.fuzz;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/// What a provider answers: a trigger asks the model for broken replies, or for calls of tools with
/// broken arguments. One input is one answer that the model gave.
///
/// Runs of one call may still be open when the next begins: an agent whose provider has answered
/// badly is kept waiting by its route, and nobody is to wait for it.
final class ReplySurface implements Surface {
  /// More than a run's deadline, twice: of the runs of an agent the second waits for the first.
  private static final Duration LIMIT = Duration.ofSeconds(240);

  /// Runs of an agent that are open or wait for it.
  private static final int QUEUED = 2;

  /// Runs of an agent in one chunk.
  private static final int EACH = 3;

  private final Arena arena;
  private final String name;
  private final Findings findings;
  private final Corpus corpus;
  private final List<AgentConfig> thinkers;
  private final Map<AgentId, Deque<Long>> waiting = new HashMap<>();

  /// By agent, when each was sent.
  private final Map<AgentId, Map<Long, Long>> open = new HashMap<>();

  private long counted;

  ReplySurface(Arena arena, String name, Findings findings, Corpus corpus) {
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
    return chunk() * ModelServer.TURNS;
  }

  @Override
  public Refusals refusals() {
    return arena.watch().refusals(name);
  }

  /// Sends a trigger for each number, a few at a time for each agent, and waits until less than one
  /// for each agent is left to be sent.
  @Override
  public long feed(long first, int count) throws InterruptedException {
    for (long number = first; number < first + count; number++) {
      waiting.computeIfAbsent(thinker(number), _ -> new ArrayDeque<>()).add(number);
    }
    goOn(() -> waiting.values().stream().mapToInt(Deque::size).sum() < thinkers.size());
    return newlyGiven();
  }

  @Override
  public long drain() throws InterruptedException {
    goOn(() ->
        waiting.values().stream().allMatch(Deque::isEmpty)
            && open.values().stream().allMatch(Map::isEmpty));
    return newlyGiven();
  }

  /// Until there is enough: that ends, as each run is given up at its limit.
  private void goOn(BooleanSupplier enough) throws InterruptedException {
    while (!Arena.await(
        LIMIT,
        () -> {
          open.values().forEach(this::close);
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
    Map<Long, Long> sent = open.computeIfAbsent(agent, _ -> new HashMap<>());
    while (sent.size() < QUEUED && !numbers.isEmpty()) {
      long number = numbers.remove();
      arena.trigger(agent, mark(number), "fuzz:" + name + ":" + number);
      sent.put(number, System.nanoTime());
    }
  }

  private void close(Map<Long, Long> sent) {
    for (Iterator<Map.Entry<Long, Long>> all = sent.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Long, Long> run = all.next();
      if (isOver(run.getKey())) {
        all.remove();
      } else if (System.nanoTime() - run.getValue() > LIMIT.toNanos()) {
        missed(run.getKey());
        all.remove();
      }
    }
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
