package dev.playloop.worlds.eternum.calldata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.AgentConfig.Boundary;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Dispatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Every action through the one tool, as a model calls it and the loop reads it: a good call fits,
/// and whatever does not teaches the field and what was expected.
class BadArgumentsTest {
  private static final Catalogue CATALOGUE = Catalogue.of(new EternumWorld());
  private static final Dispatch ONE = Objects.requireNonNull(CATALOGUE.dispatch());
  private static final List<String> OFFERED =
      ONE.offered(CATALOGUE.declarations(new Boundary(List.of("*"))));
  private static final JsonNode SEEN =
      Json.tree(CATALOGUE.declarations(new Boundary(List.of("*"))).getFirst().parameters().text())
          .path("properties");

  private static ToolCall read(String arguments) {
    return ONE.read(
        new ToolCall("c", Dispatch.EXECUTE, arguments, ToolSpec.object(arguments)), OFFERED);
  }

  /// By the names that the model sees.
  private static ObjectNode good(String tool) {
    ObjectNode args = Json.NODES.objectNode().put("actionType", tool);
    Json.tree(ActionSamples.of(tool))
        .properties()
        .forEach(each -> {
          String own = each.getKey() + "_of_" + tool;
          args.set(SEEN.has(own) ? own : each.getKey(), each.getValue());
        });
    return args;
  }

  @Test
  void aGoodCallOfEachActionFits() {
    for (String tool : ActionSamples.ALL.keySet()) {
      ToolCall call = read(good(tool).toString());
      assertThat(call.target()).isEqualTo(tool);
      assertThat(call.check())
          .as(tool)
          .isEqualTo(new ToolCall.Valid(Json.tree(ActionSamples.of(tool))));
    }
  }

  record Bad(String kind, String tool, String arguments) {
    @Override
    public String toString() {
      return tool + ", " + kind;
    }
  }

  /// Ten kinds; those about a parameter take each of the action's in turn.
  static Stream<Bad> bad() {
    List<Bad> all = new ArrayList<>();
    for (String tool : ActionSamples.ALL.keySet()) {
      all.add(new Bad("prose", tool, "I will " + tool + " now."));
      all.add(new Bad("a code fence", tool, "```json\n" + good(tool) + "\n```"));
      all.add(new Bad("a list", tool, "[" + good(tool) + "]"));
      all.add(new Bad("cut off", tool, good(tool).toString().replaceAll(".$", "")));
      all.add(changed("no such parameter", tool, args -> args.put("armyEntityId", 7)));
      all.add(changed("no such action", tool, args -> args.put("actionType", tool + "_army")));
      for (Map.Entry<String, JsonNode> each : good(tool).properties()) {
        String name = each.getKey();
        if (!name.equals("actionType")) {
          all.add(changed("without " + name, tool, args -> args.remove(name)));
          all.add(changed("null for " + name, tool, args -> args.putNull(name)));
          all.add(changed("wrong type of " + name, tool, args -> args.putObject(name).put("a", 1)));
          JsonNode beyond = beyond(each.getValue());
          if (beyond != null) {
            all.add(changed("out of range " + name, tool, args -> args.set(name, beyond)));
          }
        }
      }
    }
    return all.stream();
  }

  private static Bad changed(String kind, String tool, Consumer<ObjectNode> change) {
    ObjectNode args = good(tool);
    change.accept(args);
    return new Bad(kind, tool, args.toString());
  }

  /// 2^256, a name that is none, a list that is too long, an element that is wrong.
  private static @Nullable JsonNode beyond(JsonNode value) {
    if (value.isNumber()) {
      return Json.tree("1" + "0".repeat(77));
    }
    if (value.isString()) {
      return Json.NODES.stringNode("-" + value.asString() + "9".repeat(70));
    }
    if (value instanceof ArrayNode list) {
      ArrayNode more = list.deepCopy();
      more.add(7);
      return more;
    }
    if (value instanceof ObjectNode object) {
      return object.deepCopy().put("x", -1);
    }
    return null;
  }

  @ParameterizedTest
  @MethodSource("bad")
  void whatDoesNotFitTeaches(Bad bad) {
    ToolCall call = read(bad.arguments());

    assertThat(call.check())
        .isInstanceOfSatisfying(
            ToolCall.Invalid.class,
            invalid -> {
              assertThat(invalid.field()).isNotBlank();
              assertThat(invalid.expected()).isNotBlank();
              assertThat(invalid.got()).hasSizeLessThan(400);
            });
  }

  @Test
  void aNumberForAnAmountAndAnIndexForANameTeachTheRightForm() {
    assertThat(lesson("add_guard", args -> args.put("amount", 10)))
        .contains("amount: expected a text of 1 to 40 characters that matches", "got 10");
    assertThat(lesson("add_guard", args -> args.put("category", "Kngiht")))
        .contains("one of Knight, Paladin, Crossbowman", "did you mean 'Knight'?");
    assertThat(lesson("add_guard", args -> args.put("tier", 3))).contains("one of T1, T2, T3");
    assertThat(lesson("add_guard", args -> args.put("slot_of_add_guard", 0)))
        .contains("slot_of_add_guard: expected one of Delta, Charlie, Bravo, Alpha");
    assertThat(lesson("buy_resources", args -> args.put("amount", "1.0000000001")))
        .contains("[0-9]{1,9}");
    assertThat(lesson("join_guild", args -> args.put("guildEntityId", 12345)))
        .contains("guildEntityId: expected a text of 3 to 66 characters that matches");
    assertThat(lesson("contribute_hyperstructure", args -> args.putArray("contributions").add(5)))
        .contains("contributions[0]: expected an object");
  }

  private static String lesson(String tool, Consumer<ObjectNode> change) {
    ToolCall call = read(changed("", tool, change).arguments());
    return call.check() instanceof ToolCall.Invalid invalid ? invalid.message() : "it fits";
  }
}
