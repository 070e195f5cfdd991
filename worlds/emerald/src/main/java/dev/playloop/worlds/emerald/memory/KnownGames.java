package dev.playloop.worlds.emerald.memory;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Routine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The games whose memory we can read, by game code. Read once from the resources beside this
/// class; immutable.
public final class KnownGames {
  private static final KnownGames STANDARD = load();

  private final List<Game> games;
  private final Map<String, GameProfile> profiles;

  private record Game(String code, String name, long smallestRom, long largestRom, String table) {}

  private KnownGames(List<Game> games, Map<String, JsonNode> tables) {
    this.games = List.copyOf(games);
    // a table that lacks something is found at once
    this.profiles =
        games.stream()
            .collect(Collectors.toUnmodifiableMap(Game::code, game -> profile(game, tables)));
  }

  public static KnownGames standard() {
    return STANDARD;
  }

  /// The profile of the game in the emulator. Throws [UnknownGame] where code or size are none that
  /// we know: every address would be wrong.
  public GameProfile of(String code, long romSize) {
    for (Game game : games) {
      if (game.code().equals(code)) {
        if (romSize < game.smallestRom() || romSize > game.largestRom()) {
          throw new UnknownGame(
              "the cartridge says it is %s (%s) but has %d bytes, not %s: another revision or a hack,"
                      .formatted(code, game.name(), romSize, sizes(game))
                  + " whose memory is laid out differently; load the original");
        }
        return Objects.requireNonNull(profiles.get(code));
      }
    }
    throw new UnknownGame(
        "the emulator plays '%s', and only these games are known: %s; load one of them"
            .formatted(
                code,
                games.stream()
                    .map(g -> g.code() + " (" + g.name() + ")")
                    .collect(Collectors.joining(", "))));
  }

  /// The cartridge in the emulator is none that we can play.
  public static final class UnknownGame extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownGame(String message) {
      super(message);
    }
  }

  private static String sizes(Game game) {
    return game.smallestRom() == game.largestRom()
        ? String.valueOf(game.smallestRom())
        : game.smallestRom() + " to " + game.largestRom();
  }

  private static GameProfile profile(Game game, Map<String, JsonNode> tables) {
    JsonNode table = tables.get(game.table());
    if (table == null) {
      throw new IllegalArgumentException(game.code() + ": there is no table " + game.table());
    }
    Map<Symbol, Long> symbols = new EnumMap<>(Symbol.class);
    for (Symbol symbol : Symbol.values()) {
      symbols.put(symbol, address(table.path("symbols"), symbol.key()));
    }
    Map<Routine, Long> routines = new EnumMap<>(Routine.class);
    for (Routine routine : Routine.values()) {
      routines.put(routine, address(table.path(routine.group()), routine.key()));
    }
    return new GameProfile(game.name(), symbols, routines);
  }

  private static long address(JsonNode table, String key) {
    return Long.decode(table.path(key).asString("none"));
  }

  private static KnownGames load() {
    List<Game> games = new ArrayList<>();
    for (JsonNode game : resource("games.json")) {
      games.add(Json.readStrict(game, Game.class));
    }
    Map<String, JsonNode> tables =
        games.stream()
            .map(Game::table)
            .distinct()
            .collect(Collectors.toMap(table -> table, table -> resource(table + ".json")));
    return new KnownGames(games, tables);
  }

  private static JsonNode resource(String name) {
    try (InputStream in = KnownGames.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return Json.tree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
