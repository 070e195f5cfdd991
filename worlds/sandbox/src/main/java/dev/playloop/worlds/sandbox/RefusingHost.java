package dev.playloop.worlds.sandbox;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// The host of code that is only checked.
final class RefusingHost implements HostPort {
  @Override
  public JsonNode invoke(String artifact, List<JsonNode> args) throws HostRefusal {
    throw refusal();
  }

  @Override
  public JsonNode read(String artifact) throws HostRefusal {
    throw refusal();
  }

  @Override
  public JsonNode query(JsonNode query) throws HostRefusal {
    throw refusal();
  }

  @Override
  public JsonNode pay(String to, long amount) throws HostRefusal {
    throw refusal();
  }

  @Override
  public long balance() throws HostRefusal {
    throw refusal();
  }

  private static HostRefusal refusal() {
    return new HostRefusal(
        "not_authorized",
        "while code is checked it can't ask for anything; call invoke, read, query, pay and balance"
            + " inside the function");
  }
}
