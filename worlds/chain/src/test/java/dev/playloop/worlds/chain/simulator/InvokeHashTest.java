package dev.playloop.worlds.chain.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The simulator hashes transactions by code of its own: it and the client's must agree.
final class InvokeHashTest {
  private static final Felt SEPOLIA = Felt.shortString("SN_SEPOLIA");
  private static final long SEED = 20_261_125;

  /// Of starknet-jvm 0.18.0 and starknet.js 10.8.0.
  @Test
  void aKnownTransactionHasItsKnownHash() {
    List<ContractCall> calls =
        List.of(
            new ContractCall(
                Felt.hex("0x1234abcd"), "explorer_create", felts(101, 0, 1, 500_000_000_000L, 3)),
            new ContractCall(Felt.hex("0x1234abcd"), "explorer_move", felts(77, 2, 0, 1, 1)));
    ResourceBounds bounds =
        new ResourceBounds(
            GasBound.of(1_000, 100_000_000_000_000L),
            GasBound.of(2_048, 1_500),
            GasBound.of(50_000_000, 30_000_000_000L));
    Broadcast sent =
        new Broadcast(
            Felt.hex("0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691"),
            Felt.of(42),
            new Broadcast.Offer(BigInteger.ZERO, bounds),
            ContractCall.multicall(calls),
            List.of());

    assertThat(InvokeHash.of(sent, SEPOLIA, false))
        .isEqualTo(Felt.hex("0x21b8eca6421f20fbc2eceee645f38d56a83f69f3ed0eb2ffab113d6817e34b4"));
  }

  @Test
  void someTransactionsHaveTheHashThatTheClientComputed() {
    agree(200);
  }

  @Test
  @Tag("slow")
  void tenThousandTransactionsHaveTheHashThatTheClientComputed() {
    agree(10_000);
  }

  private static void agree(int transactions) {
    Random random = new Random(SEED);
    for (int i = 0; i < transactions; i++) {
      InvokeTransaction transaction = transaction(random);
      Felt chain = random.nextBoolean() ? SEPOLIA : word(random);
      boolean query = random.nextInt(4) == 0;
      Felt hash = transaction.hash(chain, query);
      Broadcast sent = Broadcast.of(new SignedInvoke(transaction, hash, List.of()));
      assertThat(InvokeHash.of(sent, chain, query))
          .as("transaction %d of seed %d: %s", i, SEED, transaction)
          .isEqualTo(hash);
    }
  }

  private static InvokeTransaction transaction(Random random) {
    ResourceBounds bounds = new ResourceBounds(bound(random), bound(random), bound(random));
    int words = random.nextInt(24);
    List<Felt> calldata = IntStream.range(0, words).mapToObj(_ -> word(random)).toList();
    return new InvokeTransaction(word(random), word(random), bounds, calldata);
  }

  private static GasBound bound(Random random) {
    long amount = random.nextLong() >>> (1 + random.nextInt(63));
    return new GasBound(amount, new BigInteger(random.nextInt(129), random));
  }

  private static Felt word(Random random) {
    return Felt.mod(new BigInteger(random.nextInt(253), random));
  }

  private static List<Felt> felts(long... words) {
    return Arrays.stream(words).mapToObj(Felt::of).toList();
  }
}
