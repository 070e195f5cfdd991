package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.eternum.rules.ThiefChances.Beside;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Blows, raids and swaps, mostly where two really stand beside each other.
final class ThiefFights {
  private static final String MANAGEMENT = "troop_management_systems";
  private static final String BATTLE = "troop_battle_systems";

  private final Random random;
  private final ThiefEyes eyes;
  private final ThiefChances chances;

  ThiefFights(Random random, ThiefEyes eyes, ThiefChances chances) {
    this.random = random;
    this.eyes = eyes;
    this.chances = chances;
  }

  /// What to call, and the words behind the game's number.
  record Wish(String system, String entrypoint, List<Object> words) {}

  Wish swap() {
    int slot = random.nextInt(4);
    return switch (random.nextInt(3)) {
      case 0 -> {
        Beside two = or(chances.explorers(eyes.account(), true), false);
        yield new Wish(
            MANAGEMENT,
            "explorer_explorer_swap",
            List.of(two.first(), two.second(), two.direction(), eyes.troops()));
      }
      case 1 -> {
        Beside two = or(chances.structure(eyes.account(), true), false);
        yield new Wish(
            MANAGEMENT,
            "explorer_guard_swap",
            List.of(two.first(), two.second(), two.direction(), slot, eyes.troops()));
      }
      default -> {
        Beside two = or(chances.ofStructure(eyes.account(), true), true);
        yield new Wish(
            MANAGEMENT,
            "guard_explorer_swap",
            List.of(two.first(), slot, two.second(), two.direction(), eyes.troops()));
      }
    };
  }

  Wish battle(List<Object> loot) {
    return switch (random.nextInt(3)) {
      case 0 -> {
        Beside two = or(chances.explorers(eyes.account(), false), false);
        yield new Wish(
            BATTLE,
            "attack_explorer_vs_explorer",
            List.of(two.first(), two.second(), two.direction(), loot));
      }
      case 1 -> {
        Beside two = or(chances.structure(eyes.account(), false), false);
        yield new Wish(
            BATTLE,
            "attack_explorer_vs_guard",
            List.of(two.first(), two.second(), two.direction()));
      }
      default -> {
        Beside two = or(chances.ofStructure(eyes.account(), false), true);
        yield new Wish(
            BATTLE,
            "attack_guard_vs_explorer",
            List.of(two.first(), random.nextInt(2), two.second(), two.direction()));
      }
    };
  }

  Wish raid(List<Object> loot) {
    Beside two = or(chances.structure(eyes.account(), false), false);
    return new Wish(
        "troop_raid_systems",
        "raid_explorer_vs_guard",
        List.of(two.first(), two.second(), two.direction(), loot));
  }

  private Beside or(@Nullable Beside found, boolean structureFirst) {
    if (found != null && random.nextInt(5) > 0) {
      return found;
    }
    int direction = random.nextInt(6);
    return structureFirst
        ? new Beside(eyes.structure(), eyes.anyExplorer(), direction)
        : new Beside(
            eyes.explorer(),
            random.nextBoolean() ? eyes.anyExplorer() : eyes.anyStructure(),
            direction);
  }
}
