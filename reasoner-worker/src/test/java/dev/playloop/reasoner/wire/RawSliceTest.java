package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawSliceTest {
  /// A provider's reply may have another shape than it should: that is no reason to throw.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "nothing",
      value = {
        "{\"content\":[ 1, 2 ]}            | [ 1, 2 ]",
        "{\"a\":[9],\"content\":{\"b\":1}} | {\"b\":1}",
        "[{\"content\":[1]}]               | nothing",
        "[]                                  | nothing",
        "{\"content\":1}                   | nothing",
        "3                                   | nothing",
      })
  void aFieldIsCutOutWhereThereIsOne(String json, @Nullable String wanted) {
    assertThat(RawSlice.at(json.getBytes(StandardCharsets.UTF_8), "content")).isEqualTo(wanted);
  }
}
