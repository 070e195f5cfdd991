package dev.playloop.schemas.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.config.Expectations.Expected;
import dev.playloop.schemas.config.Expectations.SqlCheck;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.RunClosed;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class ExpectationsTest {
  private static final Expected EXPECTED =
      new ConfigFile(
              "expect.yaml",
              """
              triggers:
                - trigger: msg-4
                  outcome: COMPLETED
                  turns: 4
                  tools:
                    - anyOrder: [stats done, stats done, market done]
                    - buy refused
                    - work done
                  contains: [on my way]
              """)
          .expectations()
          .triggers()
          .getFirst();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          stats done, stats done, market done, buy refused, work done            | true
          market done, stats done, stats done, buy refused, work done            | true
          stats done, market done, buy refused, stats done, work done            | false
          stats done, market done, buy refused, work done                        | false
          stats done, stats done, market done, work done, buy refused            | false
          stats done, stats done, market done, buy done, work done               | false
          stats done, stats done, market done, buy refused, work done, work done | false
          stats done, stats done, market done, buy refused                       | false
          stats done, stats done, stats done, buy refused, work done             | false
          """)
  void theOrderOfToolsMatters(String tools, boolean fits) {
    List<String> differences =
        EXPECTED.differences(closed(RunOutcome.COMPLETED, 4, tools), List.of("I'm on my way!"));

    assertThat(differences.isEmpty()).isEqualTo(fits);
    if (!fits) {
      assertThat(differences.getFirst()).startsWith("msg-4: expected tools [any order of");
    }
  }

  @Test
  void everyDifferenceIsNamed() {
    String tools = "stats done, stats done, market done, buy refused, work done";

    assertThat(EXPECTED.differences(closed(RunOutcome.STUCK, 5, tools), List.of("no")))
        .containsExactly(
            "msg-4: expected outcome COMPLETED, got outcome STUCK",
            "msg-4: expected 4 turns, got 5",
            "msg-4: expected 'on my way' in a message, tool output or summary");
  }

  @Test
  void rowsAreComparedByColumnAndNumbersByValue() {
    SqlCheck check =
        new ConfigFile(
                "expect.yaml",
                "sql: [{query: SELECT *, rows: [{name: ada, gold: 50}, {name: bob, gold: null}]}]")
            .expectations()
            .sql()
            .getFirst();
    Map<String, JsonNode> ada = row("{\"name\":\"ada\",\"gold\":50.00,\"more\":1}");
    Map<String, JsonNode> bob = row("{\"name\":\"bob\",\"gold\":null}");

    assertThat(check.differences(List.of(ada, bob))).isEmpty();
    assertThat(check.differences(List.of(bob, ada))).hasSize(4);
    assertThat(check.differences(List.of(ada)))
        .hasSize(1)
        .first()
        .asString()
        .contains("2 rows, got 1");
    assertThat(check.differences(List.of(row("{\"name\":\"ada\"}"), bob)))
        .containsExactly("SELECT *: row 1, gold: expected 50, got no such column");
  }

  @Test
  void ofWhatAGameAnswersAllRowsAreComparedOrThoseThatMustBeAmongThem() {
    List<Expectations.GameCheck> checks =
        new ConfigFile(
                "expect.yaml",
                """
                game:
                  - {ask: /seen/moves?by=bram, rows: [{to: 1}, {to: 2}]}
                  - {ask: /seen/moves, among: [{to: 1, blocked: false}, {to: 2}]}
                """)
            .expectations()
            .game();
    Map<String, JsonNode> first = row("{\"to\":1,\"blocked\":false}");
    Map<String, JsonNode> second = row("{\"to\":2.0}");
    Map<String, JsonNode> other = row("{\"to\":3}");

    assertThat(checks.getFirst().differences(List.of(first, second))).isEmpty();
    assertThat(checks.getFirst().differences(List.of(first, other, second))).hasSize(1);
    assertThat(checks.getLast().differences(List.of(other, first, other, second))).isEmpty();
    assertThat(checks.getLast().differences(List.of(second, first)))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("/seen/moves: expected {\"to\":2}, with those before it in their order");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ask: seen, rows: []}",
        "{ask: 'http://elsewhere/seen', rows: []}",
        "{ask: '/a b', rows: []}",
        "{ask: //elsewhere/seen, rows: []}",
        "{ask: '/seen?by={mira}', rows: []}",
        "{ask: '/seen%zz', rows: []}",
        "{ask: /seen}",
        "{ask: /seen, rows: [], among: []}"
      })
  void aGameIsAskedOnAPathForRowsOrWhatIsAmongThem(String check) {
    assertThatThrownBy(() -> new ConfigFile("expect.yaml", "game: [" + check + "]").expectations())
        .isInstanceOf(InvalidFileException.class);
  }

  private static Map<String, JsonNode> row(String json) {
    Map<String, JsonNode> row = new java.util.HashMap<>();
    Json.tree(json).properties().forEach(e -> row.put(e.getKey(), e.getValue()));
    return row;
  }

  private static RunClosed closed(RunOutcome outcome, int turns, String tools) {
    List<ActionTaken> actions =
        Arrays.stream(tools.split(",\\s*"))
            .map(call -> call.split(" "))
            .map(call -> new ActionTaken(call[0], Status.valueOf(call[1].toUpperCase(Locale.ROOT))))
            .toList();
    return RunClosed.of(new RunId("society/ada:msg-4"), outcome, Instant.EPOCH, Instant.EPOCH)
        .triggers(List.of("msg-4"))
        .summary("done")
        .turns(turns)
        .actions(actions);
  }
}
