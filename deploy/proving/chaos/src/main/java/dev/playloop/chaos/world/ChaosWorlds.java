package dev.playloop.chaos.world;

import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.schemas.world.WorldRecord;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.kernel.model.KernelWorld;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import dev.playloop.worlds.society.model.SocietyWorld;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The worlds of a chaos system: the vault and the society always, the kernel, a game of Emerald
/// and Eternum on a chain where the seed says so. Immutable.
///
/// @param all those of the build
/// @param declares whether there are worlds that are data beside them
/// @param records what declares these, where it is known before the topic is read
public record ChaosWorlds(List<World> all, boolean declares, Map<String, WorldRecord> records) {
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
    records = Map.copyOf(records);
  }

  private ChaosWorlds(List<World> all) {
    this(all, false, Map.of());
  }

  /// Nothing but worlds that are data.
  public static ChaosWorlds declared(List<WorldDeclaration> declarations) {
    return new ChaosWorlds(List.of()).and(declarations);
  }

  /// These, and beside them such as are data.
  public ChaosWorlds and(List<WorldDeclaration> declarations) {
    if (declarations.isEmpty()) {
      return this;
    }
    Map<String, WorldRecord> records = new HashMap<>();
    for (WorldDeclaration each : declarations) {
      records.putAll(DeclaredWorlds.records(each, Instant.EPOCH, "chaos"));
    }
    return new ChaosWorlds(all, true, records);
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
    return new ChaosWorlds(worlds, wanted.contains(WorldDeclaration.SHARED), Map.of());
  }

  /// What they declare.
  public Worlds table() {
    Worlds installed = Worlds.of(all);
    return declares ? DeclaredWorlds.of(installed, records) : installed;
  }

  /// Under which names their actions lie on topics.
  public List<String> names() {
    List<String> names = new ArrayList<>();
    all.forEach(world -> names.add(world.name()));
    if (declares) {
      names.add(WorldDeclaration.SHARED);
    }
    return List.copyOf(names);
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
