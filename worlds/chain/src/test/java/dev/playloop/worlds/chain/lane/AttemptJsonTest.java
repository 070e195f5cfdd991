package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.backend.DirectInvoke;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.backend.Submitter;
import dev.playloop.worlds.chain.lane.AttemptJson.Kept;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What the ledger keeps can be sent: the same bytes, and no others.
final class AttemptJsonTest {
  private static final LocalDate DAY = LocalDate.parse("2026-01-31");
  private static final Felt CHAIN = Felt.shortString("SN_SEPOLIA");
  private static final Signer SIGNER =
      new Signer() {
        @Override
        public Felt publicKey() {
          return Felt.ONE;
        }

        @Override
        public Signature sign(Felt hash) {
          return new Signature(hash, Felt.of(2));
        }
      };

  @Test
  void allAttemptsAreReadBackAsTheyWereSigned() throws Exception {
    List<SignedAttempt> attempts = attempts(20, 8);

    assertThat(AttemptJson.read(throughTheLedger(attempts)))
        .isEqualTo(new Kept.Signed(DAY, attempts));
  }

  @Test
  void eightAttemptsOfTheLargestTransactionFitTheLedger() throws Exception {
    List<SignedAttempt> attempts = attempts(560, 8);
    List<JsonNode> kept = throughTheLedger(attempts);
    int first = Json.bytes(kept.getFirst()).length;

    assertThat(first).isBetween(LanePreflight.MAX_BYTES - 6_000, LanePreflight.MAX_BYTES);
    assertThat(Json.bytes(kept).length).isLessThan(64 * 1024);
  }

  @Test
  void aRefusalIsReadBack() {
    JsonNode kept = AttemptJson.refused(ChainAnswers.error("would_revert", "not yours"));

    assertThat(AttemptJson.read(List.of(kept)))
        .isEqualTo(new Kept.Refused(ChainAnswers.error("would_revert", "not yours")));
    assertThat(AttemptJson.read(List.of())).isEqualTo(new Kept.Nothing());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "7",
        "{\"hp\":10}",
        "{\"account\":\"0x1\",\"nonce\":-1,\"hash\":\"0x2\",\"day\":\"2026-01-31\"}",
        "{\"account\":\"zz\",\"nonce\":1,\"hash\":\"0x2\",\"day\":\"2026-01-31\"}",
        "{\"refused\":7}"
      })
  void whatIsNoneOfOursIsRefused(String json) {
    assertThatThrownBy(() -> AttemptJson.read(List.of(Json.tree(json))))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void attemptsOfTwoNoncesAreNotOneWrite() throws Exception {
    List<JsonNode> kept = new ArrayList<>(throughTheLedger(attempts(1, 1)));
    SignedAttempt other = new DirectInvoke(new NoNode(), CHAIN).sign(order(43, 1), SIGNER);
    kept.add(AttemptJson.write(other, null, DAY));

    assertThatThrownBy(() -> AttemptJson.read(kept)).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void noHarmToItsJsonIsAnythingButRefused() throws Exception {
    byte[] good = Json.bytes(throughTheLedger(attempts(3, 2)).getFirst());
    Random random = new Random(15);
    for (int i = 0; i < 5_000; i++) {
      byte[] harmed = good.clone();
      harmed[random.nextInt(harmed.length)] = (byte) (' ' + random.nextInt(95));
      JsonNode json;
      try {
        json = Json.tree(new String(harmed, StandardCharsets.UTF_8));
      } catch (InvalidValueException e) {
        continue;
      }
      try {
        AttemptJson.read(List.of(json));
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  private static Submitter.Unsigned order(long nonce, int words) {
    ResourceBounds bounds =
        new ResourceBounds(GasBound.of(1, 2), GasBound.of(3, 1L << 60), GasBound.of(5, 6));
    List<Felt> calldata =
        LongStream.range(0, words)
            .mapToObj(i -> Felt.of(Felt.PRIME.subtract(BigInteger.valueOf(i + 1))))
            .toList();
    return new Submitter.Unsigned(
        Felt.of(0xacc), nonce, bounds, List.of(new ContractCall(Felt.of(7), "go", calldata)));
  }

  private static List<SignedAttempt> attempts(int words, int count) throws InterruptedException {
    DirectInvoke submitter = new DirectInvoke(new NoNode(), CHAIN);
    List<SignedAttempt> attempts = new ArrayList<>();
    attempts.add(submitter.sign(order(42, words), SIGNER));
    for (int i = 1; i < count; i++) {
      ResourceBounds bounds =
          new ResourceBounds(GasBound.of(1, 2), GasBound.of(3, (1L << 60) + i), GasBound.of(5, 6));
      attempts.add(submitter.again(attempts.getLast(), bounds, SIGNER));
    }
    return attempts;
  }

  private static List<JsonNode> throughTheLedger(List<SignedAttempt> attempts) {
    List<JsonNode> kept = new ArrayList<>();
    for (SignedAttempt attempt : attempts) {
      JsonNode json = AttemptJson.write(attempt, kept.isEmpty() ? null : attempts.getFirst(), DAY);
      kept.add(Json.tree(Json.text(json)));
    }
    return kept;
  }
}
