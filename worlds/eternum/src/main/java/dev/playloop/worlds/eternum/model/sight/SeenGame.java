package dev.playloop.worlds.eternum.model.sight;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.model.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a scene tells of the game. What is null was not put yet; what does not read as what it
/// should be is left out and counted: neither is ever taken as empty.
///
/// @param others of which there is one of a kind, by kind
/// @param broken how many entities could not be read
/// @param events newest first
record SeenGame(
    EternumView.@Nullable Game game,
    List<EternumView.Structure> structures,
    List<EternumView.Explorer> explorers,
    TreeMap<String, EternumView> others,
    int broken,
    List<Scene.Happened> events) {

  private static final int EVENTS = 10;

  static SeenGame of(Scene scene) {
    EternumView.Game game = null;
    List<EternumView.Structure> structures = new ArrayList<>();
    List<EternumView.Explorer> explorers = new ArrayList<>();
    TreeMap<String, EternumView> others = new TreeMap<>();
    int broken = 0;
    for (Scene.Entity entity : scene.entities().values()) {
      switch (read(entity)) {
        case null -> broken++;
        case EternumView.Game read -> game = read;
        case EternumView.Structure read -> structures.add(read);
        case EternumView.Explorer read -> explorers.add(read);
        case EternumView read -> others.put(entity.kind(), read);
      }
    }
    List<Scene.Happened> events = scene.happenings().reversed();
    return new SeenGame(
        game,
        structures,
        explorers,
        others,
        broken,
        events.subList(0, Math.min(EVENTS, events.size())));
  }

  private static @Nullable EternumView read(Scene.Entity entity) {
    Class<? extends EternumView> type = EternumView.typeOf(entity.kind());
    try {
      return type == null ? null : Json.read(String.valueOf(entity.state()), type);
    } catch (InvalidValueException e) {
      return null;
    }
  }

  /// By the chain's clock; 0 where it was not seen.
  long now() {
    return game == null ? 0 : game.timestamp();
  }

  EternumView.@Nullable Surroundings surroundings() {
    return one(EternumView.Surroundings.class);
  }

  EternumView.@Nullable Orders orders() {
    return one(EternumView.Orders.class);
  }

  EternumView.@Nullable Pools pools() {
    return one(EternumView.Pools.class);
  }

  EternumView.@Nullable Guilds guilds() {
    return one(EternumView.Guilds.class);
  }

  EternumView.@Nullable Hyperstructures hyperstructures() {
    return one(EternumView.Hyperstructures.class);
  }

  EternumView.@Nullable Leaderboard leaderboard() {
    return one(EternumView.Leaderboard.class);
  }

  private <T extends EternumView> @Nullable T one(Class<T> type) {
    EternumView one = others.get(EternumView.kindOf(type));
    return type.isInstance(one) ? type.cast(one) : null;
  }

  /// What an agent must not take as empty, in words.
  List<String> unknown() {
    List<String> unknown = new ArrayList<>();
    if (game != null) {
      game.unread().stream().limit(EVENTS).map(text -> Clean.line(text, 80)).forEach(unknown::add);
    }
    for (Class<? extends EternumView> type : EternumView.ONCE) {
      if (type != EternumView.Game.class && one(type) == null) {
        unknown.add(EternumView.kindOf(type) + " (not read yet)");
      }
    }
    if (broken > 0) {
      unknown.add(broken + " entities that make no sense");
    }
    return unknown;
  }
}
