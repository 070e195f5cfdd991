package dev.playloop.chaos;

import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.kernel.KernelWorld;
import dev.playloop.worlds.model.society.SocietyWorld;
import java.util.ArrayList;
import java.util.List;

/// The worlds of a chaos system: the vault and the society always, the kernel where the seed says
/// so. Immutable.
record ChaosWorlds(List<World> all) {
  static final int PARTITIONS = 4;

  /// Without the kernel.
  static final ChaosWorlds PLAIN = new ChaosWorlds(List.of(new SocietyWorld(), new VaultWorld()));

  /// Every one that a system may have.
  static final ChaosWorlds EVERY =
      new ChaosWorlds(List.of(new SocietyWorld(), new VaultWorld(), new KernelWorld()));

  ChaosWorlds {
    all = List.copyOf(all);
  }

  /// Those of a history: two of three have the kernel.
  static ChaosWorlds of(long seed) {
    return Math.floorMod(seed, 3) == 0 ? PLAIN : EVERY;
  }

  /// By their names, with commas between.
  static ChaosWorlds named(String names) {
    List<World> worlds = new ArrayList<>(EVERY.all);
    worlds.removeIf(world -> !List.of(names.split(",", -1)).contains(world.name()));
    return new ChaosWorlds(worlds);
  }

  List<String> names() {
    return all.stream().map(World::name).toList();
  }

  boolean hasKernel() {
    return names().contains(KernelWorld.NAME);
  }
}
