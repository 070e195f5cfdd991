package dev.playloop.worlds.eternum.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.eternum.calldata.ActionSamples;
import dev.playloop.worlds.eternum.check.ChainTables;
import dev.playloop.worlds.eternum.server.OwnGame;
import dev.playloop.worlds.eternum.server.PlayedGame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// All actions through all of an executor's side and a chain: a bad one is a lesson and costs no
/// nonce, a good one costs one.
@Tag("slow")
class ActedArgumentsTest {
  private static final JsonNode BEYOND = Json.tree("1" + "0".repeat(77));

  private record Bad(String kind, String tool, JsonNode args) {}

  private static ObjectNode good(String tool) {
    return (ObjectNode) Json.tree(ActionSamples.of(tool));
  }

  /// Ten kinds; those about a parameter take each of the action's in turn.
  private static List<Bad> bad() {
    List<Bad> all = new ArrayList<>();
    for (String tool : ActionSamples.ALL.keySet()) {
      all.add(new Bad("prose", tool, StringNode.valueOf("I will " + tool + " now.")));
      all.add(new Bad("list", tool, Json.NODES.arrayNode().add(good(tool))));
      all.add(new Bad("no such parameter", tool, good(tool).put("armyEntityId", 7)));
      all.add(new Bad("no such action", tool + "_army", good(tool)));
      all.add(new Bad("not on the board", tool, elsewhere(good(tool))));
      for (Map.Entry<String, JsonNode> each : good(tool).properties()) {
        String name = each.getKey();
        ObjectNode without = good(tool);
        without.remove(name);
        all.add(new Bad("without", tool, without));
        all.add(new Bad("null", tool, good(tool).putNull(name)));
        all.add(new Bad("wrong type", tool, with(tool, name, Json.tree("{\"a\":1}"))));
        all.add(new Bad("out of range", tool, with(tool, name, beyond(each.getValue()))));
        all.add(
            new Bad("negative or nameless", tool, with(tool, name, none(name, each.getValue()))));
      }
    }
    return all;
  }

  private static ObjectNode with(String tool, String name, JsonNode value) {
    ObjectNode args = good(tool);
    args.set(name, value);
    return args;
  }

  /// Of things that nobody has.
  private static ObjectNode elsewhere(ObjectNode args) {
    for (String name : List.copyOf(args.propertyNames())) {
      if (args.path(name).isNumber() && name.endsWith("Id") && !name.equals("takerId")) {
        args.put(name, 70_000 + name.length());
      }
    }
    return args;
  }

  private static JsonNode beyond(JsonNode value) {
    return switch (value) {
      case StringNode text -> StringNode.valueOf(text.asString() + "9".repeat(70));
      case ArrayNode list -> list.deepCopy().add(7);
      case ObjectNode object -> object.deepCopy().put("x", -1);
      case JsonNode _ -> BEYOND;
    };
  }

  private static JsonNode none(String name, JsonNode value) {
    return switch (value) {
      case StringNode _ -> StringNode.valueOf(name.equals("guildName") ? "é" : "-1");
      case ArrayNode _ -> Json.NODES.arrayNode().addNull();
      case ObjectNode _ -> StringNode.valueOf("11,10");
      case IntNode _ -> IntNode.valueOf(-1);
      case JsonNode other -> other.isBoolean() ? StringNode.valueOf("yes") : IntNode.valueOf(-1);
    };
  }

  @Test
  void badArgumentsAreLessonsAndCostNothing() throws Exception {
    try (PlayedGame played = PlayedGame.simulated()) {
      Map<String, Integer> kinds = new TreeMap<>();
      List<String> wrong = new ArrayList<>();
      for (Bad bad : bad()) {
        kinds.merge(bad.kind(), 1, Integer::sum);
        ActionResult result = played.act(PlayedGame.ADA, bad.tool(), bad.args());
        if (!isLesson(bad.kind(), result)) {
          wrong.add(bad + " → " + result);
        }
      }

      assertThat(wrong).isEmpty();
      System.out.println("bad arguments by kind: " + kinds);
      assertThat(kinds).hasSize(10);
      for (String whole :
          List.of("prose", "list", "no such parameter", "no such action", "not on the board")) {
        assertThat(kinds).containsEntry(whole, 35);
      }
      int parameters = 108;
      for (String each :
          List.of("without", "null", "wrong type", "out of range", "negative or nameless")) {
        assertThat(kinds).containsEntry(each, parameters);
      }
      assertThat(played.nonce(PlayedGame.ADAS)).isZero();
      ChainTables tables =
          new ChainTables(
              played.node(), played.profile().world(), OwnGame.GAME_ID, List.of(PlayedGame.ADAS));
      assertThat(tables.query("select * from sent")).isEmpty();
      assertThat(tables.query("select fri from account").getFirst().get("fri"))
          .isEqualTo(StringNode.valueOf("1" + "0".repeat(21)));
    }
  }

  /// Refused, with what is wrong, what was expected and what came.
  private static boolean isLesson(String kind, ActionResult result) {
    ActionError error = result.error();
    if (result.status() != Status.REFUSED || error == null || error.message().isBlank()) {
      return false;
    }
    return switch (kind) {
      case "no such action" ->
          error.code().equals("unknown_tool") && error.message().contains("did you mean");
      case "not on the board" ->
          List.of("would_revert", "invalid_arguments").contains(error.code());
      default ->
          error.code().equals("invalid_arguments")
              && error.field() != null
              && error.message().contains(error.field())
              && error.message().contains("expected ")
              && error.message().contains("got ")
              && error.message().length() < 4_000;
    };
  }

  @Test
  void eachGoodOneCostsOneNonceAndIsDoneOnce() throws Exception {
    try (PlayedGame played = PlayedGame.simulated()) {
      long east = explorer(played, "East");
      long nonce = 1;
      for (String line :
          """
          create_explorer {'forStructureId':11,'category':'Knight','tier':'T1','amount':'100','spawnDirection':'NorthEast'}
          add_to_explorer {'toExplorerId':EAST,'amount':'10','homeDirection':'West'}
          swap_explorer_to_explorer {'fromExplorerId':EAST,'toExplorerId':NEXT,'toExplorerDirection':'NorthWest','count':'1'}
          travel_explorer {'explorerId':NEXT,'directions':['West']}
          move_explorer {'explorerId':NEXT,'directions':['East'],'explore':false}
          add_guard {'forStructureId':11,'slot':'Delta','category':'Paladin','tier':'T1','amount':'10'}
          add_guard {'forStructureId':11,'slot':'Charlie','category':'Knight','tier':'T1','amount':'10'}
          swap_explorer_to_guard {'fromExplorerId':EAST,'toStructureId':11,'toStructureDirection':'West','toGuardSlot':'Charlie','count':'5'}
          swap_guard_to_explorer {'fromStructureId':11,'fromGuardSlot':'Charlie','toExplorerId':EAST,'toExplorerDirection':'East','count':'2'}
          delete_guard {'forStructureId':11,'slot':'Delta'}
          explore {'explorerId':EAST,'directions':['East']}
          delete_explorer {'explorerId':NEXT}
          create_order {'makerId':11,'takerId':0,'makerGivesResourceType':'Wood','takerPaysResourceType':'Lords','makerGivesMinResourceAmount':'10','makerGivesMaxCount':5,'takerPaysMinResourceAmount':'1','expiresAt':4000000000}
          send_resources {'senderEntityId':11,'recipientEntityId':12,'resources':[{'resourceType':'Wood','amount':'1.5'}]}
          create_building {'entityId':11,'directions':['East'],'buildingCategory':'WorkersHut','useSimple':true}
          create_building {'entityId':11,'directions':['West'],'buildingCategory':'ResourceWood','useSimple':true}
          sell_resources {'bankEntityId':1,'entityId':11,'resourceType':'Wood','amount':'10'}
          add_liquidity {'bankEntityId':1,'entityId':11,'calls':[{'resourceType':'Wood','resourceAmount':'20','lordsAmount':'10'}]}
          """
              .lines()
              .toList()) {
        String[] parts = line.split(" ", 2);
        String args = parts[1].replace("EAST", "" + east).replace("NEXT", "" + last(played, east));
        ActionResult result = played.act(PlayedGame.ADA, parts[0], args);
        assertThat(result.error()).as(line).isNull();
        assertThat(result.status()).as(line).isEqualTo(Status.DONE);
        assertThat(result.receipts()).as(line).hasSize(1);
        nonce++;
        assertThat(played.nonce(PlayedGame.ADAS)).as(line).isEqualTo(nonce);
      }
    }
  }

  private static long explorer(PlayedGame played, String direction) throws InterruptedException {
    ActionResult raised =
        played.act(
            PlayedGame.ADA,
            "create_explorer",
            "{'forStructureId':11,'category':'Knight','tier':'T1','amount':'300','spawnDirection':'%s'}"
                .formatted(direction));
    return Objects.requireNonNull(raised.output()).path("explorerId").asLong();
  }

  /// The explorer that was raised after that one.
  private static long last(PlayedGame played, long first) throws InterruptedException {
    ChainTables tables =
        new ChainTables(played.node(), played.profile().world(), OwnGame.GAME_ID, List.of());
    return Objects.requireNonNull(
            tables
                .query("select coalesce(max(explorer_id), 0) as id from explorer")
                .getFirst()
                .get("id"))
        .asLong(first);
  }
}
