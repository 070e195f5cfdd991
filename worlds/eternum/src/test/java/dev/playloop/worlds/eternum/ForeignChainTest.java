package dev.playloop.worlds.eternum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.eternum.ForeignNode.Refusal;
import dev.playloop.worlds.eternum.server.KeptParts;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.CannotOpenWorld.Fault;
import dev.playloop.worlds.model.OpenWorld;
import dev.playloop.worlds.model.Opening.Purpose;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// On a chain that this machine has not started, all that tells it from others is compared before
/// anything is signed.
@Tag("slow")
final class ForeignChainTest extends DoorCase {
  private static final String CHAIN = "\"result\":\"0x534e5f4d41494e\"";
  private static final String HASH = "0x5ee1";

  @Test
  void onTheRightChainAnAgentActs() throws Exception {
    try (KeptParts opening = opening(Purpose.WORK)) {
      OpenWorld world = new EternumModule().open(opening);

      assertThat(act(world, ADA, 1).status()).isEqualTo(Status.DONE);
      world.ask();
      assertThat(node.sent()).isEqualTo(1);
    }
  }

  @Test
  void aWorkerWaitsForANodeThatIsAwayAndAnExampleDoesNot() throws Exception {
    node.answeringOnce("starknet_chainId", "\"error\":{\"code\":-32005,\"message\":\"not yet\"}");
    try (KeptParts opening = opening(Purpose.WORK)) {
      OpenWorld world = new EternumModule().open(opening);
      assertThat(act(world, ADA, 1).status()).isEqualTo(Status.DONE);
    }

    node.answeringOnce("starknet_chainId", "\"error\":{\"code\":-32005,\"message\":\"not yet\"}");
    try (KeptParts opening = opening(Purpose.EXAMPLE)) {
      assertThatThrownBy(() -> new EternumModule().open(opening))
          .isInstanceOf(CannotOpenWorld.class)
          .hasMessageContaining("not yet");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "chain, 'chainId: expected CHAIN, got 0x534e5f4d41494e'",
    "block, 'genesis, the hash of block 0: expected GENESIS, got 0x5ee1'",
    "no-block, 'genesis, the hash of block 0: expected GENESIS, got nothing'",
    "class, 'contracts.swap_systems.classHash, at ADDRESS: expected CLASS, got 0x5ee1'",
    "no-contract, 'contracts.swap_systems.classHash, at ADDRESS: expected CLASS, got nothing'",
  })
  void eachDifferenceIsToldWithWhatWasExpectedAndWhatCame(String what, String told)
      throws Exception {
    differ(what);

    CannotOpenWorld refused = refused(Purpose.WORK);

    var swap = Objects.requireNonNull(game.game().contracts().get("swap_systems"));
    assertThat(refused.fault()).isEqualTo(Fault.SETTING); // exit code 2
    assertThat(refused)
        .hasMessageContaining(
            told.replace("CHAIN", game.game().chainId().hex())
                .replace("GENESIS", game.game().genesis().hex())
                .replace("ADDRESS", swap.address().hex())
                .replace("CLASS", swap.classHash().hex()))
        .hasMessageContaining("Nothing was signed")
        .hasMessageNotContaining("secret-of-mine");
    assertThat(refused.nextStep()).contains("profile");
    assertThat(node.sent()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"chain", "block", "class", "no-contract"})
  void afterAnOutageAllIsComparedAgain(String what) throws Exception {
    try (KeptParts opening = opening(Purpose.WORK)) {
      OpenWorld world = new EternumModule().open(opening);
      node.answering(
          "getBlockWithTxHashes", "\"error\":{\"code\":-32005,\"message\":\"slow down\"}");
      assertThatThrownBy(() -> act(world, ADA, 2)).isInstanceOf(WorldUnavailable.class);
      node.healed();
      differ(what);

      ActionResult refused = act(world, ADA, 2);

      assertThat(refused.status()).isEqualTo(Status.REFUSED);
      assertThat(Objects.requireNonNull(refused.error()).code()).isEqualTo("lane_stopped");
      assertThat(refused.error().message())
          .contains("the node answers for another chain", "expected", "got");
      assertThatThrownBy(world::ask)
          .isInstanceOf(WorldUnavailable.class)
          .hasMessageContaining("another chain");
      assertThat(node.sent()).isZero();
    }
  }

  private void differ(String what) {
    String address =
        Objects.requireNonNull(game.game().contracts().get("swap_systems")).address().hex();
    switch (what) {
      case "chain" -> node.answering("starknet_chainId", CHAIN);
      case "block" ->
          node.answering(
              "\"block_number\":0",
              "\"result\":{\"block_number\":0,\"block_hash\":\""
                  + HASH
                  + "\",\"parent_hash\":\"0x0\",\"timestamp\":1,\"transactions\":[]}");
      case "no-block" ->
          node.answering("\"block_number\":0", "\"error\":{\"code\":24,\"message\":\"none\"}");
      case "class" -> node.answering(address, "\"result\":\"" + HASH + "\"");
      case "no-contract" -> node.answering(address, "\"error\":{\"code\":20,\"message\":\"none\"}");
      default -> throw new IllegalArgumentException(what);
    }
  }

  @ParameterizedTest
  @EnumSource(Refusal.class)
  void noExampleIsPlayedThere(Refusal how) throws Exception {
    node.refusing(how);

    CannotOpenWorld refused = refused(Purpose.EXAMPLE);

    assertThat(refused.fault()).isEqualTo(Fault.SETTING);
    assertThat(refused)
        .hasMessageContaining("an example is played only on a chain for development")
        .hasMessageContaining(game.game().chainId().hex())
        .hasMessageNotContaining("secret-of-mine");
    assertThat(node.sent()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Refusal.class)
  void withoutAProfileNothingIsPlayedThere(Refusal how) throws Exception {
    node.refusing(how);
    withoutProfile();

    CannotOpenWorld refused = refused(Purpose.WORK);

    assertThat(refused.fault()).isEqualTo(Fault.SETTING);
    assertThat(refused)
        .hasMessageContaining("is of chain " + game.game().chainId().hex())
        .hasMessageContaining("no development node")
        .hasMessageNotContaining("secret-of-mine");
    assertThat(node.sent()).isZero();
  }

  /// The simulated chain answers what a devnet answers, and says so of itself.
  @Test
  void anExampleMayBePlayedOnANodeForDevelopment() throws Exception {
    set("RPC", game.rpc().toString());
    try (KeptParts opening = opening(Purpose.EXAMPLE)) {
      assertThat(new EternumModule().open(opening).world().name()).isEqualTo("eternum");
    }
  }

  @Test
  void mainnetIsActedOnOnlyWhereTheProfileSaysSo() throws Exception {
    String mainnet = profile().replace(game.game().chainId().hex(), "0x534e5f4d41494e");
    profile(mainnet);
    assertThat(refused(Purpose.WORK))
        .hasMessageContaining("allowMainnet: expected true")
        .hasMessageContaining("its money real");
    profile(mainnet + "allowMainnet: false\n");
    assertThat(refused(Purpose.WORK)).hasMessageContaining("allowMainnet: expected true");
    profile(mainnet + "allowMainnet: true\n");
    assertThat(refused(Purpose.WORK)).hasMessageContaining("chainId: expected 0x534e5f4d41494e");
    assertThat(node.sent()).isZero();
  }

  @Test
  void aDryRunDoesEverythingButSend() throws Exception {
    try (KeptParts opening = opening(Purpose.DRY_RUN)) {
      OpenWorld world = new EternumModule().open(opening);

      ActionResult result = act(world, ADA, 3);

      assertThat(result.status()).isEqualTo(Status.REFUSED);
      assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("dry_run");
      assertThat(result.error().message()).contains("signed, and not sent");
      assertThat(node.sent()).isZero();
    }
  }

  @Test
  void anAccountThatIsNotDeployedIsToldWithTheCommand() throws Exception {
    Felt nobody = Felt.of(0x123);
    accounts(nobody);
    try (KeptParts opening = opening(Purpose.WORK)) {
      ActionResult result = act(new EternumModule().open(opening), nobody, 4);

      assertThat(result.status()).isEqualTo(Status.REFUSED);
      assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("account_not_deployed");
      assertThat(result.error().message()).contains("0x123", "sncast account deploy");
      assertThat(node.sent()).isZero();
    }
  }

  @Test
  void anAccountWithTooLittleIsToldHowMuchIsMissing() throws Exception {
    node.answering(Selector.of("balance_of").hex(), "\"result\":[\"0x5\",\"0x0\"]");
    try (KeptParts opening = opening(Purpose.WORK)) {
      ActionResult result = act(new EternumModule().open(opening), ADA, 5);

      assertThat(result.status()).isEqualTo(Status.REFUSED);
      assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("balance_too_low");
      assertThat(result.error().message()).contains(ADA.hex() + " has 5 FRI", "send STRK");
      assertThat(node.sent()).isZero();
    }
  }
}
