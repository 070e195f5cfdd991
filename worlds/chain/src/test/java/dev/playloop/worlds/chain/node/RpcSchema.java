package dev.playloop.worlds.chain.node;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Starknet's own description of its RPC, from the folder of references that lies beside the
/// project. A test that wants it is not run where it is not there.
public final class RpcSchema {
  private static final String FOLDER = "../shared/reference/starknet-rpc";
  private static final List<String> FILES =
      List.of(
          "starknet_api_openrpc.json",
          "starknet_trace_api_openrpc.json",
          "starknet_write_api.json");

  private final Map<String, JsonNode> methods = new HashMap<>();
  private final ObjectNode components = Json.NODES.objectNode();

  private RpcSchema(Path folder) throws IOException {
    ObjectNode schemas = components.putObject("schemas");
    ObjectNode errors = components.putObject("errors");
    for (String name : FILES) {
      // Other files are named before the #: here, all is one.
      String text = Files.readString(folder.resolve(name)).replaceAll("\"\\./[^\"#]*#", "\"#");
      JsonNode file = Json.tree(text);
      file.path("methods").forEach(method -> methods.put(method.path("name").asString(), method));
      take(file.path("components").path("schemas"), schemas);
      take(file.path("components").path("errors"), errors);
    }
  }

  private static void take(JsonNode from, ObjectNode to) {
    from.forEachEntry((name, schema) -> {
      if (!to.has(name)) {
        to.set(name, schema);
      }
    });
  }

  /// Ends the test as not run where the description is not there.
  public static RpcSchema found() {
    Path folder = folder();
    Assumptions.assumeTrue(folder != null, "NOT RUN: no " + FOLDER + " beside the project");
    try {
      return new RpcSchema(Objects.requireNonNull(folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Path folder() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("dependencies.lock"))) {
        Path folder = at.resolve(FOLDER);
        return Files.isDirectory(folder) ? folder : null;
      }
    }
    return null;
  }

  /// What is wrong with the parameters of a request; empty where nothing is.
  public List<String> wrongInRequest(String method, JsonNode params) {
    List<String> wrong = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (JsonNode param : method(method).path("params")) {
      String name = param.path("name").asString();
      known.add(name);
      JsonNode given = params.get(name);
      if (given != null) {
        wrong.addAll(wrong(name, param.path("schema"), given));
      } else if (param.path("required").asBoolean(false)) {
        wrong.add(name + " is missing");
      }
    }
    params.propertyNames().stream()
        .filter(name -> !known.contains(name))
        .forEach(name -> wrong.add(name + " is unknown"));
    return wrong;
  }

  /// What is wrong with a result; empty where nothing is.
  public List<String> wrongInResult(String method, JsonNode result) {
    return wrong("result", method(method).path("result").path("schema"), result);
  }

  private JsonNode method(String name) {
    return Objects.requireNonNull(methods.get(name), name);
  }

  private List<String> wrong(String what, JsonNode schema, JsonNode value) {
    ObjectNode whole = (ObjectNode) schema.deepCopy();
    whole.set("components", components);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(whole.toString())
        .validate(value.toString(), InputFormat.JSON)
        .stream()
        .map((Error error) -> what + " " + error)
        .toList();
  }
}
