package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.OpenWorlds;
import dev.playloop.launcher.Working;
import dev.playloop.operator.Following;
import dev.playloop.operator.Position;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.Step;
import dev.playloop.rehearsal.RehearsalServer;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.TestDatabase;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Opening.Purpose;
import dev.playloop.worlds.model.WorldSql;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The access table of `docs/operations.md` against an authorizer: the rights it names are enough
/// for a run from end to end, and a role without its row does not start.
@EmbeddedOnly("its broker has an authorizer")
class AccessTableTest {
  private static final List<String> ROLES = List.of("projector", "reasoner", "executor", "ingest");
  private static final AccessTable TABLE = AccessTable.read();

  @TempDir private static Path folder;
  private static EmbeddedBroker broker;
  private static RehearsalServer model;
  private static Map<String, String> world;

  @BeforeAll
  static void start(TestInfra infra) throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"), secured());
    model = RehearsalServer.start(Working.RULES);
    TestDatabase database = infra.database();
    world =
        Map.of(
            "playloop.society.jdbc.url", database.jdbcUrl(),
            "playloop.society.user", database.user(),
            "playloop.society.password", database.password());
    Topics topics = new Topics(Topics.DEFAULT_PREFIX, 2);
    try (TopicAdmin admin = TopicAdmin.connect(kafka("admin"))) {
      admin.create(topics.all(InstalledWorlds.groups()), Duration.ofSeconds(60));
    }
  }

  @AfterAll
  static void stop() {
    if (model != null) {
      model.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void theTablesRightsAreEnoughForARun() throws Exception {
    allow(TABLE.without());
    List<RoleThread> roles = new ArrayList<>();
    try (OpenWorlds open = openWorld()) {
      WorldSql sql = open.sql().orElseThrow();
      sql.seed(Working.fixtures());
      for (String role : ROLES) {
        roles.add(RoleThread.start(folder, role, settings(role)));
      }
      for (RoleThread role : roles) {
        RoleThread.Answer answer =
            Await.until(() -> role.health("ready"), found -> found.status() == 200);
        assertThat(answer.status()).as(answer.body() + role.said()).isEqualTo(200);
      }
      Path agents = folder.resolve("agents.yaml");
      Files.writeString(
          agents,
          """
          - agent: society/cal
            actor: cal
            enabled: true
            instructions: {identity: Cal.}
            boundaries: {"*": {tools: [do_work]}}
          """);
      assertThat(operator("agents", "apply", agents.toString())).contains("applied society/cal");
      try (Publisher game = Publisher.open(kafka("game"))) {
        game.publish(Working.trigger("by-the-table"));
      }

      assertThat(closed("by-the-table")).isEqualTo(RunOutcome.COMPLETED);
      var gold = sql.query("select gold from users where id = 'cal'").getFirst().get("gold");
      assertThat(Objects.requireNonNull(gold).asInt()).isEqualTo(30);
      assertThat(operator("dlq", "list")).contains("no dead letters");
    } finally {
      roles.reversed().forEach(RoleThread::close);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"projector", "reasoner", "executor", "ingest"})
  void aRoleWithoutItsRowDoesNotStart(String role) throws Exception {
    allow(TABLE.without(role));
    try (RoleThread refused = RoleThread.start(folder, role, settings(role))) {
      boolean ended = Await.until(() -> !refused.isRunning(), gone -> gone);

      assertThat(ended).as(refused.health("ready").body()).isTrue();
      assertThat(refused.code()).isPositive();
      assertThat(refused.said()).containsIgnoringCase("not authorized");
    }
  }

  /// Past the check of the topics: the rest of the row counts too.
  @ParameterizedTest
  @ValueSource(strings = {"reasoner", "executor", "ingest"})
  void aRoleWithoutItsGroupStopsAndSaysSo(String principal) throws Exception {
    allow(
        TABLE.without().stream()
            .filter(acl ->
                !(acl.entry().principal().equals("User:" + principal)
                    && acl.pattern().resourceType() == ResourceType.GROUP))
            .toList());
    try (RoleThread role = RoleThread.start(folder, principal, settings(principal))) {
      // Half a process helps nobody: a supervisor starts it again, and somebody sees that.
      assertThat(Await.until(role::code, code -> code >= 0)).as(role.said()).isEqualTo(1);
    }
  }

  private static void allow(Collection<AclBinding> acls) throws Exception {
    try (Admin admin = Admin.create(new HashMap<>(client("admin")))) {
      admin.deleteAcls(List.of(AclBindingFilter.ANY)).all().get(30, TimeUnit.SECONDS);
      admin.createAcls(acls).all().get(30, TimeUnit.SECONDS);
    }
  }

  private static Map<String, String> secured() {
    String users =
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of("admin"), TABLE.rows().keySet().stream())
            .map(name -> "user_" + name + "=\"secret-of-" + name + "\"")
            .collect(Collectors.joining(" "));
    return Map.of(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users", "User:admin;User:ANONYMOUS",
        "listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
        "inter.broker.listener.name", "PLAINTEXT",
        "sasl.enabled.mechanisms", "PLAIN",
        "sasl.mechanism.inter.broker.protocol", "PLAIN",
        "listener.name.plaintext.plain.sasl.jaas.config",
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"admin\""
                + " password=\"secret-of-admin\" "
                + users
                + ";");
  }

  private static Map<String, String> client(String principal) {
    return Map.of(
        "bootstrap.servers",
        broker.bootstrapServers(),
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\""
            + principal
            + "\" password=\"secret-of-"
            + principal
            + "\";");
  }

  private static KafkaSettings kafka(String principal) {
    return new KafkaSettings(client(principal), new Topics(Topics.DEFAULT_PREFIX, 2), null);
  }

  private static Map<String, String> settings(String principal) {
    Map<String, String> all = new HashMap<>(client(principal));
    all.remove("bootstrap.servers");
    all.put("playloop.bootstrap", broker.bootstrapServers());
    all.put("playloop.partitions", "2");
    all.put("playloop.projector.standbys", "0");
    all.put("playloop.model.url", model.baseUrl().toString());
    all.put("playloop.model.name", "rehearsal");
    all.putAll(world);
    return all;
  }

  private static OpenWorlds openWorld() {
    Map<String, String> environment = new HashMap<>();
    world.forEach((name, value) ->
        environment.put(name.toUpperCase(java.util.Locale.ROOT).replace('.', '_'), value));
    return OpenWorlds.onServers(
        AllSettings.read(environment, null), List.of("society"), Purpose.WORK);
  }

  private static String operator(String... command) throws IOException {
    Properties all = new Properties();
    all.putAll(settings("operator"));
    Path config = folder.resolve("operator.properties");
    RoleThread.write(config, all);
    StringWriter said = new StringWriter();
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--config", config.toString()));
    Playloop.commandLine()
        .setOut(new PrintWriter(said))
        .setErr(new PrintWriter(said))
        .execute(words.toArray(String[]::new));
    return said.toString();
  }

  /// How that trigger's run ended, read from the journal by the operator.
  private static RunOutcome closed(String trigger) {
    KafkaSettings kafka = kafka("operator");
    List<RunOutcome> found = new ArrayList<>();
    try (Following following = Following.of(kafka).from(Position.BEGINNING)) {
      Await.until(
          () -> {
            for (Step step : following.poll(Duration.ofMillis(50)).steps()) {
              if (step instanceof Step.Closed closed && closed.run().triggers().contains(trigger)) {
                found.add(closed.run().outcome());
              }
            }
            return found;
          },
          all -> !all.isEmpty());
    }
    assertThat(found).as("the run of " + trigger + " closes").hasSize(1);
    return found.getFirst();
  }
}
