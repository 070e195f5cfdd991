package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What a person sees who types something wrong. Nothing is started here.
class CommandLineTest extends CommandCase {
  @Test
  void withoutACommandItSaysWhatThereIs() {
    Said said = playloop();

    assertThat(said.code()).isZero();
    assertThat(said.out())
        .contains("run", "up", "agents", "publish", "story", "topics", "dlq", "worker", "bench")
        .contains("doctor", "test", "Exit codes:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "up",
        "agents",
        "agents apply",
        "agents list",
        "agents status",
        "agents pause",
        "agents resume",
        "agents delete",
        "approvals",
        "approvals list",
        "approvals show",
        "approvals approve",
        "approvals deny",
        "approvals edit",
        "approvals withdraw",
        "approvals confirm",
        "approvals grant",
        "approvals revoke",
        "principals",
        "principals add",
        "principals list",
        "principals rotate",
        "principals revoke",
        "publish",
        "story",
        "topics",
        "topics create",
        "topics list",
        "dlq",
        "dlq list",
        "dlq redrive",
        "worker",
        "worker ingest",
        "worker projector",
        "worker reasoner",
        "worker executor",
        "audit verify",
        "audit export",
        "audit show",
        "replay",
        "doctor"
      })
  void everyCommandHasHelp(String command) {
    Said said = playloop((command + " --help").split(" "));

    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("Usage: playloop " + command);
    assertThat(said.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agents list",
        "approvals list",
        "approvals deny",
        "principals add",
        "publish",
        "story",
        "topics list",
        "dlq list",
        "worker executor"
      })
  void commandsForAClusterTakeBootstrapAndConfig(String command) {
    assertThat(playloop((command + " --help").split(" ")).out())
        .contains("--bootstrap=HOST:PORT", "--config=FILE");
  }

  @Test
  void anUnknownCommandNamesTheHelp() {
    Said said = playloop("rnu");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("rnu", "Next: './playloop --help'");
  }

  @Test
  void anUnknownExampleNamesTheBuiltInOnes() {
    Said said = playloop("run", "nosuch");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("there is no example 'nosuch'", "society", "agents.yaml");
  }

  @Test
  void doctorSeesASettingThatEveryOtherCommandRefuses() {
    assertThat(DoctorCommand.wrongSetting(Map.of("PLAYLOOP_HTPT_PORT", "1")).orElseThrow())
        .contains("PLAYLOOP_HTPT_PORT", "did you mean PLAYLOOP_HTTP_PORT?");
    assertThat(DoctorCommand.wrongSetting(Map.of("PLAYLOOP_HTTP_PORT", "1", "HOME", "/")))
        .isEmpty();
  }

  /// Terminals break lines; a break of ours in a sentence makes two ragged ones.
  @Test
  void noSentenceOfAHelpIsBroken() {
    List<String> broken = new ArrayList<>();
    check(Playloop.commandLine(), broken);

    assertThat(broken).isEmpty();
  }

  private static void check(CommandLine command, List<String> broken) {
    List<String[]> texts = new ArrayList<>();
    texts.add(command.getCommandSpec().usageMessage().description());
    command.getCommandSpec().args().forEach(arg -> texts.add(arg.description()));
    for (String[] text : texts) {
      for (int i = 0; i + 1 < text.length; i++) {
        if (!text[i].isBlank() && !text[i].matches("(?s).*[.:;!?]")) {
          broken.add(command.getCommandName() + ": " + text[i]);
        }
      }
    }
    command.getSubcommands().values().forEach(inner -> check(inner, broken));
  }

  @Test
  void anUnknownSettingInAConfigFileIsRefused() throws IOException {
    write("my.properties", "playloop.bootstrp=127.0.0.1:1\n");

    Said said = playloop("topics", "list", "--config", folder.resolve("my.properties").toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("bootstrp", "docs/settings.md");
  }

  @Test
  void anUnknownWorldNamesTheWorlds() {
    Said said = playloop("worker", "ingest", "--worlds", "moon", "--bootstrap", "127.0.0.1:1");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("there is no world 'moon'", "society");
  }

  @Test
  void aWorkerOfAWorldWithoutServerNamesTheSetting() {
    Said said = playloop("worker", "executor", "--worlds", "society", "--bootstrap", "127.0.0.1:1");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("PLAYLOOP_SOCIETY_JDBC_URL");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost:8080/v1", "ftp://host/v1", "http:///v1", "http://host:99999/v1"})
  void aModelWithoutAnAddressIsRefused(String url) throws IOException {
    write("agents.yaml", AGENT);
    write("triggers.jsonl", "");

    Said said = playloop("run", folder.toString(), "--model", url);

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("--model", "an address such as https://host/path", url);
  }

  @Test
  void redriveWantsLettersOrAll() {
    assertThat(playloop("dlq", "redrive").err()).contains("or --all");
    assertThat(playloop("dlq", "redrive", "--all", "0:1").code()).isEqualTo(2);
  }

  @Test
  void runTakesNoCluster() {
    Said said = playloop("run", "society", "--bootstrap", "127.0.0.1:1");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("brings its own broker");
  }

  @Test
  void doctorSaysWhatIsThere() {
    Said said = playloop("doctor");

    assertThat(said.out().lines().toList().size()).isGreaterThan(5);
    assertThat(List.of(0, 3)).contains(said.code());
    assertThat(said.out()).contains("JDK", "mvn", "node");
  }
}
