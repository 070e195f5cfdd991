package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Dispatch;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldModule;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Each installed world with its tools rendered as one: whatever can be called by name can be
/// called through that one, and comes to the same.
class DispatchedWorldsTest {
  /// The world as it is, but for how a model sees its tools.
  private record Dispatched(World of) implements World {
    @Override
    public String name() {
      return of.name();
    }

    @Override
    public ToolCatalogue tools() {
      return of.tools();
    }

    @Override
    public Perspective perspective() {
      return of.perspective();
    }

    @Override
    public ToolCatalogue dispatched() {
      return of.tools();
    }
  }

  @TestFactory
  Stream<DynamicTest> aCallThroughTheOneComesToTheSame() {
    return InstalledWorlds.all().stream()
        .map(WorldModule::world)
        .flatMap(world ->
            world.tools().specs().stream()
                .map(tool ->
                    DynamicTest.dynamicTest(
                        world.name() + " " + tool.name(), () -> same(world, tool))));
  }

  private static void same(World world, ToolSpec<?> tool) {
    Catalogue catalogue = Catalogue.of(new Dispatched(world));
    Dispatch one = Objects.requireNonNull(catalogue.dispatch());
    List<ToolDeclaration> seen = catalogue.declarations(new Boundary(List.of("*")));
    JsonNode shown =
        Json.tree(
                seen.stream()
                    .filter(each -> each.name().equals(Dispatch.EXECUTE))
                    .findFirst()
                    .orElseThrow()
                    .parameters()
                    .text())
            .path("properties");
    ObjectNode byName = Json.NODES.objectNode();
    ObjectNode throughOne = Json.NODES.objectNode().put("actionType", tool.name());
    Json.tree(tool.declaration().parameters().text())
        .path("properties")
        .properties()
        .forEach(parameter -> {
          String own = parameter.getKey() + "_of_" + tool.name();
          JsonNode value = sample(parameter.getValue());
          byName.set(parameter.getKey(), value);
          String name = shown.has(own) ? own : parameter.getKey();
          assertThat(shown.has(name)).as("%s of %s is shown", name, tool.name()).isTrue();
          throughOne.set(name, value);
        });

    ToolCall call =
        one.read(
            new ToolCall(
                "c", Dispatch.EXECUTE, throughOne.toString(), new ToolCall.Valid(throughOne)),
            one.offered(seen));

    assertThat(call.target()).isEqualTo(tool.name());
    switch (tool.check(byName)) {
      case ToolCall.Valid valid -> assertThat(call.check()).isEqualTo(valid);
      case ToolCall.Invalid invalid ->
          assertThat(call.check())
              .isInstanceOfSatisfying(
                  ToolCall.Invalid.class,
                  again -> assertThat(again.expected()).isEqualTo(invalid.expected()));
    }
  }

  /// A value that the parameter's schema takes, as far as type, values and least go.
  private static JsonNode sample(JsonNode schema) {
    JsonNode values = schema.path("enum");
    if (!values.isEmpty()) {
      return values.get(0);
    }
    JsonNode type = schema.path("type");
    return switch (type.isArray() ? type.get(0).asString("") : type.asString("")) {
      case "integer", "number" -> Json.NODES.numberNode(schema.path("minimum").asLong(1));
      case "boolean" -> Json.NODES.booleanNode(true);
      case "array" -> Json.NODES.arrayNode().add(sample(schema.path("items")));
      case "object" -> Json.NODES.objectNode();
      default -> Json.NODES.stringNode("a");
    };
  }
}
