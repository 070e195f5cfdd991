package dev.playloop.proving.fuzz;

import dev.playloop.proving.fuzz.arena.Arena;
import dev.playloop.proving.fuzz.arena.Watch;
import dev.playloop.proving.fuzz.surface.ExportSurface;
import dev.playloop.schemas.event.AgentConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What a system has done before anything broken is sent to it.
final class WarmUp {
  private static final Duration WARM_UP = Duration.ofSeconds(60);

  /// Numbers of the model's answers before the first input.
  private static final long WARM = 1_000_000_000;

  private WarmUp() {}

  /// Some sane runs, with calls of tools by victims: they leave the records that are then broken.
  /// What is exported are the first of them: an export is read as often as it is broken.
  static void run(Arena arena, ExportSurface exports) throws InterruptedException {
    List<AgentConfig> victims = arena.cast().victims();
    List<AgentConfig> first = Arena.WORLDS.stream().map(world -> victimOf(world, victims)).toList();
    warm(arena, first);
    exports.learn();
    arena.join();
    List<String> wrong = arena.check("warm", WARM_UP);
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(
          "the system does not answer before anything was sent: " + wrong);
    }
    warm(arena, victims.stream().filter(victim -> !first.contains(victim)).toList());
  }

  private static AgentConfig victimOf(String world, List<AgentConfig> victims) {
    return victims.stream()
        .filter(victim -> victim.agent().world().equals(world))
        .findFirst()
        .orElseThrow();
  }

  private static void warm(Arena arena, List<AgentConfig> victims) throws InterruptedException {
    List<String> warm = new ArrayList<>();
    for (AgentConfig victim : victims) {
      String id = Watch.SANE + "warm-" + victim.agent().value().replace('/', '-');
      warm.add(id);
      long number = WARM + arena.cast().victims().indexOf(victim);
      arena.trigger(victim.agent(), id, "fuzz:arguments:" + number);
    }
    arena.flush();
    Arena.await(WARM_UP, () -> arena.watch().ends().keySet().containsAll(warm));
  }
}
