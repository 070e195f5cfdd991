package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.eternum.rules.ThiefFights.Wish;
import java.util.List;
import java.util.Random;

/// Orders, swaps, liquidity and guilds.
final class ThiefTrades {
  private final Random random;
  private final ThiefEyes eyes;

  ThiefTrades(Random random, ThiefEyes eyes) {
    this.random = random;
    this.eyes = eyes;
  }

  private static Wish wish(String system, String entrypoint, Object... words) {
    return new Wish(system, entrypoint, List.of(words));
  }

  Wish createOrder() {
    return wish(
        "trade_systems",
        "create_order",
        eyes.structure(),
        random.nextInt(3) == 0 ? eyes.anyStructure() : 0L,
        eyes.resource(),
        eyes.resource(),
        eyes.amount(),
        random.nextInt(5),
        eyes.amount(),
        eyes.now() + random.nextInt(100_000) - 500);
  }

  Wish acceptOrder() {
    return wish("trade_systems", "accept_order", eyes.structure(), eyes.order(), random.nextInt(4));
  }

  Wish cancelOrder() {
    return wish("trade_systems", "cancel_order", eyes.order());
  }

  Wish market() {
    return wish(
        "swap_systems",
        random.nextBoolean() ? "buy" : "sell",
        eyes.bank(),
        eyes.structure(),
        eyes.pooled(),
        eyes.amount());
  }

  Wish liquidity() {
    return random.nextBoolean()
        ? wish(
            "liquidity_systems",
            "add",
            eyes.bank(),
            eyes.structure(),
            eyes.pooled(),
            eyes.amount(),
            eyes.amount())
        : wish(
            "liquidity_systems",
            "remove",
            eyes.bank(),
            eyes.structure(),
            eyes.pooled(),
            eyes.shares());
  }

  Wish guild() {
    return switch (random.nextInt(4)) {
      case 0 -> wish("guild_systems", "create_guild", random.nextInt(2), eyes.word());
      case 1 -> wish("guild_systems", "join_guild", eyes.player());
      case 2 -> wish("guild_systems", "leave_guild");
      default -> wish("guild_systems", "update_whitelist", eyes.player(), random.nextInt(2));
    };
  }
}
