package dev.playloop.proving.fuzz.input;

import tools.jackson.databind.node.ObjectNode;

/// Parts of events that more than one surface sends.
public final class Events {
  private Events() {}

  /// One of the four changes of a world event.
  public static void change(ObjectNode change, Chance chance) {
    switch (chance.below(4)) {
      case 0 -> {
        change.put("type", "put").put("entity", "e-1").put("kind", "thing");
        change.putObject("state").put("energy", 5).put("name", "Ada");
      }
      case 1 -> change.put("type", "moved").put("entity", "e-1").put("x", 3).put("y", 4);
      case 2 -> change.put("type", "removed").put("entity", "e-1");
      default -> {
        change.put("type", "happening").put("kind", "fuzz.happened").put("text", "A thing.");
        change.putObject("data").put("n", 1);
      }
    }
  }
}
