package dev.playloop.worlds.emerald.play;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What came of a tool. Closed.
public sealed interface Verdict {

  /// The tool did what it could; `output` tells how far that went.
  record Done(ObjectNode output) implements Verdict {}

  /// The rules of the game or of the tool forbid it; no key was pressed.
  record Refused(String code, String message, @Nullable String field) implements Verdict {}

  /// It went wrong, and had no effect on the game but for a cursor that may have moved.
  record Failed(String code, String message, @Nullable ObjectNode sees) implements Verdict {}

  /// It may have happened or not; `sees` is the game as it is now, where it can be seen.
  record Unknown(String code, String message, @Nullable ObjectNode sees) implements Verdict {}

  static Refused refused(String code, String message) {
    return new Refused(code, message, null);
  }

  static Refused refused(String code, String message, String field) {
    return new Refused(code, message, field);
  }
}
