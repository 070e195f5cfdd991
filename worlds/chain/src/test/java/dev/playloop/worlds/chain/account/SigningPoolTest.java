package dev.playloop.worlds.chain.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.crypto.KeySigner;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Signing beside the lanes.
final class SigningPoolTest {
  private static final KeySigner KEY = KeySigner.of(BigInteger.valueOf(123_456_789));

  @Test
  void manyAtOnceGetEachItsOwnSignature() throws InterruptedException, ExecutionException {
    try (SigningPool pool = SigningPool.of(2, 4);
        ExecutorService lanes = Executors.newVirtualThreadPerTaskExecutor()) {
      Signer signer = pool.beside(KEY);
      List<Future<Signature>> signatures = new ArrayList<>();
      for (int i = 1; i <= 60; i++) {
        Felt hash = Felt.of(i);
        signatures.add(lanes.submit(() -> signer.sign(hash)));
      }
      for (int i = 1; i <= signatures.size(); i++) {
        assertThat(signatures.get(i - 1).get()).isEqualTo(KEY.sign(Felt.of(i)));
      }
    }
  }

  @Test
  void whatTheSignerThrowsIsThrown() throws InterruptedException {
    try (SigningPool pool = SigningPool.of(1, 1)) {
      Signer signer = pool.beside(KEY);
      Felt tooLarge = Felt.of(BigInteger.TWO.pow(251));
      assertThatThrownBy(() -> signer.sign(tooLarge)).isInstanceOf(IllegalArgumentException.class);
      assertThat(signer.sign(Felt.ONE)).isEqualTo(KEY.sign(Felt.ONE));
    }
  }

  @Test
  void isTheSignerThatItWorksFor() {
    try (SigningPool pool = SigningPool.ofAllCores()) {
      assertThat(pool.beside(KEY).publicKey()).isEqualTo(KEY.publicKey());
      assertThat(pool.beside(KEY).toString())
          .contains("***")
          .doesNotContain("123456789", "75bcd15");
    }
  }
}
