package dev.playloop.worlds.eternum.calldata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.eternum.model.game.BuildingCategory;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import dev.playloop.worlds.eternum.model.game.GuardSlot;
import dev.playloop.worlds.eternum.model.game.Hex;
import dev.playloop.worlds.eternum.model.game.HexDirection;
import dev.playloop.worlds.eternum.model.game.Resource;
import dev.playloop.worlds.eternum.model.game.TroopTier;
import dev.playloop.worlds.eternum.model.game.TroopType;
import dev.playloop.worlds.eternum.model.game.Variant;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Names, order, types and scales are those of the facts about the game. NOT RUN where these don't
/// lie beside the project.
class ActionFactsTest {
  private static final Path FACTS = Path.of("../../../shared/reference/eternum-actions.json");
  private static final Map<Class<?>, String> ENUMS =
      Map.of(
          TroopType.class, "TroopType",
          TroopTier.class, "TroopTier",
          GuardSlot.class, "GuardSlot",
          HexDirection.class, "Direction",
          BuildingCategory.class, "BuildingCategory");

  private static JsonNode facts;

  @BeforeAll
  static void read() throws IOException {
    assumeTrue(Files.exists(FACTS), "NOT RUN: there is no " + FACTS);
    facts = Json.tree(Files.readString(FACTS));
  }

  /// One parameter as a line: contract's name, tool's argument, type in Cairo, scale.
  private static String line(String name, String from, String type, long scale) {
    return "%s <- %s: %s * %d".formatted(name, from, type, scale);
  }

  @Test
  void theActionsAreTheFactsInTheirOrder() {
    assertThat(new EternumWorld().dispatched().specs())
        .extracting(ToolSpec::name)
        .containsExactlyElementsOf(
            facts.path("actions").valueStream().map(a -> a.path("action").asString()).toList());
  }

  @Test
  void parametersHaveTheFactsNamesOrderTypesAndScales() {
    for (JsonNode action : facts.path("actions")) {
      List<String> expected = new ArrayList<>();
      for (JsonNode param : action.path("params")) {
        if (!param.has("const")) {
          String type = param.path("cairoType").asString();
          expected.add(
              line(
                  param.path("name").asString(),
                  param.path("from").asString(),
                  type.equals("Span<(u8,u128)>") ? pairs(param) : type,
                  param.path("scale").asLong(1)));
        }
      }
      Class<?> record = ActionSamples.spec(action.path("action").asString()).type();
      assertThat(declared("", record)).as(record.getSimpleName()).isEqualTo(expected);
    }
  }

  private static String pairs(JsonNode param) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String from = param.path("item").path(i).asString();
      items.add(line(from, from, i == 0 ? "u8" : "u128", param.path("scaleItem").path(i).asLong()));
    }
    return "Span<(" + String.join(",", items) + ")>";
  }

  private static List<String> declared(String path, Class<?> record) {
    List<String> lines = new ArrayList<>();
    for (RecordComponent component : record.getRecordComponents()) {
      Encoded encoded = component.getAnnotation(Encoded.class);
      String from = path + component.getName();
      if (encoded == null) {
        assertThat(from).as("what has no words of its own").isEqualTo("calls");
        lines.addAll(declared("calls[].", element(component)));
      } else {
        lines.add(
            line(
                encoded.name(),
                from,
                type(component, encoded),
                encoded.scaled() ? 1_000_000_000 : 1));
      }
    }
    return lines;
  }

  private static String type(RecordComponent component, Encoded encoded) {
    return switch (encoded.type()) {
      case VARIANT -> Objects.requireNonNull(ENUMS.get(component.getType()));
      case SPAN -> {
        Class<?> element = element(component);
        yield element.isRecord()
            ? "Span<(" + String.join(",", declared("", element)) + ")>"
            : "Span<" + ENUMS.get(element) + ">";
      }
      case U8, U32, U64, U128, BOOL, SHORT_STRING, ADDRESS, COORD -> encoded.type().cairo();
    };
  }

  private static Class<?> element(RecordComponent list) {
    return (Class<?>) ((ParameterizedType) list.getGenericType()).getActualTypeArguments()[0];
  }

  @Test
  void aCoordinateIsWhatTheFactsSayOfEachLayout() {
    assertThat(facts.path("coordLayouts").path("v2").valueStream().map(JsonNode::asString).toList())
        .isEqualTo(
            java.util.Arrays.stream(
                    dev.playloop.worlds.eternum.model.BuildingCoord.class.getRecordComponents())
                .map(c -> c.getName() + ":" + c.getAnnotation(Encoded.class).type().cairo())
                .toList());
  }

  @Test
  void callsGoToTheFactsSystemsAndEntrypoints() {
    for (JsonNode action : facts.path("actions")) {
      String tool = action.path("action").asString();
      List<String> expected = new ArrayList<>();
      if (tool.equals("explore")) {
        expected.add("vrf_provider." + facts.path("vrf").path("entrypoint").asString());
      }
      action
          .path("precedingCalls")
          .forEach(call -> expected.add(call.path("system").asString() + "." + entrypoint(call)));
      String own = action.path("system").asString() + "." + entrypoint(action);
      expected.add(own);
      if (action.has("repeatOver")) {
        expected.add(own); // the sample has two
      }
      List<ContractCall> calls =
          new ActionCalls(ActionSamples.S2)
              .of(ActionSamples.parse(tool, ActionSamples.of(tool)), ActionSamples.ACCOUNT);
      assertThat(calls)
          .as(tool)
          .extracting(call -> system(call) + "." + call.entrypoint())
          .isEqualTo(expected);
    }
  }

  private static String entrypoint(JsonNode call) {
    return call.path("entrypoint").asString();
  }

  private static String system(ContractCall call) {
    return GameSystems.ALL.stream()
        .filter(name -> ActionSamples.S2.address(name).equals(call.to()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void variantsAreNumberedAsTheFactsSay() {
    check("TroopType", TroopType.values());
    check("TroopTier", TroopTier.values());
    check("GuardSlot", GuardSlot.values());
    check("Direction", HexDirection.values());
    check("BuildingCategory", BuildingCategory.values());
    facts
        .path("resourceIds")
        .properties()
        .forEach(id ->
            assertThat(Resource.valueOf(id.getKey()).number()).isEqualTo(id.getValue().asInt()));
    assertThat(Resource.values()).hasSize(facts.path("resourceIds").size());
  }

  private static void check(String name, Variant[] variants) {
    JsonNode names = facts.path("enums").path(name);
    int none = names.path(0).asString().equals("None") ? 1 : 0;
    assertThat(variants).hasSize(names.size() - none);
    for (Variant variant : variants) {
      assertThat(names.path(variant.number()).asString()).isEqualTo(variant.toString());
    }
  }

  @Test
  void neighboursLieWhereTheFactsSay() {
    for (String row : List.of("evenRow", "oddRow")) {
      Hex hex = new Hex(false, 20, row.equals("evenRow") ? 30 : 31);
      for (HexDirection direction : HexDirection.values()) {
        JsonNode step = facts.path("hexNeighbours").path(row).path(direction.name());
        Hex there =
            new Hex(false, hex.x() + step.path(0).asLong(), hex.y() + step.path(1).asLong());
        assertThat(direction.from(hex)).as(row + direction).isEqualTo(there);
        assertThat(hex.distance(there)).isEqualTo(1);
      }
    }
  }

  @Test
  void amountsAreScaledByTheFactsPrecision() {
    assertThat(facts.path("precision").path("RESOURCE_PRECISION").asLong())
        .isEqualTo(1_000_000_000);
    assertThat(CairoType.U128.bits()).isEqualTo(128);
  }
}
