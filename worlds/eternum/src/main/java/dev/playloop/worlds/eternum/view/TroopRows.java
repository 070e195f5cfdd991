package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.eternum.model.game.GuardSlot;
import dev.playloop.worlds.eternum.model.game.TroopTier;
import dev.playloop.worlds.eternum.model.game.TroopType;
import dev.playloop.worlds.eternum.model.state.EternumView.Guard;
import dev.playloop.worlds.eternum.model.state.EternumView.Troops;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads troops from the columns behind a prefix.
final class TroopRows {
  private static final List<TroopType> TYPES = List.of(TroopType.values());
  private static final List<TroopTier> TIERS = List.of(TroopTier.values());
  private static final List<String> TYPE_NAMES =
      Stream.of(TroopType.values()).map(Enum::name).toList();
  private static final List<String> TIER_NAMES =
      Stream.of(TroopTier.values()).map(Enum::name).toList();

  private final GameClock clock;
  private final long now;

  TroopRows(GameClock clock, long now) {
    this.clock = clock;
    this.now = now;
  }

  /// Null where there are none.
  @Nullable Troops read(ToriiRow row, String prefix) {
    BigInteger count = row.wide(prefix + ".count");
    return count.signum() == 0
        ? null
        : new Troops(
            TYPES.get(row.variant(prefix + ".category", TYPE_NAMES)),
            TIERS.get(row.variant(prefix + ".tier", TIER_NAMES)),
            Amounts.text(count),
            clock.stamina(
                row.large(prefix + ".stamina.amount"),
                row.large(prefix + ".stamina.updated_tick"),
                now));
  }

  /// Those of the slots that are taken; the first one is the first in an attacker's way.
  List<Guard> guards(ToriiRow row) {
    List<Guard> guards = new ArrayList<>();
    for (GuardSlot slot : GuardSlot.values()) {
      Troops troops = read(row, "troop_guards." + slot.name().toLowerCase(Locale.ROOT));
      if (troops != null) {
        guards.add(new Guard(slot, troops));
      }
    }
    return guards;
  }
}
