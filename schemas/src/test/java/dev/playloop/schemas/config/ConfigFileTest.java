package dev.playloop.schemas.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.config.InvalidFileException.Problem;
import dev.playloop.schemas.event.AgentConfig;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest extends ConfigCase {
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
          cron: "0 * * * *"|text: x                  | 16 | [0].schedules[0].every            | exactly one of cron, every and delay
          cron: "0 * * * *"|every: PT0.5S            | 17 | [0].schedules[0].every            | PT1S or longer
          cron: "0 * * * *"|delay: PT0S              | 17 | [0].schedules[0].delay            | PT1S or longer
          cron: "0 * * * *"|delay: PT900000H         | 17 | [0].schedules[0].delay            | a duration
          cron: "0 * * * *"|delay: tomorrow          | 17 | [0].schedules[0].delay            | a duration
          cron: "0 * * * *"|delay: PT5S\\n      every: PT5S    | 18 | [0].schedules[0].every    | exactly one of cron, every and delay
          cron: "0 * * * *"|delay: PT5S\\n      collapse: true | 18 | [0].schedules[0].collapse | none beside delay
          cron: "0 * * * *"|every: PT5S\\n      collapse: 1    | 18 | [0].schedules[0].collapse | true or false
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
}
