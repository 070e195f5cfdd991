package dev.playloop.schemas.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MasterKeyTest {
  private static final byte[] SALT = new byte[16];
  private static final byte[] PLAIN = "{\"input\":1}".getBytes(StandardCharsets.UTF_8);

  private final MasterKey master = master(1);

  private static MasterKey master(int first) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) first;
    return MasterKey.read(Base64.getEncoder().encodeToString(bytes) + "\n", "a test's");
  }

  @Test
  void whatIsSealedIsOpenedByTheKeyThatWasWrappedAndNoOther() {
    byte[] fresh = master.random(DataKey.BYTES);
    byte[] sealed = new DataKey("k", fresh).seal(SALT, PLAIN);
    String wrapped = master.wrap("k", fresh);

    DataKey unwrapped = Objects.requireNonNull(master.unwrap("k", wrapped));
    assertThat(unwrapped.open(SALT, sealed)).isEqualTo(PLAIN);
    assertThat(new DataKey("other", fresh).open(SALT, sealed)).isNull();
    assertThat(new DataKey("k", new byte[DataKey.BYTES]).open(SALT, sealed)).isNull();
    assertThat(new DataKey("k", fresh).open(new byte[] {1}, sealed)).isNull();
    assertThat(master.unwrap("other", wrapped)).isNull();
    assertThat(master(2).unwrap("k", wrapped)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AAAA", "no Base64", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void whatWasNotWrappedIsNoKey(String text) {
    assertThat(master.unwrap("k", text)).isNull();
    assertThat(master.unwrap("k", master.wrap("k", new byte[16]))).isNull();
  }

  @Test
  void bytesOfAnyLengthAreNotOpened() {
    DataKey key = new DataKey("k", new byte[DataKey.BYTES]);
    for (int length = 0; length < 64; length++) {
      assertThat(key.open(SALT, new byte[length])).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "c2VjcmV0", "secret of ours", "====", "secretsecretsecretsecretsecret"})
  void whatIsNoKeyIsRefusedWithoutBeingTold(String text) {
    assertThatThrownBy(() -> MasterKey.read(text, "SETTING"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("SETTING: expected 32 random bytes in Base64")
        .hasMessageNotContaining("secret");
    assertThat(master.toString()).isEqualTo("master key " + master.id());
  }
}
