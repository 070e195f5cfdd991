package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.kit.topic.DeadLetters;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.watch.Terminal;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A player, a model and another client of the cluster put into every field of theirs what drives a
/// terminal: whatever command then shows it, it is shown and drives nothing, and it makes no line
/// of its own.
@NeedsInfra
class HostileOutputTest {
  private static final String HOSTILE =
      "\u001b]0;PWNED\u0007\u001b]52;c;cm0=\u0007\u001b[1A\u001b[2K\u009b31m\u202e\u200b\u2028"
          + "\r\nFORGED LINE \u0085";

  /// A model that repeats what it was told, in its words, its calls and its summary.
  private static final Rehearsal ECHO =
      Rehearsal.parse(
          "rules",
          """
          rules:
            - name: repeat
              when: {turn: 1}
              say: "I heard {trigger.text}"
              call: {tool: do_work, args: {jobType: "{trigger.text}"}}
            - {name: done, say: "Done {trigger.text}"}
          """);

  @TempDir private static Path folder;

  private static LocalSystem system;
  private static Path config;

  @BeforeAll
  static void start(TestInfra infra) throws InterruptedException, IOException {
    system = LocalSystem.start(Working.options(infra).withRehearsal(ECHO));
    system.sql().orElseThrow().seed(Working.fixtures());
    config = folder.resolve("cluster.properties");
    Files.writeString(config, Working.cluster(system));
    AgentConfig cal = Working.cal(system);
    Topic<?, ?> agents = system.kafka().topics().agents();
    Topic<?, ?> triggers = system.kafka().topics().triggers();
    try (var outsider =
        new KafkaProducer<>(
            system.kafka().with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
      send(outsider, agents, cal.agent().value(), Json.bytes(cal));
      Trigger trigger =
          Trigger.of("hostile-1", cal.agent(), "schedule.work")
              .subject(new Trigger.Subject("player", "x" + HOSTILE.substring(0, 40)))
              .text(HOSTILE)
              .data(Json.NODES.objectNode().put(HOSTILE, HOSTILE))
              .replyTo("m" + HOSTILE);
      send(outsider, triggers, cal.agent().value(), Json.bytes(trigger));
      // a kind that is none: the cause quotes it
      String bad = Json.text(trigger).replace("\"schedule.work\"", Json.text("k" + HOSTILE));
      send(outsider, triggers, cal.agent().value(), bad.getBytes(StandardCharsets.UTF_8));
      AgentConfig other =
          Json.read(
              Json.text(cal).replace("society/cal", "society/eve").replace("\"cal\"", quoted()),
              AgentConfig.class);
      send(outsider, agents, other.agent().value(), Json.bytes(other));
      AgentConfig asking =
          Json.read(Json.text(cal).replace("society/cal", "society/dov"), AgentConfig.class)
              .approvals(List.of(ApprovalRule.ofTool("do_work")));
      send(outsider, agents, asking.agent().value(), Json.bytes(asking));
      Trigger asks =
          Json.read(Json.text(trigger).replace("society/cal", "society/dov"), Trigger.class);
      send(outsider, triggers, asking.agent().value(), Json.bytes(asks));
    }
    assertThat(Await.until(() -> playloop("approvals", "list"), said -> said.contains("rule")))
        .contains("rule do_work");
    assertThat(Await.until(() -> playloop("story", "society/cal"), said -> said.contains("ended")))
        .contains("ended");
    assertThat(Await.until(HostileOutputTest::letters, found -> found > 0)).isPositive();
  }

  private static int letters() {
    try (DeadLetters letters = DeadLetters.open(system.kafka(), Duration.ofSeconds(10))) {
      return letters.list(10, _ -> true, DeadLetter::id).size();
    }
  }

  @AfterAll
  static void stop() {
    if (system != null) {
      system.close();
    }
  }

  private static String quoted() {
    return Json.text("eve" + HOSTILE);
  }

  private static void send(
      KafkaProducer<byte[], byte[]> outsider, Topic<?, ?> topic, String key, byte[] value) {
    var record = new ProducerRecord<>(topic.name(), key.getBytes(StandardCharsets.UTF_8), value);
    assertThat(outsider.send(record)).succeedsWithin(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "story society/cal",
        "story society/cal:hostile-1",
        "dlq list --stack",
        "agents list",
        "audit show society/cal:hostile-1 --prompts",
        "audit verify",
        "replay --agent society/cal --at 3",
        "topics list",
        "approvals list",
        "approvals list --json",
        "approvals show society/dov",
        "agents status society/dov",
        "principals list"
      })
  void whatIsShownDrivesNothing(String command) {
    String said = playloop(command.split(" "));

    assertThat(said).isNotBlank();
    assertThat(said.codePoints().filter(c -> c != '\n').filter(Printable::isHidden))
        .as(Printable.lines(said))
        .isEmpty();
    assertThat(said.lines()).noneMatch(line -> line.startsWith("FORGED"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"story society/cal", "dlq list", "agents list", "approvals show society/dov"})
  void whatWasHostileIsThereToSee(String command) {
    assertThat(playloop(command.split(" "))).contains("\\u001b]52;c;cm0=\\u0007");
  }

  @Test
  void aHostileArgumentIsShownToo() {
    for (String command :
        List.of(
            "run",
            "publish",
            "story",
            "agents apply",
            "agents pause",
            "audit show",
            "approvals show",
            "approvals approve",
            "approvals confirm",
            "principals revoke",
            "nothing")) {
      List<String> words = new ArrayList<>(Arrays.asList(command.split(" ")));
      words.add(HOSTILE);
      String said = playloop(words.toArray(String[]::new));
      assertThat(said.codePoints().filter(c -> c != '\n').filter(Printable::isHidden))
          .as(command)
          .isEmpty();
    }
  }

  /// Out and err together, as a terminal shows them.
  private static String playloop(String... args) {
    StringWriter seen = new StringWriter();
    List<String> all = new ArrayList<>(List.of(args));
    if (!args[0].equals("run") && !args[0].equals("nothing")) {
      all.add("--config");
      all.add(config.toString());
    }
    Playloop.commandLine()
        .setOut(Terminal.over(seen))
        .setErr(Terminal.over(seen))
        .execute(all.toArray(String[]::new));
    return seen.toString();
  }
}
