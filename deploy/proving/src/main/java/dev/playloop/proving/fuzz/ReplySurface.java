package dev.playloop.proving.fuzz;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// What a provider answers: a trigger asks the model for broken replies, or for calls of tools with
/// broken arguments. One input is one answer that the model gave.
final class ReplySurface implements Surface {
  /// More than a run's deadline.
  private static final Duration LIMIT = Duration.ofSeconds(150);

  /// Runs of an agent that are open or wait for it.
  private static final int QUEUED = 2;

  /// Runs of an agent in one chunk: the more, the less do all wait for the slowest of them.
  private static final int EACH = 3;

  private final Arena arena;
  private final String name;
  private final Findings findings;
  private final Corpus corpus;
  private final List<AgentConfig> thinkers;

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

  /// Sends a trigger for each number, a few at a time for each agent, and waits until all of their
  /// runs are closed.
  @Override
  public long feed(long first, int count) throws InterruptedException {
    long before = arena.model().broken(name);
    Map<AgentId, Deque<Long>> waiting =
        LongStream.range(first, first + count)
            .boxed()
            .collect(
                Collectors.groupingBy(this::thinker, Collectors.toCollection(ArrayDeque::new)));
    Map<AgentId, List<Long>> open = new HashMap<>();
    boolean all =
        Arena.await(
            LIMIT,
            () -> {
              open.values().forEach(numbers -> numbers.removeIf(this::isOver));
              waiting.forEach((agent, numbers) -> send(agent, numbers, open));
              return findings.isEnough() || open.values().stream().allMatch(List::isEmpty);
            });
    if (!all) {
      open.values().forEach(numbers -> numbers.forEach(this::missed));
    }
    return arena.model().broken(name) - before;
  }

  private void send(AgentId agent, Deque<Long> waiting, Map<AgentId, List<Long>> open) {
    List<Long> sent = open.computeIfAbsent(agent, _ -> new ArrayList<>());
    while (sent.size() < QUEUED && !waiting.isEmpty()) {
      long number = waiting.remove();
      arena.trigger(agent, mark(number), "fuzz:" + name + ":" + number);
      sent.add(number);
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
