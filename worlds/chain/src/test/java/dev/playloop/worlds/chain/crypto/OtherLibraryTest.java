package dev.playloop.worlds.chain.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import com.swmansion.starknet.crypto.Blake;
import com.swmansion.starknet.crypto.StarknetCurve;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.Poseidon;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.declare.DeclareTransaction;
import dev.playloop.worlds.chain.declare.ProbeFiles;
import dev.playloop.worlds.chain.declare.SierraClass;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Our hashes and signatures against starknet-jvm's, on random values.
final class OtherLibraryTest {
  private static final long SEED = 20_261_125L;
  private static final int ROUNDS = 300;
  private static final Felt CHAIN = Felt.shortString("SN_SEPOLIA");

  private final RandomValues values = new RandomValues(SEED);

  @Test
  void poseidonOfAnyNumberOfWords() {
    for (int i = 0; i < ROUNDS; i++) {
      List<Felt> words = values.felts(9);
      assertThat(Poseidon.hash(words))
          .as("seed %d, %s", SEED, words)
          .isEqualTo(
              OtherLibrary.ours(
                  com.swmansion.starknet.crypto.Poseidon.poseidonHash(OtherLibrary.felts(words))));
    }
  }

  @Test
  void pedersenOfTwoAndOfAnyNumberOfWords() {
    for (int i = 0; i < ROUNDS; i++) {
      Felt left = values.felt();
      Felt right = values.felt();
      assertThat(Pedersen.hash(left, right))
          .as("seed %d, %s, %s", SEED, left, right)
          .isEqualTo(
              OtherLibrary.ours(
                  StarknetCurve.pedersen(OtherLibrary.felt(left), OtherLibrary.felt(right))));
    }
    List<Felt> words = values.felts(30);
    assertThat(Pedersen.hash(words))
        .isEqualTo(OtherLibrary.ours(StarknetCurve.pedersenOnElements(OtherLibrary.felts(words))));
  }

  @Test
  void blake2sOfAnyNumberOfWords() {
    for (int i = 0; i < ROUNDS; i++) {
      List<Felt> words = values.felts(9);
      assertThat(Blake2s.hash(words))
          .as("seed %d, %s", SEED, words)
          .isEqualTo(OtherLibrary.ours(Blake.blake2sHash(OtherLibrary.felts(words))));
    }
  }

  @Test
  void invokeHash() {
    for (int i = 0; i < ROUNDS; i++) {
      InvokeTransaction transaction = values.invoke();
      assertThat(transaction.hash(CHAIN))
          .as("seed %d, %s", SEED, transaction)
          .isEqualTo(OtherLibrary.hash(transaction, CHAIN));
    }
  }

  @Test
  void declareHash() {
    SierraClass probe = SierraClass.read(ProbeFiles.sierra());
    for (int i = 0; i < ROUNDS; i++) {
      DeclareTransaction transaction =
          new DeclareTransaction(
              values.felt(), values.felt(), values.bounds(), probe, values.felt());
      assertThat(transaction.hash(CHAIN))
          .as("seed %d, round %d", SEED, i)
          .isEqualTo(OtherLibrary.hash(transaction, CHAIN));
    }
  }

  @Test
  void eachVerifiesWhatTheOtherSigned() {
    for (int i = 0; i < 40; i++) {
      Felt key = values.privateKey();
      Felt message = values.message();
      KeySigner ours = KeySigner.of(key.value());
      String at = "seed %d, round %d, message %s".formatted(SEED, i, message);
      assertThat(ours.publicKey())
          .as(at)
          .isEqualTo(OtherLibrary.ours(StarknetCurve.getPublicKey(OtherLibrary.felt(key))));
      Signature signature = ours.sign(message);
      assertThat(OtherLibrary.verifies(ours.publicKey(), message, signature)).as(at).isTrue();
      Signature theirs = OtherLibrary.sign(key, message);
      assertThat(VerifyingKey.of(ours.publicKey()).verifies(message, theirs)).as(at).isTrue();
    }
  }
}
