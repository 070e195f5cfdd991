package dev.playloop.worlds.eternum.calldata;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.calldata.GameDirectory.CoordLayout;
import dev.playloop.worlds.eternum.calldata.GameDirectory.Generation;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.eternum.model.EternumWrite;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// One good call of each action, and a game whose contracts lie at 0x101, 0x102 and so on.
public final class ActionSamples {
  public static final Felt ACCOUNT = Felt.hex("0xacc");
  static final long GAME = 7;

  public static final GameDirectory S2 = new Game(Generation.S2, CoordLayout.V2);
  static final GameDirectory S1 = new Game(Generation.S1, CoordLayout.V1);

  /// Arguments by tool, as a model gives them.
  public static final Map<String, String> ALL = new TreeMap<>();

  static {
    String resources =
        "[{'resourceType':'Wood','amount':'1.5'},{'resourceType':'Lords','amount':'2'}]";
    String stolen = "[{'resourceId':'Coal','amount':'0.000000001'}]";
    good("send_resources", "'senderEntityId':11,'recipientEntityId':12,'resources':" + resources);
    good("pickup_resources", "'recipientEntityId':11,'ownerEntityId':12,'resources':" + resources);
    good("claim_arrivals", "'structureId':11,'day':20417,'slot':47,'resourceCount':2");
    good(
        "create_explorer",
        "'forStructureId':11,'category':'Paladin','tier':'T3','amount':'500','spawnDirection':'West'");
    good("add_to_explorer", "'toExplorerId':21,'amount':'3.0','homeDirection':'SouthEast'");
    good("delete_explorer", "'explorerId':4294967295");
    good(
        "add_guard",
        "'forStructureId':11,'slot':'Alpha','category':'Crossbowman','tier':'T1','amount':'10'");
    good("delete_guard", "'forStructureId':11,'slot':'Delta'");
    good("move_explorer", "'explorerId':21,'directions':['East','NorthWest'],'explore':false");
    good("travel_explorer", "'explorerId':21,'directions':['SouthWest','West']");
    good("explore", "'explorerId':21,'directions':['NorthEast']");
    good(
        "swap_explorer_to_explorer",
        "'fromExplorerId':21,'toExplorerId':22,'toExplorerDirection':'East','count':'5'");
    good(
        "swap_explorer_to_guard",
        "'fromExplorerId':21,'toStructureId':11,'toStructureDirection':'West','toGuardSlot':'Bravo',"
            + "'count':'5'");
    good(
        "swap_guard_to_explorer",
        "'fromStructureId':11,'fromGuardSlot':'Charlie','toExplorerId':21,"
            + "'toExplorerDirection':'NorthWest','count':'5'");
    good(
        "attack_explorer",
        "'aggressorId':21,'defenderId':31,'defenderDirection':'East','stealResources':[]");
    good("attack_guard", "'explorerId':21,'structureId':41,'structureDirection':'SouthEast'");
    good(
        "guard_attack_explorer",
        "'structureId':11,'structureGuardSlot':'Charlie','explorerId':31,'explorerDirection':'West'");
    good(
        "raid",
        "'explorerId':21,'structureId':41,'structureDirection':'NorthEast','stealResources':"
            + stolen);
    good(
        "create_order",
        "'makerId':11,'takerId':0,'makerGivesResourceType':'Wood','takerPaysResourceType':'Lords',"
            + "'makerGivesMinResourceAmount':'18446744073.709551615','makerGivesMaxCount':10,"
            + "'takerPaysMinResourceAmount':'0.5','expiresAt':1900000000");
    good("accept_order", "'takerId':11,'tradeId':51,'takerBuysCount':9007199254740991");
    good("cancel_order", "'tradeId':51");
    good(
        "create_building",
        "'entityId':11,'directions':['East','East'],'buildingCategory':'ResourceWheat',"
            + "'useSimple':true");
    good("destroy_building", "'entityId':11,'buildingCoord':{'x':11,'y':10}");
    good("pause_production", "'entityId':11,'buildingCoord':{'alt':false,'x':11,'y':10}");
    good("resume_production", "'entityId':11,'buildingCoord':{'x':9,'y':10}");
    good("buy_resources", "'bankEntityId':61,'entityId':11,'resourceType':'Wheat','amount':'100'");
    good(
        "sell_resources",
        "'bankEntityId':61,'entityId':11,'resourceType':'Essence','amount':"
            + "'340282366920938463463374607431.768211455'");
    good(
        "add_liquidity",
        "'bankEntityId':61,'entityId':11,'calls':[{'resourceType':'Wood','resourceAmount':'5',"
            + "'lordsAmount':'2.5'},{'resourceType':'Stone','resourceAmount':'6','lordsAmount':'1'}]");
    good(
        "remove_liquidity",
        "'bankEntityId':61,'entityId':11,'resourceType':'Wood','shares':"
            + "'340282366920938463463374607431768211455'");
    good("create_guild", "'isPublic':true,'guildName':'MyGuild'");
    good("join_guild", "'guildEntityId':'0x0ACC1'");
    good("leave_guild", "");
    good("update_whitelist", "'address':'0xacc2','whitelist':false");
    good("upgrade_realm", "'realmEntityId':11");
    good(
        "contribute_hyperstructure",
        "'hyperstructureEntityId':71,'contributorEntityId':11,'contributions':" + resources);
  }

  private ActionSamples() {}

  private static void good(String tool, String fields) {
    ALL.put(tool, "{" + fields.replace('\'', '"') + "}");
  }

  public static String of(String tool) {
    return Objects.requireNonNull(ALL.get(tool), tool);
  }

  static ToolSpec<?> spec(String tool) {
    return Objects.requireNonNull(new EternumWorld().tools().find(tool), tool);
  }

  /// By the same way as the executor. Throws [InvalidValueException].
  public static EternumWrite parse(String tool, JsonNode args) {
    return (EternumWrite) spec(tool).parse(args);
  }

  public static EternumWrite parse(String tool, String args) {
    return parse(tool, Json.tree(args));
  }

  record Game(Generation generation, CoordLayout coordLayout) implements GameDirectory {
    @Override
    public Felt address(String contract) {
      int index = GameSystems.ALL.indexOf(contract);
      if (index < 0) {
        throw new InvalidValueException("contract", "one of the game's", contract);
      }
      return Felt.of(0x101 + index);
    }

    @Override
    public long gameId() {
      return GAME;
    }
  }
}
