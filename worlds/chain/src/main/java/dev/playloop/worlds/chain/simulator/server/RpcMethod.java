package dev.playloop.worlds.chain.simulator.server;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// A method that the server knows.
///
/// @param parameters their names in the order in which they may also come without
record RpcMethod(List<String> parameters, Answering answering) {
  RpcMethod {
    parameters = List.copyOf(parameters);
  }

  /// Throws [RpcError] and [dev.playloop.worlds.chain.simulator.chain.ChainRefusal].
  @FunctionalInterface
  interface Answering {
    JsonNode answer(RpcArguments arguments);
  }

  static RpcMethod of(Answering answering, String... parameters) {
    return new RpcMethod(List.of(parameters), answering);
  }
}
