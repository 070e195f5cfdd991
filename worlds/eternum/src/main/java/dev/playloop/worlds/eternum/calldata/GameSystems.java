package dev.playloop.worlds.eternum.calldata;

import java.util.List;

/// The contracts that actions call, by the names that a manifest has them under.
public final class GameSystems {
  public static final String RESOURCES = "resource_systems";
  public static final String TROOPS = "troop_management_systems";
  public static final String MOVEMENT = "troop_movement_systems";
  public static final String BATTLES = "troop_battle_systems";
  public static final String RAIDS = "troop_raid_systems";
  public static final String TRADE = "trade_systems";
  public static final String PRODUCTION = "production_systems";
  public static final String SWAPS = "swap_systems";
  public static final String LIQUIDITY = "liquidity_systems";
  public static final String GUILDS = "guild_systems";
  public static final String STRUCTURES = "structure_systems";
  public static final String HYPERSTRUCTURES = "hyperstructure_systems";

  /// Gives random numbers that a transaction asked for in its first call.
  public static final String VRF = "vrf_provider";

  public static final List<String> ALL =
      List.of(
          RESOURCES,
          TROOPS,
          MOVEMENT,
          BATTLES,
          RAIDS,
          TRADE,
          PRODUCTION,
          SWAPS,
          LIQUIDITY,
          GUILDS,
          STRUCTURES,
          HYPERSTRUCTURES,
          VRF);

  private GameSystems() {}
}
