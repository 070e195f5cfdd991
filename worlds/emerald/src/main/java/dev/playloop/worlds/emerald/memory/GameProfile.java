package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.Routine;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A game that we know: where its memory holds what, and which functions tell what it is doing.
/// Immutable. [KnownGames] chooses one by game code.
public final class GameProfile {
  private final String name;
  private final Map<Symbol, Long> symbols;
  private final Map<Routine, Long> routines;

  GameProfile(String name, Map<Symbol, Long> symbols, Map<Routine, Long> routines) {
    this.name = name;
    this.symbols = new EnumMap<>(symbols);
    this.routines = new EnumMap<>(routines);
    for (Symbol symbol : Symbol.values()) {
      known(symbols.get(symbol), symbol.key());
    }
    for (Routine routine : Routine.values()) {
      known(routines.get(routine), routine.key());
    }
  }

  public String name() {
    return name;
  }

  /// The address of a place.
  public long at(Symbol symbol) {
    return known(symbols.get(symbol), symbol.key());
  }

  /// The value of a pointer to a function.
  public long of(Routine routine) {
    return known(routines.get(routine), routine.key());
  }

  private static long known(@Nullable Long value, String key) {
    if (value == null) {
      throw new IllegalArgumentException(
          key + ": expected an address in the game's table, got none");
    }
    return value;
  }
}
