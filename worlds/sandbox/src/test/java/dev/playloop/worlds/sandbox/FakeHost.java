package dev.playloop.worlds.sandbox;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A host that notes what it was asked, and answers what a test says. Knows no permission.
class FakeHost implements HostPort {
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  final List<String> asked = new ArrayList<>();

  @Override
  public JsonNode invoke(String artifact, List<JsonNode> args)
      throws HostRefusal, InterruptedException {
    asked.add("invoke " + artifact + " " + args);
    return NODES.stringNode("invoked " + artifact);
  }

  @Override
  public JsonNode read(String artifact) throws HostRefusal, InterruptedException {
    asked.add("read " + artifact);
    return NODES.stringNode("content of " + artifact);
  }

  @Override
  public JsonNode query(JsonNode query) throws HostRefusal {
    asked.add("query " + query);
    return NODES.arrayNode().add("a").add("b");
  }

  @Override
  public JsonNode pay(String to, long amount) throws HostRefusal {
    asked.add("pay " + to + " " + amount);
    return NODES.numberNode(amount);
  }

  @Override
  public long balance() throws HostRefusal, InterruptedException {
    asked.add("balance");
    return 41;
  }

  /// Whatever is asked for is refused.
  static HostPort refusing(String code, String message) {
    return new FakeHost() {
      @Override
      public JsonNode read(String artifact) throws HostRefusal {
        throw new HostRefusal(code, message);
      }
    };
  }
}
