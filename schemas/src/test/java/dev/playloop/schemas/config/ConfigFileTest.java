package dev.playloop.schemas.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.schemas.config.InvalidFileException.Problem;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigFileTest {
  private static final String AGENTS =
      """
      # Two agents of the village.
      - agent: society/ada
        actor: ada
        instructions:
          identity: You are Ada.
          rules:
            - never fight alone
        boundaries:
          chat.*: {tools: ["*"]}
        limits:
          "*":
            turns: 12
            deadline: PT2M
        caps: {usdPerRun: 0.50, usdPerDay: 5}
        schedules:
          - name: market
            cron: "0 * * * *"
      - agent: society/bob
        enabled: false
        actor: bob
        instructions: {identity: You are Bob.}
      """;

  @Test
  void agentsAreReadWithTheirDefaults() {
    List<AgentConfig> agents = agents(AGENTS).agents();

    assertThat(agents)
        .extracting(a -> a.agent().value())
        .containsExactly("society/ada", "society/bob");
    AgentConfig ada = agents.getFirst();
    assertThat(ada.enabled()).isTrue();
    assertThat(ada.tenant()).isEqualTo("default");
    assertThat(ada.limits("idle.tick").deadlineOrDefault()).isEqualTo(Duration.ofMinutes(2));
    assertThat(ada.caps().usdPerRun()).isEqualTo(new BigDecimal("0.50"));
    assertThat(ada.boundary("chat.message").allows("buy_item")).isTrue();
    assertThat(agents.getLast().enabled()).isFalse();
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          actor: ada      |actor: ada\\n  actr: x    | 4  | [0].actr                          | one of the fields v, agent, tenant
          turns: 12       |turns: twelve             | 12 | [0].limits.*.turns                | a whole number
          turns: 12       |turns: "12"               | 12 | [0].limits.*.turns                | a whole number
          turns: 12       |turns: 1.5                | 12 | [0].limits.*.turns                | a whole number
          turns: 12       |turns: 0                  | 12 | [0].limits.*.turns                | a number from 1 to 1000
          turns: 12       |turns:                    | 12 | -                                 | -
          deadline: PT2M  |deadline: 2m              | 13 | [0].limits.*.deadline             | a duration such as PT30S
          deadline: PT2M  |deadline: 120             | 13 | [0].limits.*.deadline             | a duration such as PT30S
          deadline: PT2M  |deadline: PT0S            | 13 | [0].limits.*.deadline             | a positive duration
          actor: ada      |actor: 5                  | 3  | [0].actor                         | a text
          actor: ada      |tenant: x                 | 2  | [0].actor                         | a text
          identity: You are Ada. |strategy: win      | 4  | [0].instructions.identity         | a text
          society/ada     |Society/Ada               | 2  | [0].agent                         | '<world>/<name>'
          society/bob     |bob                       | 18 | [1].agent                         | '<world>/<name>'
          enabled: false  |enabled: nope             | 19 | [1].enabled                       | true or false
          - never fight alone |- {a: 1}              | 7  | [0].instructions.rules[0]         | a text
          - never fight alone |-                     | 7  | [0].instructions.rules[0]         | a text
          usdPerRun: 0.50 |usdPerRun: -1             | 14 | [0].caps.usdPerRun                | USD, such as 0.50, not below 0
          usdPerRun: 0.50 |usdPerRun: .inf           | 14 | [0].caps.usdPerRun                | a
          tools: ["*"]    |tools: all                | 9  | [0].boundaries.chat.*.tools       | a list
          name: market    |name: "my market"         | 16 | [0].schedules[0].name             | 1 to 40 lower case
          cron: "0 * * * *"|text: x                  | 16 | [0].schedules[0].every            | exactly one of cron and every
          actor: ada      |actor: ada\\n  actor: eve | 4  | [0].actor                         | each field once
          society/bob     |society/ada               | 18 | [1]                               | each once
          actor: bob      |actor: *x                 | 20 | [1].actor                         | the value itself
          """)
  void wrongAgentsAreRefusedWithLineAndField(
      String part, String wrong, int line, String field, String expected) {
    String text = AGENTS.replace(part, wrong.replace("\\n", "\n"));
    assertThat(text).isNotEqualTo(AGENTS);
    if (field.equals("-")) {
      assertThat(agents(text).agents()).hasSize(2);
      return;
    }

    Problem problem = refused(() -> agents(text).agents()).problems().getFirst();

    assertThat(problem.field()).isEqualTo(field);
    assertThat(problem.line()).isEqualTo(line);
    assertThat(problem.expected()).startsWith(expected);
  }

  @Test
  void everyWrongAgentIsNamed() {
    String text = AGENTS.replace("turns: 12", "turns: x").replace("actor: bob", "acter: bob");

    InvalidFileException refused = refused(() -> agents(text).agents());

    assertThat(refused)
        .hasMessage(
            "agents.yaml:12: [0].limits.*.turns: expected a whole number, got \"x\"\n"
                + "agents.yaml:20: [1].acter: expected one of the fields v, agent, tenant, enabled,"
                + " actor, instructions, boundaries, limits, caps, routes, schedules, subscriptions,"
                + " approvals, fallback, got an unknown field; did you mean 'actor'?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'agent: society/ada'      | 1 | a list
          ''                        | 1 | some content
          '- a: [1\n- b'            | 2 | well-formed text
          '- &x {a: 1}\n- *x'       | 2 | the value itself
          '- a: 1\n---\n- b: 2'     | 3 | one document
          '\t- a: 1'                | 1 | well-formed text
          """)
  void brokenYamlIsRefusedWithItsLine(String text, int line, String expected) {
    Problem problem = refused(() -> agents(text).agents()).problems().getFirst();

    assertThat(problem.line()).isEqualTo(line);
    assertThat(problem.expected()).startsWith(expected);
  }

  @Test
  void aTabIsToldInItsOwnLineAndNoOther() {
    String text = AGENTS.replace("    cron:", "\tcron:");
    assertThat(text).isNotEqualTo(AGENTS);

    assertThat(refused(() -> agents(text).agents()))
        .hasMessageStartingWith("agents.yaml:17: file: expected well-formed text, got found")
        .hasMessageContaining("(TAB)")
        .hasMessageContaining("in column")
        .hasMessageNotContaining("line 1");
  }

  @Test
  void aTextThatNeverEndsIsToldWithWhereItBegan() {
    assertThat(refused(() -> agents("- a: 1\n- b: \"x\n- c: 1\n").agents()))
        .hasMessageContaining("a quoted scalar that begins in line 2");
  }

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

  private static ConfigFile agents(String text) {
    return new ConfigFile("agents.yaml", text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          61 3A 20 31 0A 62 3A 20 E9          | 2 | file | the byte 0xE9
          EF BB BF 61 3A 20 31                | 1 | file | one
          61 3A 0A 62 3A 20 00                | 2 | file | the byte 0x00
          61 3A 20 22 5C 30 22                | 1 | a    | the character
          61 3A 20 31 65 39 39 39 39 39 39 39 39 39 39 39 | 1 | a | 1e99999999999
          """)
  void bytesThatNoFileOfOursHasAreRefusedWithTheirLine(
      String hex, int line, String field, String got) {
    byte[] bytes = java.util.HexFormat.ofDelimiter(" ").parseHex(hex);
    InvalidFileException refused =
        refused(() -> ConfigFile.of("agents.yaml", bytes).expectations());

    assertThat(refused.problems().getFirst().line()).isEqualTo(line);
    assertThat(refused.problems().getFirst().field()).isEqualTo(field);
    assertThat(refused.problems().getFirst().got()).startsWith(got);
  }

  private static InvalidFileException refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    InvalidFileException refused = catchThrowableOfType(InvalidFileException.class, call);
    assertThat(refused).as("the file must be refused").isNotNull();
    return refused;
  }
}
