package dev.playloop.proving.fuzz.arena;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecondReaderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " {\"a\":[1,-2.5e300,true,null,\"x\"]}\n",
        "{\"half\":\"\\ud800\",\"zero\":\"\\u0000\",\"emoji\":\"🎲\"}",
        "{\"huge\":123456789012345678901234567890.12345678901234567890}"
      })
  void takesWhatIsJson(String text) {
    assertThat(SecondReader.problem(text.getBytes(UTF_8))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\"a\"",
        "{'a':1}",
        "{\"a\":NaN}",
        "{\"a\":01}",
        "{\"a\":[1,]}",
        "{\"a\":1}{}",
        "{\"a\":1,",
        "{\"a\":\"\t\"}",
        "{\"a\":1} // a remark"
      })
  void tellsWhatIsNot(String text) {
    assertThat(SecondReader.problem(text.getBytes(UTF_8))).isNotBlank();
  }

  /// A byte of Latin-1, an overlong slash, half a character as bytes.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"\u00e9\"}",
        "{\"a\":\"\u00c0\u00af\"}",
        "{\"a\":\"\u00ed\u00a0\u0080\"}"
      })
  void takesNoBytesThatAreNotUtf8(String text) {
    assertThat(SecondReader.problem(text.getBytes(ISO_8859_1))).isEqualTo("no UTF-8");
  }
}
