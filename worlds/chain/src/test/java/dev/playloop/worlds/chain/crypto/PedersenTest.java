package dev.playloop.worlds.chain.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import org.junit.jupiter.api.Test;

final class PedersenTest {
  @Test
  void pedersenOfTwoWords() {
    assertThat(Pedersen.hash(Felt.of(1), Felt.of(2)))
        .isEqualTo(Felt.hex("0x5bb9440e27889a364bcb678b1f679ecd1347acdedcbf36e83494f857cc58026"));
  }

  @Test
  void pedersenOfWordsOfAllTheirBits() {
    assertThat(
            Pedersen.hash(
                Felt.hex("0x3d937c035c878245caf64531a5756109c53068da139362728feb561405371cb"),
                Felt.hex("0x208a0a10250e382e1e4bbe2880906c2791bf6275695e02fbbc6aeff9cd8b31a")))
        .isEqualTo(Felt.hex("0x30e480bed5fe53fa909cc0f8c4d99b8f9f2c016be4c41e13a4848797979c662"));
  }
}
