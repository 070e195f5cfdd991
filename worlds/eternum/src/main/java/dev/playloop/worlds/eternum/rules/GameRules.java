package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.record.WorldProgram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All contracts of the game as the simulated chain runs them, by the names under which the Cairo
/// ones are declared and registered. Immutable.
public final class GameRules {
  private static final Map<String, ContractProgram> BY_NAME = byName();

  private GameRules() {}

  private static Map<String, ContractProgram> byName() {
    Map<String, ContractProgram> programs = new LinkedHashMap<>();
    List<ContractProgram> all =
        List.of(
            WorldProgram.program(),
            SetupSystem.program(),
            VrfProvider.program(),
            ResourceSystems.program(),
            TroopManagementSystems.program(),
            TroopMovementSystems.program(),
            TroopBattleSystems.program(),
            TroopRaidSystems.program(),
            TradeSystems.program(),
            ProductionSystems.program(),
            SwapSystems.program(),
            LiquiditySystems.program(),
            GuildSystems.program(),
            StructureSystems.program(),
            HyperstructureSystems.program(),
            NameSystems.program());
    for (ContractProgram program : all) {
      programs.put(program.name(), program);
    }
    return Map.copyOf(programs);
  }

  /// Each contract by its name, `world` among them.
  public static Map<String, ContractProgram> programs() {
    return BY_NAME;
  }
}
