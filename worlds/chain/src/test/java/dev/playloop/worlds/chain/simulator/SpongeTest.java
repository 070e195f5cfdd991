package dev.playloop.worlds.chain.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Poseidon;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The simulator's own Poseidon.
final class SpongeTest {
  private static final BigInteger MOST = Felt.PRIME.subtract(BigInteger.ONE);

  /// What starknet-jvm 0.18.0 and starknet.js 10.8.0 agree upon for `poseidonHashMany([1, 2])`.
  @Test
  void hashOfTwoWordsIsThatOfOtherImplementations() {
    assertThat(Sponge.of(List.of(Felt.of(1), Felt.of(2))))
        .isEqualTo(Felt.hex("0x371cb6995ea5e7effcd2e174de264b5b407027a75a231a70c2c8d196107f0e7"));
  }

  @Test
  void agreesWithTheOneThatClientsHashByForEveryLength() {
    Random random = new Random(15);
    for (int length = 0; length < 60; length++) {
      List<Felt> words =
          IntStream.range(0, length).mapToObj(_ -> Felt.mod(new BigInteger(256, random))).toList();
      assertThat(Sponge.of(words)).as("length %d", length).isEqualTo(Poseidon.hash(words));
    }
  }

  @Test
  void agreesAtTheEdgesOfTheField() {
    List<Felt> edges = Stream.of(BigInteger.ZERO, BigInteger.ONE, MOST).map(Felt::of).toList();
    for (Felt left : edges) {
      for (Felt right : edges) {
        List<Felt> words = List.of(left, right, left);
        assertThat(Sponge.of(words)).isEqualTo(Poseidon.hash(words));
      }
    }
  }
}
