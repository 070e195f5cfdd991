package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a person sees who answers wrongly: one line that says what is wrong, and one that says what
/// to do. Nothing is asked of a cluster or a gateway here.
class WrongWordsTest extends CommandCase {
  private String config = "";

  @BeforeEach
  void config() throws IOException {
    write("c.properties", "bootstrap.servers=127.0.0.1:1\n");
    config = folder.resolve("c.properties").toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          agents apply agents.yaml --only kernel/[ab]*           | --only: expected an agent, or a pattern
          approvals deny 0123                                    | Missing required option: '--reason=TEXT'
          approvals confirm society/cal:t#1.1 maybe              | happened|not
          approvals grant society/cal --rule r --uses 1 --until PT1H | --pattern=JSON
          approvals list --agent nobody                          | agent
          principals add kim                                     | --scope=SCOPE
          principals add kim --scope aprove:x                    | approve:ROLE
          principals add kim --scope sign                        | public key
          principals add kim --scope approve:x --kind game       | approve:x
          principals add kim --kind robot --scope control        | robot
          principals rotate kim --grace soon                     | --grace: expected a duration, got 'soon'
          """)
  void whatIsWrongIsNamed(String command, String named) {
    Said said = playloop((command + " --config " + config).split(" "));

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains(named).contains("Next: ");
    assertThat(said.err().lines().filter(line -> line.startsWith("playloop: "))).hasSize(1);
    assertThat(said.out()).isEmpty();
  }

  @Test
  void withoutAGatewayItSaysHowToNameOne() {
    Said said = playloop("agents", "pause", "society/cal", "--config", config);

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.err())
        .contains("no gateway is known", "--gateway URL", "./playloop up")
        .doesNotContain("bug");
  }

  @Test
  void withoutATokenItSaysWhereToGetOne() {
    Said said =
        playloop(
            "agents",
            "pause",
            "society/cal",
            "--config",
            config,
            "--gateway",
            "http://127.0.0.1:1");

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.err()).contains("must be told who you are", "PLAYLOOP_TOKEN");
  }
}
