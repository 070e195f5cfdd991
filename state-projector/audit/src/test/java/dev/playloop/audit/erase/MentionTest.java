package dev.playloop.audit.erase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Records that name somebody, whoever wrote them.
final class MentionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"ada", "Jürgen", "a\"b", "a\\b", "a\\nb", "a/b", "名前", "\ud83d\ude00", "\t"})
  void anIdIsFoundHoweverItIsEscaped(String id) {
    for (String written : List.of(Json.text(id), ascii(id))) {
      String event = "{\"kind\":\"player.moved\",\"subject\":{\"id\":" + written + "}}";
      String letter = "{\"subject\":{\"id\":" + written + "},\"text\":\"\\u00f";
      String nested = "society/cal\n{\"arguments\":" + Json.text(event) + "}";

      assertThat(List.of(event, letter, nested, ascii(nested), id))
          .allSatisfy(text -> assertThat(Mention.ofAny(List.of("bob", id), text)).isTrue());
      assertThat(Mention.ofAny(List.of("zed"), event)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ada  | {\"id\":\"ada-2\"}",
        "ada  | {\"id\":\"ad\\u0061m\"}",
        "Jürg | {\"id\":\"J\\u00fcrgen\"}",
        "ada  | {\"id\":\"ad\\u00",
        "ada  | ad\\u0o61",
        "ada  | \\",
      })
  void aPartOfAnotherIdIsNoMention(String name, String text) {
    assertThat(Mention.ofAny(List.of(name), text)).isFalse();
  }

  @Test
  void aWordBehindAnEscapedLineBreakIsAMention() {
    assertThat(Mention.ofAny(List.of("ada"), "{\"text\":\"said to\\nada\"}")).isTrue();
  }

  /// As writers do that send nothing but ASCII, such as Python's `json.dumps`.
  private static String ascii(String id) {
    StringBuilder escaped = new StringBuilder();
    for (char c : Json.text(id).toCharArray()) {
      escaped.append(c < 128 ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return escaped.toString();
  }
}
