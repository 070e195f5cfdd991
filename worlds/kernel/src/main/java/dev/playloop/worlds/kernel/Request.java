package dev.playloop.worlds.kernel;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// What a contract is asked: may `caller` do this with the target? `args` are those of an
/// invocation, empty for all else.
record Request(String caller, Verb verb, List<JsonNode> args) {
  Request {
    args = List.copyOf(args);
  }

  static Request to(Verb verb, String caller) {
    return new Request(caller, verb, List.of());
  }

  enum Verb {
    READ,
    WRITE,
    EDIT,
    INVOKE,
    DELETE;

    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
