package dev.playloop.loop;

import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// What the world of a [LoopSimulation] declares, which changes in the middle of runs where the
/// history is one of changes; of the old declarations some stay known and some are lost. Has random
/// numbers of its own, so that all else in a history stays as it is. Used by one thread.
final class Declarations {
  private final Random random;
  private final List<Catalogue> ever = new ArrayList<>();
  private List<Catalogue> held;

  private Declarations(long seed, List<TestWorld> worlds) {
    random = new Random(seed);
    worlds.forEach(world -> ever.add(Catalogue.of(world)));
    held = List.of(ever.getFirst());
  }

  /// The same for the whole history.
  static Declarations only(TestWorld world) {
    return new Declarations(0, List.of(world));
  }

  /// Those of `world`, with more tools and with less.
  static Declarations changing(long seed, TestWorld world) {
    ToolCatalogue all = world.tools();
    List<ToolSpec<?>> few =
        all.specs().stream().filter(tool -> !tool.name().equals("do_work")).toList();
    ToolCatalogue more = all.and(TestWorld.SLOW_TOOLS);
    return new Declarations(
        seed,
        List.of(
            world,
            world.declaring(more, Duration.ofSeconds(8)),
            world.declaring(ToolCatalogue.of(few), null)));
  }

  Worlds table() {
    return () -> held;
  }

  /// Every one that was ever in force.
  Worlds all() {
    return () -> ever;
  }

  /// Something else may be in force from now on.
  void pass() {
    if (ever.size() == 1 || random.nextInt(12) > 0) {
      return;
    }
    Catalogue next = ever.get(random.nextInt(ever.size()));
    List<Catalogue> now = new ArrayList<>(List.of(next));
    for (Catalogue old : held) {
      if (!old.equals(next) && random.nextBoolean()) {
        now.add(old);
      }
    }
    held = List.copyOf(now);
  }
}
