package dev.playloop.worlds.chain.simulator.server;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.simulator.chain.ChainFolderFailure;
import dev.playloop.worlds.chain.simulator.chain.SimulatedChain;
import dev.playloop.worlds.chain.simulator.pool.ChainRefusal;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON-RPC 2.0 over a simulated chain: one request in, one reply out, whatever comes. Lists of
/// requests are refused. Used on any thread.
final class RpcFront {
  private static final Logger LOG = LoggerFactory.getLogger(RpcFront.class);
  private static final int ID_MOST = 128;

  private final Map<String, RpcMethod> methods = new TreeMap<>();

  RpcFront(SimulatedChain chain) {
    new ReadMethods(chain.queries()).addTo(methods);
    new TransactionMethods(chain).addTo(methods);
    new DevnetMethods(chain).addTo(methods);
    new SimulatorMethods(chain).addTo(methods);
  }

  byte[] answer(byte[] body) {
    ObjectNode reply = Json.NODES.objectNode().put("jsonrpc", "2.0");
    reply.set("id", Json.NODES.nullNode());
    try {
      JsonNode request = read(body);
      reply.set("id", id(request));
      reply.set("result", result(request));
    } catch (RpcError e) {
      reply.set("error", e.json());
    } catch (ChainRefusal e) {
      reply.set("error", RpcError.of(e).json());
    } catch (ChainFolderFailure e) {
      LOG.error("A block is not kept", e);
      reply.set("error", RpcError.internal(String.valueOf(e.getMessage())).json());
    }
    return Json.bytes(reply);
  }

  private static JsonNode read(byte[] body) {
    JsonNode request;
    try {
      request = CheckedJson.of(body, Edge.REQUEST).tree();
    } catch (InvalidValueException e) {
      throw RpcError.unreadable(String.valueOf(e.getMessage()));
    }
    if (request.isArray()) {
      throw RpcError.noRequest("the simulator takes one request at a time, and no list of them");
    }
    if (!request.isObject()) {
      throw RpcError.noRequest("expected an object");
    }
    return request;
  }

  private static JsonNode id(JsonNode request) {
    JsonNode id = request.get("id");
    if (id == null) {
      throw RpcError.noRequest("it has no id");
    }
    boolean good =
        id.isNull()
            || (id.isString() && id.asString().length() <= ID_MOST)
            || (id.isIntegralNumber() && id.canConvertToLong());
    if (!good) {
      throw RpcError.noRequest("the id is neither null, a short text nor a whole number");
    }
    return id;
  }

  private JsonNode result(JsonNode request) {
    if (!request.path("jsonrpc").asString("").equals("2.0")) {
      throw RpcError.noRequest("jsonrpc is not 2.0");
    }
    JsonNode name = request.path("method");
    RpcMethod method = name.isString() ? methods.get(name.asString()) : null;
    if (method == null) {
      throw RpcError.noMethod();
    }
    return method.answering().answer(RpcArguments.of(request.get("params"), method.parameters()));
  }
}
