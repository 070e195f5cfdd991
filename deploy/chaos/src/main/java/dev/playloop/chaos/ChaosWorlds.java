package dev.playloop.chaos;

import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.society.SocietyWorld;
import java.util.List;

/// The worlds of every chaos system, and its partitions.
final class ChaosWorlds {
  static final int PARTITIONS = 4;
  static final World SOCIETY = new SocietyWorld();
  static final World VAULT = new VaultWorld();
  static final List<World> ALL = List.of(SOCIETY, VAULT);
  static final List<String> NAMES = List.of(SOCIETY.name(), VAULT.name());

  private ChaosWorlds() {}
}
