package dev.playloop.schemas.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Amounts that are longer than a number of JSON come as texts of digits, and are compared so; what
/// is none asks.
final class TextNumbersTest {
  @ParameterizedTest(name = "{0} of {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"a": {"above": "500"}}       | {"a": "500"}             | false
          {"a": {"above": "500"}}       | {"a": "500.000000001"}   | true
          {"a": {"above": "500"}}       | {"a": "0500"}            | false
          {"a": {"above": "500"}}       | {"a": "4e2"}             | true
          {"a": {"above": "500"}}       | {"a": "-501"}            | true
          {"a": {"above": "500"}}       | {"a": 4}                 | true
          {"a": {"below": "5"}}         | {"a": "4.9"}             | true
          """)
  void textsOfDigitsCompareAsNumbers(String when, String args, boolean expected) {
    assertThat(Conditions.compile(Json.tree(when)).holds(Json.tree(args))).isEqualTo(expected);
  }
}
