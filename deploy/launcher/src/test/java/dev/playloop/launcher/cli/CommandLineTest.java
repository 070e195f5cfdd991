package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.example.ExampleFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What a person sees who types something wrong. Nothing is started here.
class CommandLineTest {
  private static final String AGENT =
      """
      - agent: society/ada
        actor: ada
        enabled: true
        instructions: {identity: Ada}
      """;

  @TempDir private Path folder;

  private record Said(int code, String out, String err) {}

  private static Said playloop(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        Playloop.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = line.execute(args);
    return new Said(code, out.toString(), err.toString());
  }

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
      strings = {"agents list", "publish", "story", "topics list", "dlq list", "worker executor"})
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
  void aFolderWithoutTriggersSaysWhatAnExampleHolds() throws IOException {
    write("agents.yaml", AGENT);

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("has no triggers.jsonl", "agents.yaml and triggers.jsonl");
  }

  @Test
  void invalidYamlIsRefusedWithLineAndField() throws IOException {
    write("agents.yaml", AGENT + "  caps: {usdPerRun: much, usdPerDay: 1}\n");
    write("triggers.jsonl", "");

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("agents.yaml:5", "caps.usdPerRun", "nothing was applied");
  }

  @Test
  void anUnknownFieldIsRefusedWithLineAndField() throws IOException {
    write("agents.yaml", AGENT + "  colour: blue\n");
    write("triggers.jsonl", "");

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("agents.yaml:5", "colour");
  }

  @Test
  void anUnknownWorldIsRefused() throws IOException {
    write("agents.yaml", AGENT.replace("society/ada", "moon/ada"));
    write("triggers.jsonl", "");

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("moon/ada", "there is no world 'moon'", "society");
  }

  @Test
  void anUnknownToolInABoundaryNamesTheNearest() throws IOException {
    write("agents.yaml", AGENT + "  boundaries: {chat.*: {tools: [reply_to_mesage]}}\n");
    write("triggers.jsonl", "");

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .contains("boundaries.chat.*", "reply_to_mesage", "did you mean 'reply_to_message'?");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          schedules: [{name: tide, cron: "0 0 12 * * ?"}] | schedules[0].cron | a UNIX cron expression of five fields
          schedules: [{name: tide, cron: "0 0 31 2 *"}] | schedules[0].cron | which never fires
          caps: {usdPerRun: 9, usdPerDay: 0.05} | caps.usdPerRun | at most the 0.05 USD of usdPerDay
          approvals: [get_my_stats] | approvals[0] | a tool that writes, got 'get_my_stats', which only reads
          approvals: [reply_to_mesage] | approvals[0] | did you mean 'reply_to_message'?
          routes: {"*": {name: r, candidates: [{baseUrl: "localhost:8080/v1", model: m}]}} | routes.*.candidates[0].baseUrl | an address such as https://host/path
          fallback: {tool: send_message, args: {userId: bob, content: Hm}} | fallback.tool | a tool that one of the agent's boundaries allows
          fallback: {tool: reply_to_mesage, args: {}} | fallback.tool | did you mean 'reply_to_message'?
          fallback: {tool: reply_to_message, args: {message_id: m, content: Hm}} | fallback.args.message | messageId
          """)
  void whatWouldHurtOnlyLaterIsRefusedWithItsLine(String wrong, String field, String why)
      throws IOException {
    write(
        "agents.yaml",
        AGENT + "  boundaries: {chat.*: {tools: [reply_to_message]}}\n  " + wrong + "\n");
    write("triggers.jsonl", "");

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("agents.yaml:6: [0]." + field, why, "nothing was applied");
    assertThat(said.out()).isEmpty();
  }

  @Test
  void aFallbackMayNameTheTriggersReplyAndSubject() throws IOException {
    write(
        "agents.yaml",
        AGENT
            + """
              boundaries: {chat.*: {tools: [reply_to_message]}}
              fallback: {tool: reply_to_message, args: {messageId: $replyTo, content: Later.}}
            """);

    assertThat(ExampleFiles.agents(folder.resolve("agents.yaml"))).hasSize(1);
  }

  @Test
  void aFileThatIsNoUtf8IsRefusedWithItsLine() throws IOException {
    Files.write(
        folder.resolve("agents.yaml"),
        AGENT.replace("Ada}", "Ad\u00e4}").getBytes(StandardCharsets.ISO_8859_1));
    write("triggers.jsonl", "");

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("agents.yaml:4", "text in UTF-8", "0xE4");
  }

  @Test
  void aWrongTriggerIsRefusedWithItsLine() throws IOException {
    write("agents.yaml", AGENT);
    write(
        "triggers.jsonl",
        """
        {"id":"a","agent":"society/ada","kind":"chat.message","text":"Hi"}
        {"id":"b","agent":"Society/Ada","kind":"chat.message","text":"Hi"}
        """);

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("triggers.jsonl:2", "agent");
  }

  @Test
  void aTriggerIdOfFourKilobytesIsRefused() throws IOException {
    write("agents.yaml", AGENT);
    write(
        "triggers.jsonl",
        "{\"id\":\"%s\",\"agent\":\"society/ada\",\"kind\":\"chat.message\"}"
            .formatted("x".repeat(4096)));

    Said said = playloop("publish", folder.resolve("triggers.jsonl").toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("triggers.jsonl:1", "id", "128");
  }

  @Test
  void wrongRehearsalRulesAreRefusedBeforeAnythingStarts() throws IOException {
    write("agents.yaml", AGENT);
    write("triggers.jsonl", "");
    write("rehearsal.yaml", "rules:\n  - name: x\n    say: hello\n    sai: hello\n");

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("rehearsal.yaml:4", "sai");
    assertThat(said.out()).isEmpty();
  }

  @Test
  void publishRefusesWhatOnlyExamplesMayHold() throws IOException {
    write(
        "triggers.jsonl",
        "{\"id\":\"a\",\"agent\":\"society/ada\",\"kind\":\"idle.tick\",\"after\":\"PT1S\"}");

    Said said = playloop("publish", folder.resolve("triggers.jsonl").toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("'after' is only for examples");
  }

  @Test
  void aMissingFileIsNamed() {
    Said said = playloop("publish", folder.resolve("none.jsonl").toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .contains("there is no file " + folder.resolve("none.jsonl"), "check the path");
    assertThat(playloop("publish", folder.toString()).err()).contains(folder + " is a folder");
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
    assertThat(said.err()).contains("bootstrp", "README.md");
  }

  @Test
  void anUnknownWorldNamesTheWorlds() {
    Said said = playloop("worker", "executor", "--worlds", "moon", "--bootstrap", "127.0.0.1:1");

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

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
