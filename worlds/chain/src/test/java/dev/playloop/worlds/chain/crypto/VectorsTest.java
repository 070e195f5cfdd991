package dev.playloop.worlds.chain.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.Poseidon;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.Selector;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Hashes that two other implementations agree upon: starknet-jvm 0.18.0 and starknet.js 10.8.0.
final class VectorsTest {
  @Test
  void poseidonOfTwoWords() {
    assertThat(Poseidon.hash(Felt.of(1), Felt.of(2)))
        .isEqualTo(Felt.hex("0x5d44a3decb2b2e0cc71071f7b802f45dd792d064f0fc7316c46514f70f9891a"));
  }

  @Test
  void selectors() {
    assertThat(Selector.of("explorer_create"))
        .isEqualTo(Felt.hex("0x10695bbd826f3c2738790eeb9ee9b6bf9a370165905c44f77408e61bb07e987"));
    assertThat(Selector.of("explorer_move"))
        .isEqualTo(Felt.hex("0x1b5d6f620a971f28ad7f6882cbe9128d830df541d465c499864a465a2c90ca"));
  }

  @Test
  void hashOfAnInvokeWithTwoCalls() {
    Felt to = Felt.hex("0x1234abcd");
    List<ContractCall> calls =
        List.of(
            new ContractCall(to, "explorer_create", felts(101, 0, 1, 500_000_000_000L, 3)),
            new ContractCall(to, "explorer_move", felts(77, 2, 0, 1, 1)));
    ResourceBounds bounds =
        new ResourceBounds(
            GasBound.of(1_000, 100_000_000_000_000L),
            GasBound.of(2_048, 1_500),
            GasBound.of(50_000_000, 30_000_000_000L));
    InvokeTransaction transaction =
        InvokeTransaction.of(
            Felt.hex("0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691"),
            Felt.of(42),
            bounds,
            calls);

    assertThat(transaction.hash(Felt.shortString("SN_SEPOLIA")))
        .isEqualTo(Felt.hex("0x21b8eca6421f20fbc2eceee645f38d56a83f69f3ed0eb2ffab113d6817e34b4"));
  }

  private static List<Felt> felts(long... words) {
    return java.util.Arrays.stream(words).mapToObj(Felt::of).toList();
  }
}
