package dev.playloop.schemas.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentTemplatesTest {
  private static final String VILLAGERS =
      """
      - template: villager
        enabled: true
        tenant: village
        instructions: {identity: You live here., strategy: Be kind., rules: [One., Two.]}
        boundaries: {"*": {tools: [say, walk]}, "idle.*": {tools: [walk]}}
        caps: {usdPerRun: 1, usdPerDay: 2}
      - {agent: village/ada, actor: ada, like: villager}
      - agent: village/bob
        actor: bob
        like: villager
        instructions: {identity: You are Bob., rules: [Three.]}
        boundaries: {"*": {tools: [say]}}
        caps: {usdPerDay: 5}
      - {agent: village/cid, actor: cid, instructions: {identity: You are Cid.}}
      """;

  @Test
  void whatAnAgentDoesNotSayTheTemplateSays() {
    List<AgentConfig> agents = read(VILLAGERS);
    assertThat(agents)
        .extracting(agent -> agent.agent().value())
        .containsExactly("village/ada", "village/bob", "village/cid");
    AgentConfig ada = agents.get(0);
    assertThat(ada.tenant()).isEqualTo("village");
    assertThat(ada.instructions().identity()).isEqualTo("You live here.");
    assertThat(ada.boundary("idle.tick").tools()).containsExactly("walk");
    AgentConfig bob = agents.get(1);
    assertThat(bob.instructions().identity()).isEqualTo("You are Bob.");
    assertThat(bob.instructions().strategy()).isEqualTo("Be kind.");
    assertThat(bob.instructions().rules()).containsExactly("Three.");
    assertThat(bob.boundary("chat.message").tools()).containsExactly("say");
    assertThat(bob.boundary("idle.tick").tools()).containsExactly("walk");
    assertThat(bob.caps().usdPerRun()).isEqualByComparingTo("1");
    assertThat(bob.caps().usdPerDay()).isEqualByComparingTo("5");
    assertThat(agents.get(2).tenant()).isEqualTo("default");
  }

  @Test
  void whatAKindFallsBackToIsTheTemplatesUntoItsArguments() {
    String text =
        """
        - template: villager
          instructions: {identity: You live here.}
          boundaries:
            "*": {tools: [say, walk]}
            "idle.*": {tools: [walk], fallback: {tool: walk, args: {to: home}}}
        - {agent: village/ada, actor: ada, like: villager}
        - agent: village/bob
          actor: bob
          like: villager
          boundaries: {"idle.*": {fallback: {args: {to: bed}}}}
        """;

    List<AgentConfig> agents = read(text);

    assertThat(agents.get(0).boundary("chat.message").fallback()).isNull();
    assertThat(agents.get(0).boundary("idle.tick").fallback()).isEqualTo(walk("home"));
    assertThat(agents.get(1).boundary("idle.tick").fallback()).isEqualTo(walk("bed"));
  }

  private static AgentConfig.Fallback walk(String to) {
    return new AgentConfig.Fallback("walk", Json.NODES.objectNode().put("to", to));
  }

  @Test
  void aHundredAgentsAreAHundredLines() {
    StringBuilder text =
        new StringBuilder("- template: t\n  instructions: {identity: You live here.}\n");
    for (int i = 0; i < 100; i++) {
      text.append("- {agent: village/a%d, actor: a%d, like: t}%n".formatted(i, i));
    }
    assertThat(read(text.toString())).hasSize(100);
  }

  @Test
  void anAgentsOwnStrategyStandsForTheTemplatesFile() {
    String text =
        """
        - {template: t, instructions: {identity: I., strategyFile: soul.md}}
        - {agent: village/ada, actor: ada, like: t, instructions: {strategy: Mine.}}
        - {agent: village/bob, actor: bob, like: t}
        """;
    List<AgentConfig> agents =
        new ConfigFile("agents.yaml", text)
            .agents(
                config -> List.of(),
                (name, most) -> "From the file.".getBytes(StandardCharsets.UTF_8));
    assertThat(agents.get(0).instructions().strategy()).isEqualTo("Mine.");
    assertThat(agents.get(1).instructions().strategy()).isEqualTo("From the file.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          like: villager}      | like: vilager}         | 7 | like     | such as 'villager'
          like: villager}      | like: 7}               | 7 | like     | the name of a template
          template: villager   | template: ""           | 1 | template | a name of 1 to 64
          tenant: village      | like: other            | 3 | like     | a template is like no other
          tenant: village      | agent: village/eve     | 3 | agent    | a template is no agent
          {identity: You live here., | {identity: [],    | 7 | identity | a text
          """)
  void aSlipIsToldWithItsLine(String from, String to, int line, String field, String expected) {
    assertThat(VILLAGERS).contains(from);
    assertThatThrownBy(() -> read(VILLAGERS.replace(from, to)))
        .isInstanceOfSatisfying(
            InvalidFileException.class,
            e ->
                assertThat(e.problems())
                    .anySatisfy(problem -> {
                      assertThat(problem.line()).isEqualTo(line);
                      assertThat(problem.field()).contains(field);
                      assertThat(problem.expected()).contains(expected);
                    }));
  }

  @Test
  void twoTemplatesOfOneNameAreRefused() {
    String text = "- {template: t}\n- {template: t}\n";
    assertThatThrownBy(() -> read(text)).hasMessageContaining("each template once");
  }

  private static List<AgentConfig> read(String text) {
    return new ConfigFile("agents.yaml", text).agents();
  }
}
