package dev.playloop.worlds.chain.node;

import static org.assertj.core.api.Assertions.fail;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Good replies that were changed by chance: whatever comes, a question ends in a value, an outage
/// or a refusal.
@Tag("slow")
final class ReplyFuzzTest {
  private static final int REPLIES = 10_000;
  private static final int LONGEST = 500;

  private static final String FEE =
      "{\"l1_gas_consumed\":\"0x1\",\"l1_gas_price\":\"0x2\",\"l2_gas_consumed\":\"0x3\","
          + "\"l2_gas_price\":\"0x4\",\"l1_data_gas_consumed\":\"0x5\",\"l1_data_gas_price\":\"0x6\","
          + "\"overall_fee\":\"0x7\",\"unit\":\"FRI\"}";

  private static final String EVENT =
      "{\"from_address\":\"0x5\",\"keys\":[\"0x1\"],\"data\":[\"0x2\"],\"transaction_hash\":\"0x9\","
          + "\"block_number\":7,\"block_hash\":\"0x77\"}";

  private static final InvokeTransaction TRANSACTION =
      InvokeTransaction.of(Felt.ONE, Felt.ONE, ResourceBounds.NONE, List.of());

  /// What stands in the place of a part.
  private static final List<String> ODDITIES =
      List.of(
          "null",
          "true",
          "-1",
          "1e400",
          "9".repeat(2_000),
          "\"\\ud83d\"",
          "\"\\u0000\"",
          "\"0x\"",
          "\"0x-1\"",
          "\"" + "f".repeat(5_000) + "\"",
          "[".repeat(600),
          "{\"a\":".repeat(150),
          "\"REJECTED\"",
          "");

  private record Case(String result, Question question) {}

  @FunctionalInterface
  private interface Question {
    @Nullable Object ask(JsonRpcNode node) throws InterruptedException;
  }

  private static final List<Case> CASES =
      List.of(
          new Case("\"0x534e\"", JsonRpcNode::chainId),
          new Case(
              "{\"block_number\":7,\"block_hash\":\"0x77\",\"parent_hash\":\"0x76\",\"timestamp\":9,"
                  + "\"transactions\":[\"0x9\"]}",
              JsonRpcNode::latest),
          new Case("\"0x1\"", node -> node.nonce(Felt.ONE, BlockTag.LATEST)),
          new Case(
              "[\"0x1\",\"0x2\"]",
              node -> node.call(new ContractCall(Felt.ONE, "stamina", List.of()), BlockTag.LATEST)),
          new Case("[" + FEE + "]", node -> node.estimate(TRANSACTION, BlockTag.LATEST)),
          new Case(
              "[{\"transaction_trace\":{\"execute_invocation\":{\"revert_reason\":\"no\"}},"
                  + "\"fee_estimation\":"
                  + FEE
                  + "}]",
              node -> node.simulate(TRANSACTION, BlockTag.LATEST)),
          new Case(
              "{\"transaction_hash\":\"0x9\"}",
              node -> node.invoke(new SignedInvoke(TRANSACTION, Felt.ONE, List.of()))),
          new Case(
              "{\"finality_status\":\"ACCEPTED_ON_L2\",\"execution_status\":\"SUCCEEDED\"}",
              node -> node.status(Felt.ONE)),
          new Case(
              "{\"transaction_hash\":\"0x1\",\"finality_status\":\"ACCEPTED_ON_L2\","
                  + "\"execution_status\":\"SUCCEEDED\","
                  + "\"actual_fee\":{\"amount\":\"0x64\",\"unit\":\"FRI\"},\"events\":["
                  + EVENT
                  + "],\"block_number\":7,\"block_hash\":\"0x77\"}",
              node -> node.receipt(Felt.ONE)),
          new Case(
              "{\"events\":[" + EVENT + "],\"continuation_token\":\"t\"}",
              node -> node.events(new EventQuery(null, 0, 1, null, 10))));

  @Test
  void whateverComesEndsInAValueAnOutageOrARefusal() throws InterruptedException {
    long seed = 15_015;
    Random random = new Random(seed);
    int values = 0;
    try (CannedNode canned = new CannedNode();
        JsonRpcNode node = JsonRpcNode.at(canned.uri())) {
      for (int i = 0; i < REPLIES; i++) {
        Case asked = CASES.get(random.nextInt(CASES.size()));
        String good =
            random.nextInt(8) == 0
                ? "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":41,\"message\":\"m\",\"data\":{\"error\":\"d\"}}}"
                : "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":" + asked.result() + "}";
        byte[] reply = changed(good, random);
        canned.says(random.nextInt(50) == 0 ? 503 : 200, reply);
        try {
          asked.question().ask(node);
          values++;
        } catch (NodeUnavailable | NodeRefusal e) {
          String said = String.valueOf(e.getMessage());
          if (said.length() > LONGEST) {
            fail("seed %d, reply %d: a message of %d", seed, i, said.length());
          }
        } catch (RuntimeException e) {
          fail(
              "seed %d, reply %d, %s".formatted(seed, i, Base64.getEncoder().encodeToString(reply)),
              e);
        }
      }
    }
    if (values < REPLIES / 20 || values > REPLIES * 9 / 10) {
      fail("only %d of %d replies were read: the changes are no test", values, REPLIES);
    }
  }

  private static byte[] changed(String good, Random random) {
    String text = good;
    for (int change = random.nextInt(1, 4); change > 0; change--) {
      int at = random.nextInt(text.length() + 1);
      text =
          switch (random.nextInt(4)) {
            case 0 -> value(text, at, ODDITIES.get(random.nextInt(ODDITIES.size())));
            case 1 -> text.substring(0, at) + (char) random.nextInt(1, 128) + text.substring(at);
            case 2 -> text.substring(0, at) + text.substring(Math.min(text.length(), at + 1));
            default -> text.replaceFirst("0x[0-9]", "0x" + "f".repeat(random.nextInt(70)));
          };
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0 && random.nextInt(6) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
  }

  /// With another value behind the next colon.
  private static String value(String text, int from, String other) {
    int colon = text.indexOf(':', from);
    int end = colon < 0 ? -1 : text.indexOf(',', colon);
    return end < 0 ? text : text.substring(0, colon + 1) + other + text.substring(end);
  }
}
