package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.eternum.torii.ToriiRow;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.List;

/// What of a game's rules says when things are, as its `WorldConfig` has it.
record GameClock(long tickSeconds, long daySeconds, long daySlots, Stamina stamina) {
  record Stamina(long max, long gainPerTick) {}

  private static final String[] COLUMNS = {
    "tick_seconds", "day_seconds", "day_slots", "stamina.max", "stamina.gain_per_tick"
  };

  /// Throws [WorldUnavailable] where the game is not there, or has no time.
  static GameClock of(Asking asking) throws InterruptedException {
    ToriiSelect select = asking.of("WorldConfig").columns(COLUMNS).limit(1);
    List<ToriiRow> rows = asking.rows(select);
    if (rows.isEmpty()) {
      throw unusable("game " + asking.game() + " is not indexed");
    }
    ToriiRow row = rows.getFirst();
    GameClock clock =
        new GameClock(
            row.large("tick_seconds"),
            row.large("day_seconds"),
            row.number("day_slots"),
            new Stamina(row.large("stamina.max"), row.large("stamina.gain_per_tick")));
    if (clock.tickSeconds < 1 || clock.daySlots < 1 || clock.daySeconds < clock.daySlots) {
      throw unusable("game " + asking.game() + " has no ticks or no slots");
    }
    return clock;
  }

  private static WorldUnavailable unusable(String message) {
    return new WorldUnavailable(message, new IllegalStateException(message));
  }

  /// What is left of stamina and what came back of it, as the contracts count it.
  long stamina(long amount, long updatedTick, long now) {
    long ticks = Math.max(0, now / tickSeconds - updatedTick);
    long gain = stamina.gainPerTick();
    if (gain > 0 && ticks > stamina.max() / gain) {
      return stamina.max();
    }
    return Math.min(stamina.max(), Math.min(amount, stamina.max()) + ticks * gain);
  }

  /// When a day's slot begins, from which on what has arrived can be claimed.
  long slotBegins(long day, long slot) {
    long length = daySeconds / daySlots;
    long slots = Math.min(day, Long.MAX_VALUE / 4 / daySeconds) * daySlots + slot;
    return slots * length;
  }
}
