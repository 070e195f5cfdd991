package dev.playloop.proving.fuzz;

import dev.playloop.schemas.event.AgentConfig;
import java.time.Duration;
import java.util.List;

/// What a provider answers: a trigger asks the model for broken replies, or for calls of tools with
/// broken arguments. One input is one answer that the model gave.
final class ReplySurface implements Surface {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Arena arena;
  private final String name;
  private final Findings findings;

  ReplySurface(Arena arena, String name, Findings findings) {
    this.arena = arena;
    this.name = name;
    this.findings = findings;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int chunk() {
    return 120;
  }

  @Override
  public Refusals refusals() {
    return arena.watch().refusals();
  }

  /// Sends a trigger for each number, and waits until all of their runs are closed.
  @Override
  public void feed(long first, int count) throws InterruptedException {
    List<AgentConfig> victims = arena.cast().victims();
    String mark = Watch.SANE + name + "-";
    for (int i = 0; i < count; i++) {
      AgentConfig victim = victims.get((int) ((first + i) % victims.size()));
      arena.trigger(victim.agent(), mark + (first + i), "fuzz:" + name + ":" + (first + i));
    }
    boolean all =
        Arena.await(
            LIMIT,
            () -> {
              for (int i = 0; i < count; i++) {
                if (!arena.watch().ends().containsKey(mark + (first + i))) {
                  return false;
                }
              }
              return true;
            });
    for (int i = 0; i < count; i++) {
      String end = arena.watch().ends().remove(mark + (first + i));
      if (end == null && !all) {
        findings.add(
            name, first + i, "the run did not close in " + LIMIT.toSeconds() + " s", new byte[0]);
      } else if (end != null && end.startsWith("dropped QUEUE_FULL")) {
        findings.add(name, first + i, end, new byte[0]);
      }
    }
  }
}
