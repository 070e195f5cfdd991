package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.worlds.chain.fee.FeePolicy;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One write on a chain that does nothing unexpected: what it comes to, and what forbids it.
final class LaneScenariosTest extends LaneCase {
  @Test
  void aWriteIsDoneWhenItsTransactionIsInABlock() throws Exception {
    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.output())
        .hasToString(
            "{\"transaction\":\"north/0/150\",\"block\":1,\"fee\":\"1050\",\"poked\":\"north\"}");
    assertThat(result.receipts()).containsExactly("north/0/150");
    assertThat(result.worldVersion()).isEqualTo(1);
    assertThat(bench.told).containsExactly("submitted", "pre-confirmed");
  }

  @Test
  void whatIsRevertedHasFailedWithItsReasonAndItsFee() throws Exception {
    chain.reverting.add("north");

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(code(result)).isEqualTo("reverted");
    assertThat(Objects.requireNonNull(result.error()).message()).isEqualTo("no stamina");
    assertThat(result.output())
        .hasToString("{\"transaction\":\"north/0/150\",\"block\":1,\"fee\":\"1050\"}");
  }

  @Test
  void aSureRevertIsRefusedAndNothingIsSigned() throws Exception {
    chain.sureToRevert.add("north");

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(result.error()).message()).isEqualTo("not yours");
    assertThat(chain.signed).isEmpty();
    assertThat(hash(bench.handle(LaneBench.poke(2, "south")))).isEqualTo("south/0/150");
  }

  @ParameterizedTest
  @CsvSource({"nonsense, invalid_arguments", "north, not_allowed", "mallory, not_this_account"})
  void whatIsForbiddenIsRefusedBeforeAnythingIsAskedOrSigned(String entrypoint, String code)
      throws Exception {
    bench.forbidden = entrypoint.equals("north") ? "no such entrypoint is allowed" : null;
    chain.trouble =
        new ModelTrouble() {
          @Override
          public void asked() {
            throw new AssertionError("asked");
          }
        };
    AgentId agent = entrypoint.equals("mallory") ? AgentId.of("chain", "mallory") : LaneBench.ADA;

    ActionResult result = bench.handle(LaneBench.poke(agent, 1, entrypoint));

    assertThat(code(result)).isEqualTo(code);
    assertThat(result.status()).isEqualTo(Status.REFUSED);
    assertThat(chain.signed).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada", "0xACC", "0x0acc", "0x"})
  void anAccountIsWrittenInOneWayForItsLaneFollowsFromIt(String actor) throws Exception {
    Action action = LaneBench.poke(1, "north").with().actor(actor).build();

    assertThat(code(bench.handle(action))).isEqualTo("no_account");
    assertThat(chain.signed).isEmpty();
  }

  @Test
  void aToolOfAnotherLaneIsABugAndNotBegun() {
    Action action = LaneBench.poke(1, "north").lane(new Lane("chain/ada"));

    assertThatThrownBy(() -> bench.handle(action)).isInstanceOf(IllegalStateException.class);
    assertThat(chain.signed).isEmpty();
  }

  @Test
  void theDaysFeesAreThoseOfTheLedgerAlsoRevertedOnes() throws Exception {
    bench.fees = FeePolicy.capped(BigInteger.valueOf(3_000), BigInteger.valueOf(4_000));
    chain.reverting.add("north");
    bench.handle(LaneBench.poke(1, "north")); // 1,050
    bench.handle(LaneBench.poke(2, "south")); // 1,050
    bench.restarted();

    ActionResult third = bench.handle(LaneBench.poke(3, "west"));

    assertThat(code(third)).isEqualTo("fee_cap");
    assertThat(Objects.requireNonNull(third.error()).message())
        .contains("4000 FRI per day", "4350");
    bench.now = bench.now.plus(Duration.ofDays(1));
    assertThat(bench.handle(LaneBench.poke(4, "east")).status()).isEqualTo(Status.DONE);
    assertThat(LocalDate.ofInstant(bench.now, ZoneOffset.UTC)).isEqualTo("2026-02-01");
  }

  @Test
  void anActionAboveItsCapIsRefused() throws Exception {
    bench.fees = FeePolicy.capped(BigInteger.valueOf(2_249), BigInteger.valueOf(9_000));

    assertThat(code(bench.handle(LaneBench.poke(1, "north")))).isEqualTo("fee_cap");
    assertThat(chain.signed).isEmpty();
  }

  @Test
  void anEmptyAccountIsParkedWithTheWayToFillIt() throws Exception {
    chain.balance = BigInteger.valueOf(2_249);

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(code(result)).isEqualTo("balance_too_low");
    assertThat(Objects.requireNonNull(result.error()).message()).contains("send STRK to 0xacc");
    assertThat(chain.signed).isEmpty();
    chain.balance = BigInteger.valueOf(2_250);
    assertThat(bench.handle(LaneBench.poke(2, "north")).status()).isEqualTo(Status.DONE);
  }

  @Test
  void anAccountThatIsNotDeployedIsToldWithTheCommand() throws Exception {
    chain.deployed = false;

    ActionResult result = bench.handle(LaneBench.poke(1, "north"));

    assertThat(code(result)).isEqualTo("account_not_deployed");
    assertThat(Objects.requireNonNull(result.error()).message())
        .contains("starkli account deploy 0xacc");
  }

  @Test
  void aSimulationNamesItsBlockAndSignsNothing() throws Exception {
    ActionResult fits = bench.actions.simulate(LaneBench.call(LaneBench.poke(1, "north")));
    chain.sureToRevert.add("south");
    ActionResult reverts = bench.actions.simulate(LaneBench.call(LaneBench.poke(2, "south")));

    assertThat(fits.output())
        .hasToString("{\"simulated\":true,\"holdsForBlock\":0,\"fee\":\"1000\"}");
    assertThat(reverts.status()).isEqualTo(Status.REFUSED);
    assertThat(Objects.requireNonNull(reverts.error()).message())
        .isEqualTo("not yours (as of block 0)");
    assertThat(chain.signed).isEmpty();
  }
}
