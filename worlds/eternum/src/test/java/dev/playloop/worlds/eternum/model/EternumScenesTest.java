package dev.playloop.worlds.eternum.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which scene an account sees.
class EternumScenesTest {
  private static final long SEED = 42;

  @ParameterizedTest
  @CsvSource({
    "0xada, eternum:0xada",
    "0xADA, eternum:0xada",
    "0x000ada, eternum:0xada",
    "0x0, eternum:0x0",
    "0x00, eternum:0x0",
    "0x, eternum:nobody",
    "ada, eternum:nobody",
    "0Xada, eternum:nobody",
    "'0xada\n', eternum:nobody",
    "' 0xada', eternum:nobody",
    "0xadag, eternum:nobody",
    "0x\uFF11, eternum:nobody",
    "'', eternum:nobody",
    "0x00000000000000000000000000000000000000000000000000000000000000001, eternum:nobody",
  })
  void anAddressHasOneSceneHoweverItIsSpelt(String account, String scene) {
    assertThat(EternumScenes.of(account)).hasToString(scene);
  }

  @Test
  void itIsTheSpellingOfTheChain() {
    Random random = new Random(SEED);
    for (int i = 0; i < 1_000; i++) {
      Felt address = Felt.of(new BigInteger(1 + random.nextInt(250), random));
      String scene = "eternum:" + address.hex();
      assertThat(EternumScenes.of(address.hex())).as("seed %d", SEED).hasToString(scene);
      assertThat(EternumScenes.of(address.padded())).as("seed %d", SEED).hasToString(scene);
    }
  }
}
