package dev.playloop.worlds.eternum.deploy;

import dev.playloop.schemas.Require;
import dev.playloop.worlds.chain.Felt;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/// How fast a game goes and what things cost, as its WorldConfig record holds it. Amounts are times
/// 10^9.
///
/// @param name 1 to 31 ASCII characters
/// @param startAt seconds since 1970; nothing is played before
/// @param tickSeconds after each of which stamina grows
/// @param daySlots into how many slots a day's arrivals fall
/// @param donkeyCapacity what one donkey carries
/// @param cooldownTicks how long explorers rest from a battle
/// @param feeThousandths what a swap leaves to the liquidity
@RecordBuilder
public record GameConfig(
    String name,
    long startAt,
    int tickSeconds,
    int daySeconds,
    int daySlots,
    int secondsPerHex,
    long donkeyCapacity,
    StaminaCosts stamina,
    int cooldownTicks,
    int feeThousandths)
    implements GameConfigBuilder.With {
  private static final int DAY = 86_400;
  private static final int THOUSAND = 1000;

  public GameConfig {
    Require.range("tickSeconds", tickSeconds, 1, DAY);
    Require.range("daySlots", daySlots, 1, 255);
    Require.range("daySeconds", daySeconds, daySlots, 365 * DAY);
    Require.range("secondsPerHex", secondsPerHex, 0, DAY);
    Require.range("cooldownTicks", cooldownTicks, 0, DAY);
    Require.range("feeThousandths", feeThousandths, 0, THOUSAND - 1);
  }

  /// A game that goes on from now: a tick a minute, half an hour a slot.
  public static GameConfig named(String name) {
    return GameConfigBuilder.builder()
        .name(name)
        .startAt(0)
        .tickSeconds(60)
        .daySeconds(DAY)
        .daySlots(48)
        .secondsPerHex(60)
        .donkeyCapacity(500_000_000_000L)
        .stamina(StaminaCosts.standard())
        .cooldownTicks(1)
        .feeThousandths(3)
        .build();
  }

  /// In the order of the contract's struct.
  List<Felt> words() {
    return List.of(
        Felt.shortString(name),
        Felt.of(startAt),
        Felt.of(tickSeconds),
        Felt.of(daySeconds),
        Felt.of(daySlots),
        Felt.of(secondsPerHex),
        Felt.of(donkeyCapacity),
        Felt.of(stamina.max()),
        Felt.of(stamina.initial()),
        Felt.of(stamina.gainPerTick()),
        Felt.of(stamina.explore()),
        Felt.of(stamina.travel()),
        Felt.of(stamina.attack()),
        Felt.of(cooldownTicks),
        Felt.of(feeThousandths),
        Felt.of(THOUSAND),
        Felt.ZERO); // points that players have so far
  }
}
