package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.example.ExampleFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files that are wrong are refused before anything starts, with file and line.
class WrongFilesTest extends CommandCase {
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
}
