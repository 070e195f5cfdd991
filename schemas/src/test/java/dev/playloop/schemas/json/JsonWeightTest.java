package dev.playloop.schemas.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonWeightTest {
  /// `takes` is what a tree of many of them was measured to take on the heap, for each byte of the
  /// JSON; that is not measured here, as it needs a heap of its own.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {}                                                    | 31.2 | 63
          []                                                    | 17.7 | 63
          [1]                                                   | 27.2 | 48
          [[[[[[[[1]]]]]]]]                                     | 46.6 | 48
          {"":1}                                                | 30.5 | 42
          {"":{}}                                               | 37.7 | 48
          {"a":"b","c":"d"}                                     | 21.3 | 28
          {"k":"b"}                                             | 25.2 | 30
          1.5                                                   | 15.2 | 26
          "a"                                                   | 17.2 | 26
          "€aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"  |  2.9 |  4
          {"hp":30,"name":"goblin of the hill","x":3,"y":4}     |  8.6 | 19
          """)
  void itIsNoLessThanWhatATreeTakes(String element, double takes, double atMost) {
    byte[] json = ("[" + (element + ",").repeat(1_000) + element + "]").getBytes(UTF_8);

    assertThat((double) JsonWeight.of(json) / json.length).isBetween(takes, atMost);
  }
}
