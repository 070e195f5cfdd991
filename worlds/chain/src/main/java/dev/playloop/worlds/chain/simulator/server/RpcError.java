package dev.playloop.worlds.chain.simulator.server;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An answer that is an error of JSON-RPC 2.0, or of Starknet's RPC.
final class RpcError extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int PARSE = -32_700;
  private static final int INVALID_REQUEST = -32_600;
  private static final int NO_METHOD = -32_601;
  private static final int INVALID_PARAMS = -32_602;
  private static final int INTERNAL = -32_603;
  private static final int DEVNET = -1;

  private final int code;
  private final transient @Nullable JsonNode data;

  RpcError(int code, String message, @Nullable JsonNode data) {
    super(message, null, false, false);
    this.code = code;
    this.data = data;
  }

  static RpcError unreadable(String why) {
    return new RpcError(PARSE, "Parse error", Json.NODES.objectNode().put("reason", why));
  }

  static RpcError noRequest(String why) {
    return new RpcError(INVALID_REQUEST, "Invalid request: " + why, null);
  }

  static RpcError noMethod() {
    return new RpcError(NO_METHOD, "Method not found", null);
  }

  static RpcError params(String why) {
    return new RpcError(INVALID_PARAMS, why, null);
  }

  static RpcError internal(String why) {
    return new RpcError(INTERNAL, why, null);
  }

  /// What a devnet says where it has no code for it.
  static RpcError devnet(String why) {
    return new RpcError(DEVNET, why, null);
  }

  static RpcError of(ChainRefusal refusal) {
    String data = refusal.data();
    return new RpcError(
        refusal.code(),
        String.valueOf(refusal.getMessage()),
        data == null ? null : Json.NODES.stringNode(data));
  }

  JsonNode json() {
    var error =
        Json.NODES.objectNode().put("code", code).put("message", String.valueOf(getMessage()));
    if (data != null) {
      error.set("data", data);
    }
    return error;
  }
}
