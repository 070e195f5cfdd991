package dev.playloop.proving.fuzz;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/// What a provider answers: a trigger asks the model for broken replies, or for calls of tools with
/// broken arguments. One input is one answer that the model gave.
final class ReplySurface implements Surface {
  /// More than a run's deadline.
  private static final Duration LIMIT = Duration.ofSeconds(150);

  /// Runs that wait for each agent.
  private static final int QUEUED = 2;

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
    return thinkers.size() * QUEUED;
  }

  @Override
  public int most() {
    return chunk() * ModelServer.TURNS;
  }

  @Override
  public Refusals refusals() {
    return arena.watch().refusals(name);
  }

  /// Sends a trigger for each number, and waits until all of their runs are closed.
  @Override
  public long feed(long first, int count) throws InterruptedException {
    long before = arena.model().broken(name);
    String mark = Watch.SANE + name + "-";
    for (long number = first; number < first + count; number++) {
      arena.trigger(thinker(number), mark + number, "fuzz:" + name + ":" + number);
    }
    arena.flush();
    Map<String, String> ends = arena.watch().ends();
    boolean all =
        Arena.await(
            LIMIT,
            () ->
                LongStream.range(first, first + count)
                    .allMatch(number -> ends.containsKey(mark + number)));
    for (long number = first; number < first + count; number++) {
      String end = ends.remove(mark + number);
      if (end == null && !all) {
        findings.add(
            name, number, "the run did not close in " + LIMIT.toSeconds() + " s", new byte[0]);
      } else if (end != null && end.startsWith("dropped")) {
        findings.add(name, number, end, new byte[0]);
      }
      arena.model().forget(name, number);
    }
    return arena.model().broken(name) - before;
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
