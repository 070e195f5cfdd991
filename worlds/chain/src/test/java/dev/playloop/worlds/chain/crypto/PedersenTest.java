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
}
