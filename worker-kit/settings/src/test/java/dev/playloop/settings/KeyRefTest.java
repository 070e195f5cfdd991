package dev.playloop.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyRefTest {
  @Test
  void aReferenceNamesAFileOrAVariable() {
    assertThat(new KeyRef("env:MY_KEY").read("K", Map.of("MY_KEY", "pem"))).isEqualTo("pem");
    assertThatThrownBy(() -> new KeyRef("env:MY_KEY").read("K", Map.of()))
        .hasMessageContaining("K: expected a key in the environment variable MY_KEY");
    assertThatThrownBy(() -> new KeyRef("file:/no/such/key.pem").read("K", Map.of()))
        .hasMessageContaining("/no/such/key.pem")
        .hasMessageContaining("keygen");
  }
}
