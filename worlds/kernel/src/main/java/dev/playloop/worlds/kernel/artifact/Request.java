package dev.playloop.worlds.kernel.artifact;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// What a contract is asked: may `caller` do this with the target? `args` are those of an
/// invocation, empty for all else.
public record Request(String caller, Verb verb, List<JsonNode> args) {
  public Request {
    args = List.copyOf(args);
  }

  public static Request to(Verb verb, String caller) {
    return new Request(caller, verb, List.of());
  }

  public enum Verb {
    READ,
    WRITE,
    EDIT,
    INVOKE,
    DELETE;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
