package dev.playloop.chaos.world;

import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.kernel.model.KernelWorld;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import dev.playloop.worlds.society.model.SocietyWorld;
import java.util.ArrayList;
import java.util.List;

/// The worlds of a chaos system: the vault and the society always, the kernel, a game of Emerald
/// and Eternum on a chain where the seed says so. Immutable.
public record ChaosWorlds(List<World> all) {
  public static final int PARTITIONS = 4;

  /// The least that a system has.
  public static final ChaosWorlds PLAIN =
      new ChaosWorlds(List.of(new SocietyWorld(), new VaultWorld()));

  /// Every one that a system may have.
  public static final ChaosWorlds EVERY =
      new ChaosWorlds(
          List.of(
              new SocietyWorld(),
              new VaultWorld(),
              new KernelWorld(),
              new EmeraldWorld(),
              new EternumWorld()));

  /// The least with a chain.
  public static final ChaosWorlds ON_CHAIN =
      new ChaosWorlds(List.of(new VaultWorld(), new EternumWorld()));

  private static final int NO_KERNEL_EVERY = 3;
  private static final int EMERALD_EVERY = 4;
  private static final int ETERNUM_EVERY = 5;

  public ChaosWorlds {
    all = List.copyOf(all);
  }

  /// Those of a history: two of three have the kernel, one of four has Emerald, one of five has
  /// Eternum.
  public static ChaosWorlds of(long seed) {
    List<String> names = new ArrayList<>(PLAIN.names());
    if (Math.floorMod(seed, NO_KERNEL_EVERY) != 0) {
      names.add(KernelWorld.NAME);
    }
    if (Math.floorMod(seed, EMERALD_EVERY) == 0) {
      names.add(EmeraldWorld.NAME);
    }
    if (Math.floorMod(seed, ETERNUM_EVERY) == 0) {
      names.add(EternumWorld.NAME);
    }
    return named(String.join(",", names));
  }

  /// By their names, with commas between.
  public static ChaosWorlds named(String names) {
    List<String> wanted = List.of(names.split(",", -1));
    List<World> worlds = new ArrayList<>(EVERY.all);
    worlds.removeIf(world -> !wanted.contains(world.name()));
    return new ChaosWorlds(worlds);
  }

  /// What they declare.
  public Worlds table() {
    return Worlds.of(all);
  }

  public List<String> names() {
    return all.stream().map(World::name).toList();
  }

  public boolean hasKernel() {
    return names().contains(KernelWorld.NAME);
  }

  public boolean hasEmerald() {
    return names().contains(EmeraldWorld.NAME);
  }

  public boolean hasEternum() {
    return names().contains(EternumWorld.NAME);
  }
}
