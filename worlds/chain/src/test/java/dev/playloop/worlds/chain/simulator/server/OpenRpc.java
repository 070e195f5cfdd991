package dev.playloop.worlds.chain.simulator.server;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Starknet's official description of its RPC, from the folder beside the project, or the one that
/// the property `playloop.shared` names.
final class OpenRpc {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final String SCHEMAS = "#/components/schemas/";
  private static final String MAIN = "";
  private static final List<String> FILES =
      List.of(
          "starknet_api_openrpc.json",
          "starknet_write_api.json",
          "starknet_trace_api_openrpc.json");

  private final ObjectNode types = Json.NODES.objectNode();
  private final Map<String, JsonNode> methods = new HashMap<>();
  private final Map<Integer, String> errors = new HashMap<>();
  private String version = "";

  /// Ends the test as not run where the files are not there.
  static OpenRpc read() throws IOException {
    Path folder = folder();
    Assumptions.assumeTrue(
        folder != null,
        "NOT RUN: no ../shared/reference/starknet-rpc beside the project, and no"
            + " -Dplayloop.shared=…");
    OpenRpc all = new OpenRpc();
    for (String file : FILES) {
      String name = file.equals(FILES.getFirst()) ? MAIN : file + ".";
      all.add(name, Json.tree(Files.readString(Objects.requireNonNull(folder).resolve(file))));
    }
    return all;
  }

  private static @Nullable Path folder() {
    String named = System.getProperty("playloop.shared");
    Path root = Path.of("").toAbsolutePath();
    while (root != null && !Files.exists(root.resolve("dependencies.lock"))) {
      root = root.getParent();
    }
    Path shared =
        named != null ? Path.of(named) : root == null ? null : root.resolveSibling("shared");
    Path folder = shared == null ? null : shared.resolve("reference/starknet-rpc");
    return folder != null && Files.isDirectory(folder) ? folder : null;
  }

  /// @param name what types of this file are put under; each file has its own of some names
  private void add(String name, JsonNode document) {
    if (version.isEmpty()) {
      version = document.at("/info/version").asString();
    }
    document
        .at("/components/schemas")
        .properties()
        .forEach(type -> types.set(name + type.getKey(), local(name, type.getValue())));
    document
        .at("/components/errors")
        .properties()
        .forEach(error ->
            errors.putIfAbsent(
                error.getValue().path("code").asInt(-1),
                error.getValue().path("message").asString("")));
    document
        .path("methods")
        .forEach(method -> methods.put(method.path("name").asString(), local(name, method)));
  }

  /// The same with all references inside one document.
  private static JsonNode local(String name, JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = Json.NODES.objectNode();
        object
            .properties()
            .forEach(field -> {
              boolean reference = field.getKey().equals("$ref") && field.getValue().isString();
              copy.set(
                  field.getKey(),
                  reference
                      ? Json.NODES.stringNode(reference(name, field.getValue().asString()))
                      : local(name, field.getValue()));
            });
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = Json.NODES.arrayNode();
        array.forEach(one -> copy.add(local(name, one)));
        yield copy;
      }
      default -> node;
    };
  }

  /// Of the same file, or of the first one, which others name by its path.
  private static String reference(String name, String text) {
    int at = text.indexOf(SCHEMAS);
    if (at < 0) {
      return text;
    }
    return "#/$defs/" + (at == 0 ? name : MAIN) + text.substring(at + SCHEMAS.length());
  }

  String version() {
    return version;
  }

  boolean describes(String method) {
    return methods.containsKey(method);
  }

  String error(int code) {
    return errors.getOrDefault(code, "");
  }

  JsonNode type(String name) {
    return types.path(name);
  }

  List<String> parameters(String method) {
    return Objects.requireNonNull(methods.get(method))
        .path("params")
        .valueStream()
        .map(parameter -> parameter.path("name").asString())
        .toList();
  }

  /// The description says of blocks that they are either closed or pre-confirmed, `oneOf`; as
  /// written every closed one is both.
  List<Error> resultErrors(String method, JsonNode result) {
    JsonNode schema = Objects.requireNonNull(methods.get(method)).at("/result/schema");
    if (method.startsWith("starknet_getBlockWith")) {
      boolean closed = result.has("block_hash");
      return errors(schema.path("oneOf").get(closed ? 0 : 1), result);
    }
    return errors(schema, result);
  }

  List<Error> parameterErrors(String method, String name, JsonNode value) {
    for (JsonNode parameter : Objects.requireNonNull(methods.get(method)).path("params")) {
      if (parameter.path("name").asString().equals(name)) {
        return errors(parameter.path("schema"), value);
      }
    }
    throw new AssertionError(method + " has no " + name);
  }

  private List<Error> errors(JsonNode schema, JsonNode value) {
    ObjectNode whole = Json.NODES.objectNode();
    whole.set("allOf", Json.NODES.arrayNode().add(schema));
    whole.set("$defs", types);
    return REGISTRY
        .getSchema(whole.toString(), InputFormat.JSON)
        .validate(value.toString(), InputFormat.JSON);
  }
}
