package dev.playloop.operator;

import dev.playloop.schemas.json.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How far somebody has followed, to be kept and given back. Its text is JSON; a client keeps it as
/// it is.
///
/// @param next what comes next, by topic (without the prefix) and partition
/// @param calls the tools of the calls that are under way, by turn
public record Position(Map<String, Map<Integer, Long>> next, Map<String, List<String>> calls) {
  /// Before everything that is still there.
  public static final Position BEGINNING = new Position(Map.of(), Map.of());

  public Position {
    Map<String, Map<Integer, Long>> places = new TreeMap<>();
    next.forEach((topic, partitions) -> places.put(topic, Map.copyOf(partitions)));
    next = Map.copyOf(places);
    Map<String, List<String>> copy = new TreeMap<>();
    calls.forEach((turn, tools) -> copy.put(turn, List.copyOf(tools)));
    calls = Map.copyOf(copy);
  }

  /// Throws [dev.playloop.schemas.InvalidValueException] where this is no position.
  public static Position parse(String text) {
    return Json.read(text, Position.class);
  }

  @Override
  public String toString() {
    return Json.text(this);
  }
}
