package dev.playloop.worlds.eternum.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.account.CallPolicy;
import dev.playloop.worlds.chain.account.SigningPool;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.lane.ChainAccounts;
import dev.playloop.worlds.chain.lane.ChainAccounts.Found;
import dev.playloop.worlds.eternum.calldata.ActionCalls;
import dev.playloop.worlds.eternum.calldata.ActionSamples;
import dev.playloop.worlds.eternum.calldata.GameSystems;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What an account may be made to sign, and who may make it.
class GamePolicyTest {
  private static final AgentId ANYBODY = AgentId.of("eternum", "anybody");

  private final CallPolicy policy = GamePolicy.of(ActionSamples.S2);

  private static List<ContractCall> all() {
    List<ContractCall> all = new ArrayList<>();
    ActionSamples.ALL.forEach((tool, args) ->
        all.addAll(
            new ActionCalls(ActionSamples.S2)
                .of(ActionSamples.parse(tool, args), ActionSamples.ACCOUNT)));
    return all;
  }

  private static ContractCall call(Felt to, String entrypoint) {
    return new ContractCall(to, entrypoint, List.of());
  }

  @Test
  void whatActionsCallIsAllowed() {
    all().forEach(call -> assertThat(policy.refuses(List.of(call))).as("%s", call).isNull());
  }

  /// In the shape of a Cartridge session's policies it is just what the actions call.
  @Test
  void nothingElseIs() {
    Map<Felt, Set<String>> called = new HashMap<>();
    all()
        .forEach(
            call -> called.computeIfAbsent(call.to(), _ -> new HashSet<>()).add(call.entrypoint()));
    ObjectNode contracts = Json.NODES.objectNode();
    called.forEach((contract, entrypoints) -> {
      ArrayNode methods = contracts.putObject(contract.hex()).putArray("methods");
      entrypoints.forEach(name -> methods.addObject().put("name", name).put("entrypoint", name));
    });
    ObjectNode session = Json.NODES.objectNode();
    session.set("contracts", contracts);

    assertThat(policy).isEqualTo(Json.readStrict(session, CallPolicy.class));
    assertThat(called).hasSize(GameSystems.ALL.size());
  }

  @Test
  void moneyForeignContractsAndOtherDoorsOfTheGameAreRefused() {
    Felt troops = ActionSamples.S2.address(GameSystems.TROOPS);
    for (ContractCall call :
        List.of(
            call(StarknetBackend.STRK, "transfer"),
            call(StarknetBackend.STRK, "approve"),
            call(Felt.of(0x666), "explorer_create"),
            call(ActionSamples.S2.address(GameSystems.TRADE), "explorer_create"),
            call(troops, "upgrade"),
            call(troops, "EXPLORER_CREATE"),
            call(troops, ""))) {
      assertThat(policy.refuses(List.of(call))).as("%s", call).contains("may call");
      assertThat(policy.refuses(List.of(call(troops, "explorer_create"), call)))
          .as("beside what is allowed: %s", call)
          .contains("may call");
    }
    assertThat(policy.refuses(List.of())).isNotNull();
  }

  @Test
  void anyAgentMayActAsAPlayerOfAPlayChainWithinItsCapsAndNobodyAsSomebodyElse() {
    Felt player = Felt.of(0xada);
    DevnetAccount account = new DevnetAccount(player, KeySigner.of(BigInteger.TWO));
    try (SigningPool pool = SigningPool.ofAllCores()) {
      ChainAccounts accounts = GameAccounts.playing(Map.of(player, account), pool, policy);

      assertThat(accounts.find(player, ANYBODY))
          .isInstanceOfSatisfying(
              Found.Granted.class,
              granted -> {
                assertThat(granted.signer())
                    .isInstanceOfSatisfying(
                        Signer.class,
                        signer ->
                            assertThat(signer.publicKey()).isEqualTo(account.signer().publicKey()));
                assertThat(granted.calls().refuses(List.of(call(StarknetBackend.STRK, "transfer"))))
                    .isNotNull();
              });
      assertThat(accounts.find(Felt.of(0xb0b), ANYBODY))
          .isInstanceOfSatisfying(
              Found.Denied.class,
              denied ->
                  assertThat(denied.why())
                      .contains("eternum/anybody", "an account that this game has not")
                      .doesNotContain("0xada"));
    }
  }
}
