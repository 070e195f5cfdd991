package dev.playloop.worlds.eternum.model.sight;

import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.game.HexDirection;
import dev.playloop.worlds.eternum.model.state.EternumView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What lies next to what the account has. Made for one view; used by one thread.
final class Neighbourhood {
  private final List<Hex> own = new ArrayList<>();
  private final Map<Hex, String> explored = new HashMap<>();
  private final Map<Hex, String> standing = new HashMap<>();
  private final Map<Hex, Long> distances = new HashMap<>();
  private final boolean known;

  Neighbourhood(SeenGame seen) {
    EternumView.Surroundings around = seen.surroundings();
    known = around != null;
    if (around != null) {
      around.explored().forEach(tile -> explored.put(tile.coord(), tile.biome()));
      around
          .others()
          .forEach(other -> standing.put(other.coord(), other.kind() + " " + other.id()));
    }
    for (EternumView.Structure structure : seen.structures()) {
      own.add(structure.coord());
      standing.put(structure.coord(), "your structure " + structure.structureId());
    }
    for (EternumView.Explorer explorer : seen.explorers()) {
      own.add(explorer.coord());
      standing.put(explorer.coord(), "your explorer " + explorer.explorerId());
    }
  }

  /// How many hexes from the nearest place of the account.
  long distance(Hex hex) {
    return distances.computeIfAbsent(
        hex, to -> own.stream().mapToLong(to::distance).min().orElse(Long.MAX_VALUE));
  }

  /// By direction what is there: who stands on it, else what kind of free land, or that nobody has
  /// explored it. Null where the map is not known.
  @Nullable Map<HexDirection, String> around(Hex hex) {
    if (!known) {
      return null;
    }
    Map<HexDirection, String> around = new LinkedHashMap<>();
    for (HexDirection direction : HexDirection.values()) {
      Hex there = direction.from(hex);
      around.put(direction, there == null ? "the map's end" : what(there));
    }
    return around;
  }

  private String what(Hex hex) {
    String who = standing.get(hex);
    return who == null ? explored.getOrDefault(hex, "unexplored") : who;
  }
}
