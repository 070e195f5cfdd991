package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.erase.Erasing;
import dev.playloop.ingest.CountedDecisions;
import dev.playloop.launcher.audit.ErasedText;
import dev.playloop.launcher.example.Example;
import dev.playloop.operator.gateway.GatewayAddress;
import dev.playloop.operator.gateway.GatewayClient;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.testkit.TestDatabase;
import dev.playloop.testkit.TestInfra;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The smallest play with an effect, for tests that disturb it: Cal (energy 30, gold 0 at first)
/// farms once, which costs 10 energy and pays 30 gold, and ends.
public final class Working {
  public static final AgentId CAL = new AgentId("society/cal");

  public static final Rehearsal RULES =
      Rehearsal.parse(
          "rules",
          """
          rules:
            - name: work once
              when: {kind: schedule.work, turn: 1}
              call: {tool: do_work, args: {jobType: farming}}
            - {name: done, say: Done for today.}
          """);

  /// Cal, as `agents.yaml`.
  public static final String AGENTS =
      """
      - agent: society/cal
        actor: cal
        enabled: true
        instructions: {identity: Cal.}
        boundaries: {"*": {tools: [do_work]}}
      """;

  private Working() {}

  public static LocalOptions options() {
    return options(Map.of());
  }

  /// A system that starts its own servers where embedded ones are asked for, which is then tested
  /// too, and takes the test's containers where not.
  public static LocalOptions options(TestInfra infra) {
    return infra.isEmbedded()
        ? options()
        : options(infra.database()).withBootstrap(infra.ownBroker());
  }

  public static LocalOptions options(TestDatabase database) {
    Map<String, String> environment =
        Map.of(
            "PLAYLOOP_SOCIETY_JDBC_URL",
            database.jdbcUrl(),
            "PLAYLOOP_SOCIETY_USER",
            database.user(),
            "PLAYLOOP_SOCIETY_PASSWORD",
            database.password());
    return options(environment);
  }

  /// A system of the society alone. Its gateway waits for a busy machine's Kafka.
  public static LocalOptions options(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.putIfAbsent("PLAYLOOP_HTTP_ACK_TIMEOUT", "60s");
    return LocalOptions.of(AllSettings.read(all, null))
        .withRehearsal(RULES)
        .withWorlds(List.of("society"));
  }

  public static String fixtures() {
    return Objects.requireNonNull(Example.load("society").seedSql());
  }

  public static AgentConfig cal(LocalSystem system) {
    return system.routes().resolve(new ConfigFile("agents.yaml", AGENTS).agents().getFirst());
  }

  public static Trigger trigger(String id) {
    return Trigger.of(id, CAL, "schedule.work").text("Work.");
  }

  public static List<TriggerLine> lines(String... ids) {
    return java.util.Arrays.stream(ids).map(id -> new TriggerLine(trigger(id), null)).toList();
  }

  /// Cal's gold: 30 for each time that the work was really done.
  public static int gold(LocalSystem system) {
    return number(system, "gold");
  }

  /// A number of Cal's in the database.
  static int number(LocalSystem system, String column) {
    return Objects.requireNonNull(
            system
                .sql()
                .orElseThrow()
                .query("select " + column + " from users where id = 'cal'")
                .getFirst()
                .get(column))
        .asInt();
  }

  /// The gateway as who runs the system reaches it.
  public static GatewayClient gateway(LocalSystem system) {
    return GatewayClient.of(new GatewayAddress(system.http(), system.userToken()));
  }

  /// The properties file of who runs the system, for commands that name it as a cluster.
  public static String cluster(LocalSystem system) {
    StringBuilder lines = new StringBuilder();
    lines.append("playloop.partitions=").append(system.kafka().topics().partitions()).append('\n');
    system
        .kafka()
        .client()
        .forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
    lines.append("playloop.gateway=").append(system.http()).append('\n');
    lines.append("playloop.token=").append(system.userToken()).append('\n');
    return lines.toString();
  }

  /// A turn of Cal's, for the OpenAI wire of `model`.
  public static Turn turn(String run, URI model, Instant notAfter) {
    return Turn.of(
            new TurnId(CAL + ":" + run + "#1"),
            CAL,
            new Route(
                "test",
                List.of(
                    Route.Candidate.of(model.toString(), "rehearsal")
                        .provider("rehearsal", Route.Wire.OPENAI)
                        .maxInFlight(10)
                        .timeout(Duration.ofSeconds(60)))),
            new Turn.Body(
                List.of(), List.of(new Message.SystemText("Cal."), Message.User.text("Work."))),
            "hash")
        .notAfter(notAfter)
        .permitUsd(BigDecimal.ONE);
  }

  /// Has all be forgotten that this player said, by kim; returns what was told of it.
  public static String forget(LocalSystem system, String subject) throws InterruptedException {
    StringWriter said = new StringWriter();
    boolean all =
        new Erasing(
                new Erasing.Place(
                    system.kafka(), InstalledWorlds.groups(), CountedDecisions::offsets),
                gateway(system),
                new ErasedText(new PrintWriter(said)))
            .timed(new Erasing.Timing(Clock.systemUTC(), Duration.ofSeconds(30), _ -> {}))
            .forget(subject, "kim");
    assertThat(all).as(said.toString()).isTrue();
    return said.toString();
  }
}
