package dev.playloop.worlds.eternum.profile;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.CallPolicy;
import dev.playloop.worlds.eternum.calldata.GameDirectory;
import dev.playloop.worlds.eternum.calldata.GameSystems;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// What an account may call where its file says nothing: the entrypoints that actions are, of this
/// game's contracts, and nothing else.
public final class GamePolicy {
  private static final Map<String, Set<String>> ENTRYPOINTS =
      Map.ofEntries(
          Map.entry(GameSystems.RESOURCES, Set.of("send", "approve", "pickup", "arrivals_offload")),
          Map.entry(
              GameSystems.TROOPS,
              Set.of(
                  "explorer_create",
                  "explorer_add",
                  "explorer_delete",
                  "guard_add",
                  "guard_delete",
                  "explorer_explorer_swap",
                  "explorer_guard_swap",
                  "guard_explorer_swap")),
          Map.entry(GameSystems.MOVEMENT, Set.of("explorer_move")),
          Map.entry(
              GameSystems.BATTLES,
              Set.of(
                  "attack_explorer_vs_explorer",
                  "attack_explorer_vs_guard",
                  "attack_guard_vs_explorer")),
          Map.entry(GameSystems.RAIDS, Set.of("raid_explorer_vs_guard")),
          Map.entry(GameSystems.TRADE, Set.of("create_order", "accept_order", "cancel_order")),
          Map.entry(
              GameSystems.PRODUCTION,
              Set.of(
                  "create_building",
                  "destroy_building",
                  "pause_building_production",
                  "resume_building_production")),
          Map.entry(GameSystems.SWAPS, Set.of("buy", "sell")),
          Map.entry(GameSystems.LIQUIDITY, Set.of("add", "remove")),
          Map.entry(
              GameSystems.GUILDS,
              Set.of("create_guild", "join_guild", "leave_guild", "update_whitelist")),
          Map.entry(GameSystems.STRUCTURES, Set.of("level_up")),
          Map.entry(GameSystems.HYPERSTRUCTURES, Set.of("contribute")),
          Map.entry(GameSystems.VRF, Set.of("request_random")));

  private GamePolicy() {}

  public static CallPolicy of(GameDirectory game) {
    Map<Felt, Set<String>> allowed = new HashMap<>();
    ENTRYPOINTS.forEach((system, names) -> allowed.put(game.address(system), names));
    return CallPolicy.of(allowed);
  }
}
