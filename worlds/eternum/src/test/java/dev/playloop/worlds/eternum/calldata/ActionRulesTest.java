package dev.playloop.worlds.eternum.calldata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.BankWrite;
import dev.playloop.worlds.eternum.model.GuildWrite;
import dev.playloop.worlds.eternum.model.TroopWrite;
import dev.playloop.worlds.eternum.model.game.HexDirection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What comes before an action, and what is refused before anything is signed.
class ActionRulesTest {
  private static List<ContractCall> calls(GameDirectory game, String tool, String args) {
    return new ActionCalls(game)
        .of(ActionSamples.parse(tool, args.replace('\'', '"')), ActionSamples.ACCOUNT);
  }

  private static List<ContractCall> sample(String tool) {
    return calls(ActionSamples.S2, tool, ActionSamples.of(tool));
  }

  private static List<Felt> felts(long... words) {
    return java.util.Arrays.stream(words).mapToObj(Felt::of).toList();
  }

  @Test
  void exploringAsksForARandomNumberFirstInTheSameTransaction() {
    Felt movement = ActionSamples.S2.address(GameSystems.MOVEMENT);
    Felt vrf = ActionSamples.S2.address(GameSystems.VRF);
    ContractCall random =
        new ContractCall(
            vrf, "request_random", List.of(movement, Felt.ZERO, ActionSamples.ACCOUNT));

    assertThat(sample("explore"))
        .containsExactly(
            random, new ContractCall(movement, "explorer_move", felts(7, 21, 1, 1, 1)));
    assertThat(
            calls(
                ActionSamples.S2,
                "move_explorer",
                "{'explorerId':21,'directions':['NorthEast'],'explore':true}"))
        .isEqualTo(sample("explore"));
    assertThat(sample("move_explorer")).hasSize(1);
    assertThat(sample("travel_explorer"))
        .containsExactly(new ContractCall(movement, "explorer_move", felts(7, 21, 2, 4, 3, 0)));
  }

  @Test
  void fetchingIsAllowedByTheOwnerFirst() {
    assertThat(sample("pickup_resources"))
        .extracting(ContractCall::entrypoint)
        .containsExactly("approve", "pickup");
    assertThat(sample("pickup_resources").getFirst().calldata())
        .startsWith(Felt.of(7), Felt.of(12), Felt.of(11));
    assertThat(sample("pickup_resources").getLast().calldata())
        .startsWith(Felt.of(7), Felt.of(11), Felt.of(12));
  }

  @Test
  void liquidityIsACallForEachPool() {
    assertThat(sample("add_liquidity"))
        .extracting(ContractCall::calldata)
        .containsExactly(
            felts(7, 61, 11, 3, 5_000_000_000L, 2_500_000_000L),
            felts(7, 61, 11, 1, 6_000_000_000L, 1_000_000_000L));
  }

  @Test
  void theGamesIdComesFirstInTheSecondGenerationAlone() {
    String args = ActionSamples.of("destroy_building");

    assertThat(calls(ActionSamples.S2, "destroy_building", args).getFirst().calldata())
        .isEqualTo(felts(7, 11, 0, 11, 10));
    assertThat(calls(ActionSamples.S1, "destroy_building", args).getFirst().calldata())
        .isEqualTo(felts(11, 11, 10));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Knight      | T1 | 0 | 0
          Paladin     | T2 | 1 | 1
          Crossbowman | T3 | 2 | 2
          """)
  void troopsAreNumberedAsTheContractsDo(String category, String tier, long type, long level) {
    List<ContractCall> calls =
        calls(
            ActionSamples.S2,
            "create_explorer",
            "{'forStructureId':11,'category':'%s','tier':'%s','amount':'1','spawnDirection':'East'}"
                .formatted(category, tier));

    assertThat(calls.getFirst().calldata()).isEqualTo(felts(7, 11, type, level, 1_000_000_000, 0));
  }

  @Test
  void amountsAreExactWhereADoubleIsNot() {
    assertThat(
            calls(
                    ActionSamples.S2,
                    "buy_resources",
                    "{'bankEntityId':1,'entityId':2,'resourceType':'Wood','amount':"
                        + "'9007199254740993.000000001'}")
                .getFirst()
                .calldata()
                .getLast()
                .value())
        .hasToString("9007199254740993000000001");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          send_resources | {'senderEntityId':1,'recipientEntityId':1,'resources':[{'resourceType':'Wood','amount':'1'}]} | recipientEntityId | another one
          send_resources | {'senderEntityId':1,'recipientEntityId':2,'resources':[{'resourceType':'Wood','amount':'1'},{'resourceType':'Wood','amount':'2'}]} | resources[1].resourceType | each resource once
          send_resources | {'senderEntityId':1,'recipientEntityId':2,'resources':[{'resourceType':'Wood','amount':'0.0'}]} | resources[0].amount | more than 0
          pickup_resources | {'ownerEntityId':1,'recipientEntityId':1,'resources':[{'resourceType':'Wood','amount':'1'}]} | recipientEntityId | another one
          add_to_explorer | {'toExplorerId':1,'amount':'1.5','homeDirection':'East'} | amount | a whole number of troops
          add_to_explorer | {'toExplorerId':1,'amount':'0','homeDirection':'East'} | amount | more than 0
          explore | {'explorerId':1,'directions':['East','East']} | directions | exactly one direction
          move_explorer | {'explorerId':1,'directions':['East','East'],'explore':true} | directions | exactly one direction
          swap_explorer_to_explorer | {'fromExplorerId':1,'toExplorerId':1,'toExplorerDirection':'East','count':'1'} | toExplorerId | another one
          attack_explorer | {'aggressorId':1,'defenderId':1,'defenderDirection':'East','stealResources':[]} | defenderId | another one
          raid | {'explorerId':1,'structureId':2,'structureDirection':'East','stealResources':[{'resourceId':'Coal','amount':'340282366920938463463374607431.768211456'}]} | stealResources[0].amount | at most 340282366920938463463374607431.768211455
          create_order | {'makerId':1,'takerId':0,'makerGivesResourceType':'Wood','takerPaysResourceType':'Coal','makerGivesMinResourceAmount':'18446744073.709551616','makerGivesMaxCount':1,'takerPaysMinResourceAmount':'1','expiresAt':1} | makerGivesMinResourceAmount | at most 18446744073.709551615
          accept_order | {'takerId':0,'tradeId':1,'takerBuysCount':1} | takerId | a structure of yours
          buy_resources | {'bankEntityId':1,'entityId':2,'resourceType':'Lords','amount':'1'} | resourceType | any resource but Lords
          sell_resources | {'bankEntityId':1,'entityId':2,'resourceType':'Lords','amount':'1'} | resourceType | any resource but Lords
          add_liquidity | {'bankEntityId':1,'entityId':2,'calls':[{'resourceType':'Wood','resourceAmount':'1','lordsAmount':'1'},{'resourceType':'Lords','resourceAmount':'1','lordsAmount':'1'}]} | calls[1].resourceType | any resource but Lords
          add_liquidity | {'bankEntityId':1,'entityId':2,'calls':[{'resourceType':'Wood','resourceAmount':'1','lordsAmount':'1'},{'resourceType':'Wood','resourceAmount':'1','lordsAmount':'1'}]} | calls[1].resourceType | each resource once
          remove_liquidity | {'bankEntityId':1,'entityId':2,'resourceType':'Wood','shares':'340282366920938463463374607431768211456'} | shares | at most 340282366920938463463374607431768211455
          remove_liquidity | {'bankEntityId':1,'entityId':2,'resourceType':'Wood','shares':'000'} | shares | a whole number above 0
          join_guild | {'guildEntityId':'0x0'} | guildEntityId | the address of an account
          join_guild | {'guildEntityId':'0x800000000000000000000000000000000000000000000000000000000000000'} | guildEntityId | the address of an account
          join_guild | {'guildEntityId':'0x800000000000011000000000000000000000000000000000000000000000001'} | guildEntityId | below Starknet's prime
          update_whitelist | {'address':'0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','whitelist':true} | address | below Starknet's prime
          """)
  void whatBreaksARuleIsRefusedByItsField(String tool, String args, String field, String words) {
    assertThatThrownBy(() -> calls(ActionSamples.S2, tool, args))
        .isInstanceOfSatisfying(
            InvalidValueException.class,
            e -> {
              assertThat(e.field()).isEqualTo(field);
              assertThat(e.expected()).contains(words);
            });
  }

  @Test
  void aWorldOfOneLayerHasNoOther() {
    String args = "{'entityId':11,'buildingCoord':{'alt':true,'x':11,'y':10}}";

    assertThat(calls(ActionSamples.S2, "destroy_building", args).getFirst().calldata())
        .isEqualTo(felts(7, 11, 1, 11, 10));
    assertThatThrownBy(() -> calls(ActionSamples.S1, "destroy_building", args))
        .hasMessageContaining("buildingCoord.alt");
  }

  /// Made by code, past the schemas: the words are bounded all the same.
  @Test
  void noWordIsOutOfItsType() {
    ActionCalls calls = new ActionCalls(ActionSamples.S2);
    assertThatThrownBy(() ->
            calls.of(
                new TroopWrite.AddToExplorer(1L << 32, "1", HexDirection.East),
                ActionSamples.ACCOUNT))
        .hasMessageStartingWith("toExplorerId: expected at most 4294967295");
    assertThatThrownBy(() ->
            calls.of(
                new TroopWrite.AddToExplorer(-1, "1", HexDirection.East), ActionSamples.ACCOUNT))
        .hasMessageStartingWith("toExplorerId: expected at most 4294967295, got -1");
    for (String amount : List.of("-1", "1e9", "", "1.0000000001", "0x1", " 1", "1".repeat(400))) {
      assertThatThrownBy(() ->
              calls.of(
                  new TroopWrite.AddToExplorer(1, amount, HexDirection.East),
                  ActionSamples.ACCOUNT))
          .as(amount)
          .hasMessageStartingWith("amount: expected a decimal number");
    }
    for (String name : List.of("", "a".repeat(32), "\u00e9", "a\nb")) {
      assertThatThrownBy(
              () -> calls.of(new GuildWrite.CreateGuild(true, name), ActionSamples.ACCOUNT))
          .as(name)
          .hasMessageStartingWith("guildName: expected 1 to 31 characters of ASCII");
    }
    assertThatThrownBy(
            () -> calls.of(new BankWrite.AddLiquidity(1, 2, List.of()), ActionSamples.ACCOUNT))
        .hasMessageStartingWith("calls: expected one pool or more");
    assertThatThrownBy(() ->
            calls.of(
                new dev.playloop.worlds.eternum.model.MovementWrite.TravelExplorer(
                    1, java.util.Collections.nCopies(65, HexDirection.East)),
                ActionSamples.ACCOUNT))
        .hasMessageStartingWith("directions: expected a list of at most 64");
  }
}
