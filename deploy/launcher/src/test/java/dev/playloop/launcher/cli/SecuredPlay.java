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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;

/// A broker with Kafka's own authorizer, whose principals have what [#allow] gives them and nothing
/// else, and a run that roles play on it. Used by one thread.
final class SecuredPlay implements AutoCloseable {
  static final List<String> ROLES = List.of("projector", "reasoner", "executor", "ingest");
  private static final String OPERATOR = "operator";

  private final Path folder;
  private final EmbeddedBroker broker;
  private final RehearsalServer model;
  private final Map<String, String> world;

  private SecuredPlay(
      Path folder, EmbeddedBroker broker, RehearsalServer model, TestDatabase database) {
    this.folder = folder;
    this.broker = broker;
    this.model = model;
    this.world =
        Map.of(
            "playloop.society.jdbc.url", database.jdbcUrl(),
            "playloop.society.user", database.user(),
            "playloop.society.password", database.password());
  }

  /// With all topics, one database, and a login for each of these names.
  static SecuredPlay start(Path folder, TestInfra infra, Collection<String> principals)
      throws Exception {
    SecuredPlay play =
        new SecuredPlay(
            folder,
            EmbeddedBroker.start(folder.resolve("broker"), secured(principals)),
            RehearsalServer.start(Working.RULES),
            infra.database());
    Topics topics = new Topics(Topics.DEFAULT_PREFIX, 2);
    try (TopicAdmin admin = TopicAdmin.connect(play.kafka("admin"))) {
      admin.create(topics.all(InstalledWorlds.groups()), Duration.ofSeconds(60));
    }
    try (OpenWorlds open = play.openWorld()) {
      open.sql().orElseThrow().seed(Working.fixtures());
    }
    return play;
  }

  /// These rights, and no others.
  void allow(Collection<AclBinding> acls) throws Exception {
    try (Admin admin = Admin.create(new HashMap<>(client("admin")))) {
      admin.deleteAcls(List.of(AclBindingFilter.ANY)).all().get(30, TimeUnit.SECONDS);
      awaitRights(admin, Set.of());
      admin.createAcls(acls).all().get(30, TimeUnit.SECONDS);
      awaitRights(admin, new HashSet<>(acls));
    }
  }

  /// The broker follows the controller, which has taken them.
  private static void awaitRights(Admin admin, Set<AclBinding> rights) {
    Await.until(
        () -> {
          try {
            return new HashSet<>(
                admin.describeAcls(AclBindingFilter.ANY).values().get(30, TimeUnit.SECONDS));
          } catch (Exception e) { // what a client throws
            throw new AssertionError(e);
          }
        },
        rights::equals);
  }

  /// A trigger for an agent of the society, until its work is done and paid.
  ///
  /// @param settings of each of [#ROLES]
  void run(String trigger, Map<String, Map<String, String>> settings) throws Exception {
    List<RoleThread> roles = new ArrayList<>();
    try (OpenWorlds open = openWorld()) {
      WorldSql sql = open.sql().orElseThrow();
      int before = gold(sql);
      for (String role : ROLES) {
        roles.add(RoleThread.start(folder, role, Objects.requireNonNull(settings.get(role))));
      }
      for (RoleThread role : roles) {
        RoleThread.Answer answer =
            Await.until(() -> role.health("ready"), found -> found.status() == 200);
        assertThat(answer.status()).as(answer.body() + role.said()).isEqualTo(200);
      }
      Path agents = folder.resolve("agents.yaml");
      Files.writeString(agents, Working.AGENTS);
      assertThat(operator("agents", "apply", agents.toString())).contains("applied society/cal");
      try (Publisher game = Publisher.open(kafka("game"))) {
        game.publish(Working.trigger(trigger));
      }

      assertThat(closed(trigger)).isEqualTo(RunOutcome.COMPLETED);
      assertThat(gold(sql) - before).isEqualTo(30);
      assertThat(operator("dlq", "list")).contains("no dead letters");
    } finally {
      roles.reversed().forEach(RoleThread::close);
    }
  }

  private static int gold(WorldSql sql) {
    var row = sql.query("select gold from users where id = 'cal'").getFirst();
    return Objects.requireNonNull(row.get("gold")).asInt();
  }

  private static Map<String, String> secured(Collection<String> principals) {
    String users =
        Stream.concat(Stream.of("admin"), principals.stream())
            .map(name -> "user_" + name + "=\"" + secret(name) + "\"")
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

  private static String secret(String principal) {
    return "secret-of-" + principal;
  }

  /// What Kafka's clients log in with.
  static String login(String principal) {
    return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\""
        + principal
        + "\" password=\""
        + secret(principal)
        + "\";";
  }

  private Map<String, String> client(String principal) {
    return Map.of(
        "bootstrap.servers",
        broker.bootstrapServers(),
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        login(principal));
  }

  private KafkaSettings kafka(String principal) {
    return new KafkaSettings(client(principal), new Topics(Topics.DEFAULT_PREFIX, 2), null);
  }

  /// Those of a role or a command that logs in by this name.
  Map<String, String> settings(String principal) {
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

  private OpenWorlds openWorld() {
    Map<String, String> environment = new HashMap<>();
    world.forEach(
        (name, value) -> environment.put(name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
    return OpenWorlds.onServers(
        AllSettings.read(environment, null), List.of("society"), Purpose.WORK);
  }

  /// What that command says to the operator.
  String operator(String... command) throws IOException {
    Properties all = new Properties();
    all.putAll(settings(OPERATOR));
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
  private RunOutcome closed(String trigger) {
    KafkaSettings kafka = kafka(OPERATOR);
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

  @Override
  public void close() {
    model.close();
    broker.close();
  }
}
