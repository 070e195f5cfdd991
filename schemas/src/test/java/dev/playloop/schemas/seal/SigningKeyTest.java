package dev.playloop.schemas.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SigningKeyTest {
  private static final HexFormat HEX = HexFormat.of();

  /// What stands before the 32 bytes of an Ed25519 key in PKCS#8 and in X.509 (RFC 8410).
  private static final String PKCS8 = "302e020100300506032b657004220420";

  private static final String X509 = "302a300506032b6570032100";

  /// Tests 1 to 3 of RFC 8032, section 7.1: secret key, public key, message, signature.
  @ParameterizedTest
  @CsvSource({
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
        + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,'',"
        + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
        + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7,"
        + "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025,af82,"
        + "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
  })
  void signsAsTheRfcSays(String secret, String open, String message, String signature) {
    SigningKey key = SigningKey.read(Pem.write(Pem.PRIVATE, HEX.parseHex(PKCS8 + secret)), "test");

    assertThat(HEX.formatHex(key.trusted().key().getEncoded())).isEqualTo(X509 + open);
    assertThat(HEX.formatHex(key.sign(HEX.parseHex(message)))).isEqualTo(signature);
    assertThat(key.trusted().verifies(HEX.parseHex(message), HEX.parseHex(signature))).isTrue();
    assertThat(key.trusted().verifies(HEX.parseHex(message + "00"), HEX.parseHex(signature)))
        .isFalse();
  }

  @Test
  void aKeySurvivesItsFiles() {
    SigningKey key = SigningKey.generate();

    SigningKey again = SigningKey.read(key.pem(), "test");

    assertThat(again.trusted().id()).isEqualTo(key.trusted().id()).hasSize(64);
    assertThat(
            TrustedKey.read(key.trusted().pem(), "test")
                .verifies(new byte[] {1}, again.sign(new byte[] {1})))
        .isTrue();
  }

  @Test
  void noErrorAndNoPrintShowsAKey() {
    SigningKey key = SigningKey.generate();
    String base64 = key.pem().lines().skip(1).findFirst().orElseThrow();

    assertThat(key.toString()).doesNotContain(base64);
    assertThatThrownBy(() -> TrustedKey.read(key.pem(), "--key my.pem"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("--key my.pem")
        .hasMessageContaining("BEGIN PUBLIC KEY")
        .hasMessageNotContaining(base64);
    assertThatThrownBy(() -> SigningKey.read(key.trusted().pem(), "PLAYLOOP_CHECKPOINT_KEY"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("BEGIN PRIVATE KEY");
  }
}
