package dev.playloop.worlds.chain.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signature;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The key and the transaction are those on which starknet-jvm and starknet.js agree.
final class KeySignerTest {
  private static final KeySigner SIGNER =
      KeySigner.of(new BigInteger("71d7bb07b9a64f6f78ac4c816aff4da9", 16));
  private static final Felt PUBLIC =
      Felt.hex("0x39d9e6ce352ad4530a0ef5d5a18fd3303c3606a7fa6ac5b620020ad681cc33b");
  private static final Felt HASH =
      Felt.hex("0x21b8eca6421f20fbc2eceee645f38d56a83f69f3ed0eb2ffab113d6817e34b4");
  private static final Signature BY_STARKNET_JVM =
      new Signature(
          Felt.hex("0x24f3cd86be0cf19cf9fffca8167111774f9a9de04daf5969b745df7dcd71c74"),
          Felt.hex("0x7bd19056591e0884152d0aedbc54e1f699c2bce89cbe9202b74d81f404577a8"));
  private static final Signature BY_STARKNET_JS =
      new Signature(
          Felt.hex("0x3b7265671cf3a4c654964b6a2f11ed8916c5a6a3054c55eaba72615caecd872"),
          Felt.hex("0x7768721f985ddfdced1ff11ba356ad70887b4036f59c0f68d8c3914132da3d1"));

  @Test
  void publicKeyIsThatOfOtherLibraries() {
    assertThat(SIGNER.publicKey()).isEqualTo(PUBLIC);
  }

  @Test
  void signsAsStarknetJsDoes() {
    assertThat(SIGNER.sign(HASH)).isEqualTo(BY_STARKNET_JS);
  }

  static Stream<Signature> signaturesOfOthers() {
    return Stream.of(BY_STARKNET_JVM, BY_STARKNET_JS);
  }

  @ParameterizedTest
  @MethodSource("signaturesOfOthers")
  void verifiesWhatOthersSigned(Signature signature) {
    assertThat(VerifyingKey.of(PUBLIC).verifies(HASH, signature)).isTrue();
  }

  @Test
  void signsTheSameTwice() {
    assertThat(SIGNER.sign(HASH)).isEqualTo(SIGNER.sign(HASH));
  }

  @Test
  void whatWasChangedDoesNotVerify() {
    VerifyingKey key = VerifyingKey.of(PUBLIC);
    Signature signature = SIGNER.sign(HASH);
    Felt other = Felt.of(HASH.value().add(BigInteger.ONE));
    Felt r = Felt.of(signature.r().value().add(BigInteger.ONE));
    Felt s = Felt.of(signature.s().value().add(BigInteger.ONE));

    assertThat(key.verifies(other, signature)).isFalse();
    assertThat(key.verifies(HASH, new Signature(r, signature.s()))).isFalse();
    assertThat(key.verifies(HASH, new Signature(signature.r(), s))).isFalse();
    assertThat(key.verifies(HASH, new Signature(Felt.ZERO, signature.s()))).isFalse();
    assertThat(key.verifies(HASH, new Signature(signature.r(), Felt.ZERO))).isFalse();
    assertThat(key.verifies(HASH, new Signature(Felt.mod(BigInteger.valueOf(-1)), s))).isFalse();
  }

  @Test
  void anotherKeyDoesNotVerify() {
    Felt other = KeySigner.of(BigInteger.TWO).publicKey();
    assertThat(VerifyingKey.of(other).verifies(HASH, BY_STARKNET_JVM)).isFalse();
  }

  @Test
  void everySignatureOfOursVerifies() {
    long seed = 20_261_125L;
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      KeySigner signer = KeySigner.of(new BigInteger(250, random).add(BigInteger.ONE));
      Felt hash = Felt.of(new BigInteger(random.nextInt(252), random));
      assertThat(VerifyingKey.of(signer.publicKey()).verifies(hash, signer.sign(hash)))
          .as("seed %d, message %d, %s", seed, i, hash)
          .isTrue();
    }
  }

  @Test
  void aHashThatTheChainCanNotVerifyIsNotSigned() {
    Felt tooLarge = Felt.of(BigInteger.TWO.pow(251));
    assertThatThrownBy(() -> SIGNER.sign(tooLarge)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noTextShowsTheKey() {
    assertThat(SIGNER.toString()).contains("***").doesNotContain("71d7bb07", "9a64f6f78");
  }

  @Test
  void readsAKeyAndOverwritesIt() {
    byte[] text = "0x71D7bb07b9a64f6f78ac4c816aff4da9\n".getBytes(StandardCharsets.US_ASCII);
    assertThat(KeySigner.reading(text).publicKey()).isEqualTo(PUBLIC);
    assertThat(text).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0x",
        "0x0",
        "71d7bb07b9a64f6f78ac4c816aff4da9",
        "0x71d7bb07-9a64f6f78ac4c816aff4da9",
        "0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f",
        "0x11d7bb07b9a64f6f78ac4c816aff4da911d7bb07b9a64f6f78ac4c816aff4da911",
      })
  void refusesWhatIsNoKeyAndOverwritesIt(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> KeySigner.reading(bytes))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("privateKey")
        .hasMessageNotContaining("71d7bb07");
    assertThat(bytes)
        .satisfies(all -> {
          for (byte each : all) {
            assertThat(each).isZero();
          }
        });
  }

  @Test
  void refusesAPublicKeyThatIsNoPoint() {
    long none = 0;
    for (long x = 1; none == 0; x++) {
      if (StarkCurve.withX(Felt.of(x)) == null) {
        none = x;
      }
    }
    Felt publicKey = Felt.of(none);
    assertThatThrownBy(() -> VerifyingKey.of(publicKey))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("publicKey");
  }
}
