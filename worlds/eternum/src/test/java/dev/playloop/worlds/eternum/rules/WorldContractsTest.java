package dev.playloop.worlds.eternum.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contracts below the rules: the world's records and the random numbers.
final class WorldContractsTest {
  private static final Felt ADMIN = Felt.of(0xad);
  private static final Felt ALICE = Felt.of(0xa1);
  private static final List<Felt> PLAYERS = List.of(ALICE, Felt.of(0xb0), Felt.of(0xca));
  private static final Felt GAME = Felt.of(TestBoard.GAME);
  private static final Felt EXPLORER = Felt.of(TestBoard.EXPLORER);

  private final RulesGame game = RulesGame.deployedBy(ADMIN);

  WorldContractsTest() {
    game.landed(ADMIN, TestBoard.calls(game::address, TestBoard.GAME, PLAYERS, ADMIN));
  }

  private String refused(Felt account, ContractCall... calls) {
    return switch (game.play(account, calls)) {
      case RulesChain.Played.Kept kept -> throw new AssertionError("landed: " + kept);
      case RulesChain.Played.Undone undone -> undone.text();
    };
  }

  @Test
  void onlyRegisteredSystemsWrite() {
    Felt model = Selector.of("s2-Resource");
    ContractCall set = game.call("world", "set", model, Felt.ZERO, Felt.ONE, Felt.ONE);

    assertThat(refused(ALICE, set)).isEqualTo("only systems write");
    assertThat(refused(ADMIN, set)).isEqualTo("only systems write");
    assertThat(refused(ALICE, game.call("world", "uuid"))).isEqualTo("only systems write");
  }

  @Test
  void aSystemThatIsReplacedWritesNoMore() {
    ContractCall name =
        game.call("name_systems", "set_address_name", GAME, Felt.shortString("Ann"));
    assertThat(game.play(ALICE, name)).isInstanceOf(RulesChain.Played.Kept.class);

    game.landed(
        ADMIN,
        List.of(game.call("world", "register", Felt.shortString("name_systems"), Felt.of(0x99))));

    assertThat(refused(ALICE, name)).isEqualTo("only systems write");
  }

  @Test
  void onlyTheDeployerRegisters() {
    assertThat(refused(ALICE, game.call("world", "register", Felt.ONE, ALICE)))
        .isEqualTo("only the deployer registers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"world", "setup", "trade_systems"})
  void noConstructorRunsTwice(String contract) {
    assertThat(refused(ALICE, game.call(contract, "constructor", ALICE, ALICE)))
        .isEqualTo("ENTRYPOINT_NOT_FOUND");
  }

  @Test
  void noModelNamesWhatIsNoRecord() {
    for (String name : List.of("directory", "writers", "deployer", "given", "records")) {
      for (Felt key : List.of(Felt.shortString("setup"), game.address("setup"))) {
        Felt[] words = {Selector.of(name), Felt.ONE, key};
        assertThat(game.chain().read(game.address("world"), "get", List.of(words)))
            .containsExactly(Felt.ZERO);
      }
    }
  }

  private ContractCall request(Felt account) {
    return game.call(
        "vrf_provider",
        "request_random",
        game.address("troop_movement_systems"),
        Felt.ZERO,
        account);
  }

  /// Two steps to the North, of which the second is into the unknown as well.
  private ContractCall explore() {
    return game.call(
        "troop_movement_systems", "explorer_move", GAME, EXPLORER, Felt.ONE, Felt.ONE, Felt.ONE);
  }

  private void goToTheEdge() {
    game.landed(
        ALICE,
        List.of(
            game.call(
                "troop_movement_systems",
                "explorer_move",
                GAME,
                EXPLORER,
                Felt.ONE,
                Felt.ONE,
                Felt.ZERO)));
    game.chain().pass(100_000);
  }

  @Test
  void aRandomNumberIsConsumedOnce() {
    goToTheEdge();

    assertThat(refused(ALICE, request(ALICE), explore(), explore()))
        .isEqualTo("no random number was requested");
    assertThat(game.play(ALICE, request(ALICE), explore()))
        .isInstanceOf(RulesChain.Played.Kept.class);
  }

  @Test
  void aTransactionAsksOnceAndAnotherOneMayNotConsume() {
    goToTheEdge();

    assertThat(refused(ALICE, request(ALICE), request(ALICE)))
        .isEqualTo("one request a transaction");
    assertThat(game.play(ALICE, request(ALICE))).isInstanceOf(RulesChain.Played.Kept.class);
    assertThat(refused(ALICE, explore())).isEqualTo("no random number was requested");
    assertThat(refused(ALICE, request(ADMIN), explore()))
        .isEqualTo("no random number was requested");
  }

  @Test
  void whatIsRefusedLeavesNothing() {
    List<Felt> rich = new ArrayList<>(List.of(GAME, Felt.ONE, Felt.of(2), Felt.of(2)));
    rich.addAll(List.of(Felt.of(3), Felt.of(1000), Felt.of(1), Felt.of(10L * 10_000_000_000_000L)));
    ContractCall send = new ContractCall(game.address("resource_systems"), "send", rich);
    Felt[] wood = {Selector.of("s2-Resource"), Felt.of(3), GAME, Felt.ONE, Felt.of(3)};
    List<Felt> before = game.chain().read(game.address("world"), "get", List.of(wood));

    assertThat(refused(ALICE, send)).startsWith("entity 1 needs 100000000000000 of resource 1");
    assertThat(game.chain().read(game.address("world"), "get", List.of(wood))).isEqualTo(before);
  }
}
