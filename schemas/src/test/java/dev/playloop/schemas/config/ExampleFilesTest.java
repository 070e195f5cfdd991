package dev.playloop.schemas.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.config.InvalidFileException.Problem;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an example's triggers and expectations say, and where they are refused.
class ExampleFilesTest extends ConfigCase {
  @Test
  void triggersAreReadWithWhatTheyWaitFor() {
    List<TriggerLine> lines =
        new ConfigFile(
                "triggers.jsonl",
                """
                {"id":"msg-1","agent":"society/ada","kind":"chat.message","text":"Hi"}

                {"id":"tick-1","agent":"society/ada","kind":"idle.tick","after":"msg-1"}
                {"agent":"society/ada","kind":"idle.tick","after":"PT2S"}
                """)
            .triggers();

    assertThat(lines).extracting(l -> l.trigger().id()).containsExactly("msg-1", "tick-1", null);
    assertThat(lines)
        .extracting(TriggerLine::after)
        .containsExactly(null, new After.Closed("msg-1"), new After.Elapsed(Duration.ofSeconds(2)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"agent":"society/ada","kind":"chat.message"                        | file    | well-formed text
          {"agent":"society/ada","kind":"chat message"}                       | kind    | a dotted name
          {"agent":"society/ada","kind":"chat","hop":1}                       | hop     | one of the fields
          {"agent":"society/ada","kind":"chat","kind":"chat"}                 | kind    | each field once
          {"agent":"society/ada","kind":"chat","id":"msg-1"}                  | id      | an id that no earlier line has
          {"agent":"society/ada","kind":"chat","after":"msg-9"}               | after   | the id of an earlier line
          {"agent":"society/ada","kind":"chat","subject":{"type":"person"}}   | subject.id | a text
          {"agent":"society/ada","kind":"chat","at":"today"}                  | at      | a time such as
          {"kind":"chat"}                                                     | agent   | a text
          [1]                                                                 | json    | an object
          """)
  void wrongTriggersAreRefusedWithLineAndField(String line, String field, String expected) {
    String text =
        "{\"id\":\"msg-1\",\"agent\":\"society/ada\",\"kind\":\"chat.message\"}\n\n" + line + "\n";

    InvalidFileException refused = refused(() -> new ConfigFile("triggers.jsonl", text).triggers());

    assertThat(refused.problems()).hasSize(1);
    Problem problem = refused.problems().getFirst();
    assertThat(problem.line()).isEqualTo(3);
    assertThat(problem.field()).isEqualTo(field);
    assertThat(problem.expected()).startsWith(expected);
  }

  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final String PUT =
      "{\"id\":\"e-1\",\"world\":\"society\",\"scene\":\"plaza\",\"version\":3,"
          + "\"change\":{\"type\":\"removed\",\"entity\":\"bob\"}}";

  @Test
  void triggersAndWorldEventsMayStandInOneFile() {
    String text =
        """
        {"id":"e-1","agent":"society/ada","kind":"chat.message"}
        %s

        %s
        """
            .formatted(
                PUT,
                PUT.replace("e-1", "e-2")
                    .replace("{\"id", "{\"at\":\"2026-01-31T12:00:00Z\",\"id"));

    List<EventLine> lines = new ConfigFile("events.jsonl", text).events(NOW);

    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst()).isInstanceOf(TriggerLine.class);
    assertThat(lines.stream().skip(1).map(line -> ((EventLine.OfWorld) line).event().at()))
        .containsExactly(NOW, Instant.parse("2026-01-31T12:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          "id":"e-1"         | "id":"e-0"        | id          | an id that no earlier line has
          "id":"e-1",        | ~~                | id          | a text
          "version":3,       | ~~                | version     | a whole number
          "version":3        | "version":"3"     | version     | a whole number
          removed            | exploded          | change.type | one of put, moved
          "world"            | "wrld"            | wrld        | one of the fields
          "version":3        | "after":"PT1S","version":3 | after | one of the fields
          {"type":"removed","entity":"bob"} | 7  | change.type | one of put
          """)
  void wrongWorldEventsAreRefusedWithLineAndField(
      String part, String wrong, String field, String expected) {
    String text = PUT.replace("e-1", "e-0") + "\n\n" + PUT.replace(part, wrong) + "\n";

    InvalidFileException refused = refused(() -> new ConfigFile("events.jsonl", text).events(NOW));

    assertThat(refused.problems()).hasSize(1);
    Problem problem = refused.problems().getFirst();
    assertThat(problem.line()).isEqualTo(3);
    assertThat(problem.field()).isEqualTo(field);
    assertThat(problem.expected()).startsWith(expected);
  }

  @Test
  void anExampleHoldsTriggersOnly() {
    InvalidFileException refused = refused(() -> new ConfigFile("triggers.jsonl", PUT).triggers());

    assertThat(refused.problems()).hasSize(1);
  }

  @Test
  void expectationsAreReadWithTheOrderOfTools() {
    Expectations expectations =
        new ConfigFile(
                "expect.yaml",
                """
                triggers:
                  - trigger: msg-4
                    outcome: COMPLETED
                    turns: 6
                    tools:
                      - anyOrder: [get_my_stats done, get_battle_details done]
                      - buy_item refused
                    contains: [on my way]
                  - {trigger: tick-2, dropped: COLLAPSED}
                sql:
                  - query: SELECT 1
                    rows: [{one: 1}]
                """)
            .expectations();

    Expectations.Expected first = expectations.triggers().getFirst();
    assertThat(first.outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(first.tools())
        .hasToString(
            "[any order of [get_my_stats done, get_battle_details done], buy_item refused]");
    assertThat(expectations.sql().getFirst().rows()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          outcome: COMPLETED     | outcome: DONE        | 3 | triggers[0].outcome  | one of COMPLETED, FAILED
          outcome: COMPLETED     | turns: 1             | 2 | triggers[0].outcome  | exactly one of outcome and dropped
          buy_item done          | buy_item              | 4 | triggers[0].tools[0] | '<tool> <status>'
          buy_item done          | buy_item finished     | 4 | triggers[0].tools[0] | '<tool> <status>'
          buy_item done          | {any: []}             | 4 | triggers[0].tools[0] | '<tool> <status>' or
          rows: []               | row: []               | 7 | sql[0].row            | one of the fields query, rows
          """)
  void wrongExpectationsAreRefusedWithLineAndField(
      String part, String wrong, int line, String field, String expected) {
    String right =
        """
        triggers:
          - trigger: msg-4
            outcome: COMPLETED
            tools: [buy_item done]
        sql:
          - query: SELECT 1
            rows: []
        """;

    Problem problem =
        refused(() -> new ConfigFile("expect.yaml", right.replace(part, wrong)).expectations())
            .problems()
            .getFirst();

    assertThat(problem.field()).isEqualTo(field);
    assertThat(problem.line()).isEqualTo(line);
    assertThat(problem.expected()).startsWith(expected);
  }
}
