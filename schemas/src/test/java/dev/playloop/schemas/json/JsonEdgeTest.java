package dev.playloop.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Trigger;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/// What the one way in lets in, replaces and refuses. `~` in a table stands for a backslash, so
/// that the escapes are those of the JSON.
final class JsonEdgeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {"a":1e99999999999}                     | a        | a number below 1e308
          {"a":{"b":[0,1E+999999999]}}            | a.b[1]   | a number below 1e308
          {"a":1e-99999999999}                    | a        | a number below 1e308
          {"a":-1e400}                            | a        | a number below 1e308
          {"a":10e307}                            | a        | a number below 1e308
          {"a":"ok","b":[]]}                      | json     | valid JSON
          {"a":1} {"a":2}                         | json     | one JSON value
          {"a":1}]                                | json     | valid JSON
          {"a":1,"b":{"c":1,"c":2}}               | b.c      | each field once
          {"a":NaN}                               | json     | valid JSON
          """)
  void whatNoReaderMayMeetIsRefusedWithItsField(String json, String field, String expected) {
    InvalidValueException refused =
        catchThrowableOfType(InvalidValueException.class, () -> tree(json, Edge.TOPIC));

    assertThat(refused.field()).isEqualTo(field);
    assertThat(refused.expected()).startsWith(expected);
  }

  @Test
  void aNumberOfAHundredDigitsIsLetInAndALongerOneIsNot() {
    assertThat(tree("[" + "9".repeat(100) + "]", Edge.TOPIC).get(0).decimalValue())
        .isEqualTo(new BigDecimal("9".repeat(100)));
    assertThatThrownBy(() -> tree("{\"n\":[" + "9".repeat(1_000_000) + "]}", Edge.TOPIC))
        .hasMessageStartingWith("n[0]: expected a number below 1e308 in at most 100 characters")
        .hasMessageEndingWith("… (1000000 characters)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e307", "-1.5e-300", "1e0000000000000000000001", "0.0000000001e307"})
  void whatADoubleCanHoldIsLetIn(String number) {
    assertThat(tree("[" + number + "]", Edge.TOPIC).get(0).doubleValue())
        .isEqualTo(Double.parseDouble(number));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "ada~ud800~n"           | "ada~ufffd~n"           | 1
          "lone ~udc00 here"      | "lone ~ufffd here"      | 1
          "~ud83d~ude00"          | "~ud83d~ude00"          | 0
          "~ud83d~ud83d~ude00"    | "~ufffd~ud83d~ude00"    | 1
          "~ude00~ud83d"          | "~ufffd~ufffd"          | 2
          "~~ud800"               | "~~ud800"               | 0
          "~~~ud800"              | "~~~ufffd"              | 1
          "~uD8fF"                | "~ufffd"                | 1
          "a~u0000b"              | "a~ufffdb"              | 1
          {"~ud800":"~u0000"}     | {"~ufffd":"~ufffd"}     | 2
          "~u0001~u202e~u200b"    | "~u0001~u202e~u200b"    | 0
          """)
  void halfAPairAndNulAreReplacedInPlaceAndCounted(String given, String kept, int replaced) {
    byte[] bytes = escaped(given).getBytes(StandardCharsets.UTF_8);
    byte[] before = bytes.clone();

    CheckedJson checked = CheckedJson.of(bytes, Edge.TOPIC);

    assertThat(checked.bytes()).asString(StandardCharsets.UTF_8).isEqualTo(escaped(kept));
    assertThat(checked.replaced()).isEqualTo(replaced);
    assertThat(bytes).as("what came is a dead letter's, and untouched").isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"v\":99,\"agent\":\"a/b\",\"kind\":\"chat\"}", "{\"v\":2,\"who\":{}}"})
  void aRecordOfALaterReleaseIsNotRead(String json) {
    assertThatThrownBy(() -> Json.read(json, Trigger.class))
        .hasMessageStartingWith("v: expected at most 1")
        .hasMessageEndingWith("written by a newer release");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+999999999-12-31T23:59:59Z",
        "-999999999-01-01T00:00:00Z",
        "1969-12-31T23:59:59Z"
      })
  void aTimeThatNoCalendarKnowsIsRefused(String time) {
    assertThatThrownBy(() ->
            Json.read(
                "{\"agent\":\"a/b\",\"kind\":\"chat\",\"at\":\"" + time + "\"}", Trigger.class))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("at: expected a time");
  }

  @Test
  void nothingIsCopiedWhereNothingIsReplaced() {
    byte[] bytes = "{\"a\":\"b\\n\u00e9\"}".getBytes(StandardCharsets.UTF_8);

    assertThat(CheckedJson.of(bytes, Edge.TOPIC).bytes()).isSameAs(bytes);
  }

  @Test
  void nulIsRefusedWithItsFieldWhereItCostsNobodyAnything() {
    assertThatThrownBy(() -> tree(escaped("{'a':[1,{'b':'x~u0000'}]}"), Edge.REQUEST))
        .hasMessage("a[1].b: expected text without NUL, got the character \\u0000");
    assertThat(tree(escaped("['~ud800']"), Edge.REQUEST).get(0).stringValue()).isEqualTo("\ufffd");
  }

  @ParameterizedTest
  @CsvSource({
    "5B22C0AF225D, overlong /",
    "5B22C080225D, overlong NUL",
    "5B22EDA080225D, a surrogate",
    "5B22F4908080225D, above U+10FFFF",
    "5B22F8888080225D, five bytes",
    "5B22E2829D, cut in a character",
    "5B22E282225D, cut in a character",
    "5B2280225D, no first byte",
    "5B22FF225D, no byte of UTF-8",
    "5B2200225D, a raw NUL",
    "EFBBBF5B5D, a byte order mark"
  })
  void onlyStrictUtf8IsLetIn(String hex, String why) {
    byte[] bytes = HexFormat.of().parseHex(hex);

    for (Edge edge : new Edge[] {Edge.WORKER, Edge.TOPIC, Edge.REQUEST}) {
      assertThatThrownBy(() -> CheckedJson.of(bytes, edge).tree())
          .as(why)
          .isInstanceOf(InvalidValueException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"})
  void otherUnicodesAreRefused(String charset) {
    byte[] bytes = "{\"agent\":\"a/b\",\"kind\":\"chat\"}".getBytes(Charset.forName(charset));

    assertThatThrownBy(() -> Json.read(bytes, Trigger.class))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00e9",
        "\u20ac",
        "\ud83d\ude00",
        "\uffff",
        "\ud800\udc00",
        "\udbff\udfff",
        "\u0800"
      })
  void allOfUnicodeIsLetInAtEachPlace(String character) {
    for (int before = 0; before < 20; before++) {
      String text = "x".repeat(before) + character + "\"";

      assertThat(tree(Json.text(text), Edge.REQUEST).stringValue()).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Edge.class, names = "KEPT", mode = Mode.EXCLUDE)
  void nestingIsBoundedAndWhatIsLetInCanBeWrittenAndReadAgain(Edge edge) {
    int most = edge.maxDepth;
    String deepest = "[".repeat(most) + "]".repeat(most);

    assertThat(Json.text(tree(deepest, edge))).isEqualTo(deepest);
    assertThatThrownBy(() -> tree("[" + deepest + "]", edge))
        .hasMessageEndingWith("expected at most " + most + " levels of nesting, got more");
    assertThat(tree("[".repeat(90) + "]".repeat(90), edge)).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(
      value = Edge.class,
      names = {"REQUEST", "REPLY"})
  void valuesAreCountedWhereBytesDontBoundWhatTheyTake(Edge edge) {
    int most = 65_536;
    // The list counts, and its first value does not.
    String full = "[\"[,{\"" + ",1".repeat(most - 2) + "]";

    assertThat(tree(full, edge).size()).isEqualTo(most - 1);
    assertThatThrownBy(() -> tree("[" + full + "]", edge))
        .hasMessageEndingWith("expected at most " + most + " values, got more");
    assertThatThrownBy(() -> tree("{\"a\":[" + "{},".repeat(most) + "{}]}", edge))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("a[%d]: expected at most %d values, got more".formatted(most / 2 - 2, most));
  }

  @Test
  void aReplyIsPaidForAndReadAsFarAsItCan() {
    byte[] latin =
        "\ufeff{\"text\":\"\u00e9\",\"tokens\":1e99999999999,\"n\":2,\"n\":3} data: [DONE]"
            .getBytes(StandardCharsets.UTF_8);
    latin[3 + 9] = (byte) 0xE9;

    CheckedJson checked = CheckedJson.of(latin, Edge.REPLY);

    assertThat(checked.tree()).hasToString("{\"text\":\"\ufffd\",\"tokens\":null,\"n\":3}");
    assertThat(checked.bytes()).asString(StandardCharsets.UTF_8).doesNotContain("1e9");
    assertThat(checked.replaced()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\ud800",
        "\udc00",
        "\ud83d",
        "\ud83d\ud83d\ude00",
        "\\uD800 \ud800",
        "\"\ud800\""
      })
  void halfAPairOfOurOwnMakingIsWrittenAsReplacement(String text) {
    String whole = Json.text(Json.NODES.objectNode().put(text, text));

    String mended = dev.playloop.schemas.Text.wellFormed(text);
    assertThat(whole).isEqualTo(Json.text(Json.NODES.objectNode().put(mended, mended)));
    assertThat(tree(whole, Edge.TOPIC).path(mended).stringValue()).isEqualTo(mended);
  }

  private static tools.jackson.databind.JsonNode tree(String json, Edge edge) {
    return CheckedJson.of(json, edge).tree();
  }

  private static String escaped(String text) {
    return text.replace('~', '\\').replace('\'', '"');
  }
}
