package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.RecordKinds;
import dev.playloop.worlds.eternum.rules.record.WorldDoor;
import java.util.List;

/// The numbers that a game is played by.
final class SetupConfig {
  private static final Uint LARGEST_FEE_PARTS = Uint.u128(1_000_000);

  private SetupConfig() {}

  static List<Felt> configure(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    GameRecord config = parameters.whole(it -> read(gameId, it));
    parameters.end();
    SetupAdmin.check(context);
    check(config);
    new WorldDoor(context, Systems.world(context)).set(config);
    return List.of();
  }

  private static GameRecord read(Uint gameId, Parameters it) {
    return GameRecord.blank(RecordKinds.named("WorldConfig"), List.of(gameId.felt()))
        .with("name", it.felt())
        .with("start_at", it.u64())
        .with("tick_seconds", it.u64())
        .with("day_seconds", it.u64())
        .with("day_slots", it.u8())
        .with("seconds_per_hex", it.u64())
        .with("donkey_capacity", it.u128())
        .with("stamina.max", it.u64())
        .with("stamina.initial", it.u64())
        .with("stamina.gain_per_tick", it.u64())
        .with("stamina.explore_cost", it.u64())
        .with("stamina.travel_cost", it.u64())
        .with("stamina.attack_cost", it.u64())
        .with("battle_cooldown_ticks", it.u64())
        .with("swap_fee_num", it.u128())
        .with("swap_fee_denom", it.u128())
        .with("points_registered", it.u128());
  }

  private static void check(GameRecord config) {
    Panic.unless(!config.uint("tick_seconds").isZero(), "a tick takes no time");
    Panic.unless(!config.uint("donkey_capacity").isZero(), "a donkey carries nothing");
    Uint seconds = config.uint("day_seconds");
    Uint slots = config.uint("day_slots");
    Panic.unless(
        !slots.isZero() && seconds.atLeast(slots.into(64)),
        "a day of " + seconds + " seconds has no " + slots + " slots");
    Uint fee = config.uint("swap_fee_num");
    Uint parts = config.uint("swap_fee_denom");
    Panic.unless(
        !parts.isZero() && fee.below(parts) && LARGEST_FEE_PARTS.atLeast(parts),
        "a fee of " + fee + " of " + parts);
  }
}
