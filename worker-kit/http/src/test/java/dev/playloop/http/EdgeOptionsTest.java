package dev.playloop.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EdgeOptionsTest {
  private static final EdgeOptions GUARDED =
      EdgeOptions.loopback("the test", "PORT", 0).withToken("s3cret").withHost("::1").withRate(7);

  /// Neither the options nor what changes them, which a message or a debugger may print.
  @Test
  void nothingThatIsPrintedShowsTheToken() {
    assertThat(GUARDED.toString()).contains("the test", "::1", "***").doesNotContain("s3cret");
    assertThat(GUARDED.with().toString()).contains("***").doesNotContain("s3cret");
  }

  @Test
  void aCopyKeepsWhatItDoesNotChange() {
    assertThat(GUARDED.token()).isEqualTo(new Secret("s3cret"));
    assertThat(GUARDED.ratePerSecond()).isEqualTo(7);
    assertThat(GUARDED.withPort(8).token()).isEqualTo(GUARDED.token());
  }

  @Test
  void anEmptyTokenIsRefused() {
    assertThatThrownBy(() -> GUARDED.withToken(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty");
  }
}
