package dev.playloop.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Trigger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"agent":"society/ada","kind":"chat","hops":"1"}                      | hops       | a whole number            | "1"
          {"agent":"society/ada","kind":"chat","hops":1.5}                      | hops       | a whole number            | 1.5
          {"agent":"society/ada","kind":"chat","hops":99999999999}              | hops       | a whole number            | 99999999999
          {"agent":"society/ada","kind":"chat","text":7}                        | text       | a text                    | 7
          {"agent":"society/ada","kind":"chat","priority":""}                   | priority   | a whole number            | ""
          {"agent":"society/ada","kind":"chat","at":1700000000}                 | at         | a time such as            | 1700000000
          {"agent":"society/ada","kind":"chat","at":"noon"}                     | at         | a time such as            | "noon"
          {"agent":"society/ada","kind":"chat","subject":"bob"}                 | subject    | an object                 | "bob"
          {"agent":"society/ada","kind":"chat","subject":{"type":"user"}}       | subject.id | a text                    | nothing
          {"agent":"society/ada"}                                               | kind       | a text                    | nothing
          {"agent":null,"kind":"chat"}                                          | agent      | a text                    | nothing
          {"agent":"Ada","kind":"chat"}                                         | agent      | '<world>/<name>'          | 'Ada'
          {"agent":7,"kind":"chat"}                                             | agent      | a text                    | 7
          [1]                                                                   | json       | an object                 | [1]
          {"agent":                                                             | json       | valid JSON                | Unexpected end
          """)
  void whatDoesNotFitIsNamed(String json, String field, String expected, String got) {
    InvalidValueException refused =
        catchThrowableOfType(InvalidValueException.class, () -> Json.read(json, Trigger.class));

    assertThat(refused.field()).isEqualTo(field);
    assertThat(refused.expected()).startsWith(expected);
    assertThat(refused.got()).startsWith(got);
  }

  /// Else the journal's hashes would hang on which method is public.
  @Test
  void whatARecordAnswersIsNoPartOfIt() {
    assertThat(Json.text(new Door(true))).isEqualTo("{\"open\":true}");
  }

  /// What is written of it has one field.
  public record Door(boolean open) {
    public boolean isShut() {
      return !open;
    }
  }

  @Test
  void aWrongVariantNamesTheKnownOnes() {
    assertThatThrownBy(() -> Json.read("{\"type\":\"halt\",\"agent\":\"a/b\"}", Control.class))
        .hasMessage(
            "type: expected one of approve, deny, edit, withdraw, confirm, grant, revoke,"
                + " cancel-run, pause, resume, forget-subject, snapshot, got \"halt\"");
    assertThatThrownBy(() -> Json.read("{\"agent\":\"a/b\"}", Control.class))
        .hasMessageStartingWith("type: expected one of approve");
  }

  @Test
  void aWrongConstantNamesTheKnownOnes() {
    assertThatThrownBy(() ->
            Json.read(
                "{\"v\":1,\"action\":\"a/b:c#1.1\",\"agent\":\"a/b\",\"status\":\"done\"}",
                ActionResult.class))
        .hasMessageStartingWith("status: expected one of DONE, REFUSED, FAILED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "", "  "})
  void nothingIsNoRecord(String json) {
    assertThatThrownBy(() -> Json.read(json, Trigger.class))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void textOutsideUtf8IsRefused() {
    byte[] latin =
        "{\"agent\":\"a/b\",\"kind\":\"chat\",\"text\":\"\u00e9\"}"
            .getBytes(StandardCharsets.ISO_8859_1);

    assertThatThrownBy(() -> Json.read(latin, Trigger.class))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void numbersKeepTheirDigits() {
    String json = "{\"price\":1.50,\"id\":9007199254740993,\"big\":123456789012345678901234567890}";

    assertThat(Json.tree(json)).hasToString(json);
  }

  @Test
  void deepNestingIsRefusedAndNotOverflown() {
    assertThatThrownBy(() -> Json.tree("[".repeat(100_000)))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void duplicateFieldsAndWhatFollowsAreRefusedInConfig() {
    assertThatThrownBy(() -> Json.tree("{\"a\":1,\"a\":2}"))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> Json.tree("{} x")).isInstanceOf(InvalidValueException.class);
  }
}
