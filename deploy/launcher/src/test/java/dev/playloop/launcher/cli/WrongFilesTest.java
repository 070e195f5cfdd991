package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.example.ExampleFiles;
import dev.playloop.schemas.approval.ApprovalRule;
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
          approvals: [{tools: [send_message, reply_to_mesage]}] | approvals[0].tools[1] | did you mean 'reply_to_message'?
          approvals: [{tools: [send_message], poeple: 2}] | approvals[0].poeple | did you mean 'people'?
          approvals: [{tool: send_message}] | approvals[0].tool | did you mean 'tools'?
          approvals: [{tools: [send_message], people: 0}] | approvals[0].people | 1 to 10, got 0
          approvals: [{tools: [send_message], onExpiry: escalate}] | approvals[0].escalateTo | roles where onExpiry is escalate, and only there, got none
          approvals: [{tools: [send_message], onExpiry: forget}] | approvals[0].onExpiry | one of deny, escalate, got "forget"
          approvals: [{tools: [send_message], allow: [aprove]}] | approvals[0].allow[0] | one of approve, edit, deny, withdraw
          approvals: [{tools: [send_message], expires: P90D}] | approvals[0].expires | at most PT720H
          approvals: [{tools: [send_message], roles: [The Mayor]}] | approvals[0].roles | 1 to 63 lower-case letters
          approvals: [{tools: [send_message], when: {userld: bob}}] | approvals[0].when.userld | (of the tool 'send_message'), got 'userld'; did you mean 'userId'?
          approvals: [{tools: [send_message], when: {content: {above: 5}}}] | approvals[0].when.content.above | an argument that it can compare
          approvals: [{tools: [send_message], when: {content: {abvoe: 5}}}] | approvals[0].when.content: | did you mean 'above'?
          approvals: [{tools: [send_message], when: {content: 5}}] | approvals[0].when.content | a value of type string (of the tool 'send_message'), got 5
          approvals: [{tools: [send_message], when: {content: {longerThan: many}}}] | approvals[0].when.content.longerThan | a whole number from 0 to 1000000, got "many"
          approvals: [{tools: [send_message], when: [content]}] | approvals[0].when: | an object of fields
          approvals: [{tools: ['*'], when: {content: {longerThan: 5}}}] | approvals[0].when.content | (of the tool '
          approvals: [send_message, {tools: [send_message], name: dear, when: {userId: bob}}] | approvals[1] | 'dear', whose tools are all asked about by 'send_message' before it
          approvals: ['*', send_message] | approvals[1] | 'send_message', whose tools are all asked about by '*' before it
          approvals: [{name: a, tools: [send_message], when: {userId: bob}}, {name: a, tools: [reply_to_message]}] | approvals[1].name | 'a', as approvals[0] is called
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

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {tool: send_message, args: {userId: bob, content: Hm}} | tool | one of the tools beside it; name one of these, or add it to them, got 'send_message', which is not among them
          {tool: reply_to_mesage, args: {}} | tool | did you mean 'reply_to_message'?
          {tool: reply_to_message, args: {message_id: m, content: Hm}} | args.message | messageId
          {tool: reply_to_message} | args | nothing
          """)
  void whatAKindFallsBackToIsRefusedWithItsLine(String wrong, String field, String why)
      throws IOException {
    write(
        "agents.yaml",
        AGENT
            + """
              boundaries:
                chat.*: {tools: [send_message]}
                idle.*: {tools: [reply_to_message], fallback: %s}
            """
                .formatted(wrong));
    write("triggers.jsonl", "");

    Said said = playloop("run", folder.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .contains("agents.yaml:7: [0].boundaries.idle.*.fallback." + field, why, "nothing was");
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

    assertThat(ExampleFiles.agents(folder.resolve("agents.yaml"), InstalledWorlds.worlds()))
        .hasSize(1);
  }

  @Test
  void rulesThatCanEachComeToTheirTurnAreTaken() throws IOException {
    write(
        "agents.yaml",
        AGENT
            + """
              approvals:
              - {tools: [send_message], name: to-bob, when: {userId: bob, content: {longerThan: 9}}}
              - {tools: [send_message], allow: [approve, edit, deny], onWait: hold}
              - {tools: [send_message, reply_to_message], name: words}
              - {tools: ['*'], name: rest, people: 2, onExpiry: escalate, escalateTo: [mayor]}
            """);

    assertThat(
            ExampleFiles.agents(folder.resolve("agents.yaml"), InstalledWorlds.worlds())
                .getFirst()
                .approvals())
        .extracting(ApprovalRule::name)
        .containsExactly("to-bob", "send_message", "words", "rest");
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
