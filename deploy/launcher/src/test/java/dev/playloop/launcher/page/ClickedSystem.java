package dev.playloop.launcher.page;

import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.operator.Operator;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.principal.NewPrincipal;
import dev.playloop.operator.principal.PrincipalAnswer;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NpmFolder;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import tools.jackson.databind.JsonNode;

/// A system that runs, its page, and people who click on it, each a principal of their own. The
/// society and a tavern are its worlds, and the tavern's game forgets what it did. One thread.
final class ClickedSystem implements AutoCloseable {
  private static final Path PICTURES = Path.of("target/screenshots").toAbsolutePath();

  private static final Rehearsal RULES =
      Rehearsal.parse(
          "rules",
          """
          rules:
            - name: work once
              when: {kind: schedule.work, turn: 1}
              call: {tool: do_work, args: {jobType: farming}}
            - name: pour once
              when: {kind: guest.came, turn: 1}
              call: {tool: pour, args: {guest: g1}}
            - {name: done, say: Done for today.}
          """);

  private final ForgetfulGame game;
  private final LocalSystem system;
  private final SystemPage page;
  private final PageTab tab;

  private ClickedSystem(ForgetfulGame game, LocalSystem system, SystemPage page) throws Exception {
    this.game = game;
    this.system = system;
    this.page = page;
    this.tab = PageTab.at(page.door());
  }

  static ClickedSystem start() throws Exception {
    ForgetfulGame game = new ForgetfulGame();
    LocalSystem system =
        LocalSystem.start(
            Working.options()
                .withRehearsal(RULES)
                .withWorlds(List.of("society", WorldDeclaration.SHARED)));
    system.sql().orElseThrow().seed(Working.fixtures());
    WorldDeclaration tavern =
        new ConfigFile("world.yaml", game.declaration())
            .as(WorldDeclaration.class, DeclaredWorld::misfits);
    new Operator(system.kafka(), "test", Clock.systemUTC())
        .declare(DeclaredWorlds.records(tavern, Instant.now(), "test"));
    SystemPage page = SystemPage.open(system, AllSettings.read(Map.of(), null), null);
    return new ClickedSystem(game, system, page);
  }

  ForgetfulGame game() {
    return game;
  }

  /// As who runs it.
  PageTab tab() {
    return tab;
  }

  /// Cal's.
  int gold() {
    return Working.gold(system);
  }

  void apply(String yaml) throws InterruptedException {
    AgentConfig config = new ConfigFile("agents.yaml", yaml).agents().getFirst();
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.apply(system.routes().resolve(config));
    }
  }

  void publish(String agent, String kind, String id) throws InterruptedException {
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.publish(Trigger.of(id, new AgentId(agent), kind).text("Work."));
    }
  }

  /// Somebody with a token, by which page and gateway know them.
  String person(String name, Scope... scopes) throws Exception {
    String token =
        ((PrincipalAnswer.Token)
                new PrincipalRegister(system.kafka(), Clock.systemUTC())
                    .add(NewPrincipal.person(name, List.of(scopes))))
            .token();
    URI asked = system.http().resolve("/v1/approvals");
    Await.until(
        name + " is known",
        () -> {
          try {
            HttpRequest request =
                HttpRequest.newBuilder(asked).header("Authorization", "Bearer " + token).build();
            int gateway = tab.http().send(request, BodyHandlers.discarding()).statusCode();
            return gateway == 200 && tab.asProgram(token).status("/api/session") == 200;
          } catch (Exception e) { // what a client throws
            throw new AssertionError(e);
          }
        });
    return token;
  }

  /// Takes the token back from somebody who is at the page.
  void revoke(String name, PageTab person) throws InterruptedException {
    var _ = new PrincipalRegister(system.kafka(), Clock.systemUTC()).revoke(name);
    Await.until(
        name + " is out",
        () -> {
          try {
            return person.status("/api/session") == 401;
          } catch (Exception e) { // what a client throws
            throw new AssertionError(e);
          }
        });
  }

  JsonNode by(String deed, String about, String... tokens) throws Exception {
    String[] words =
        Stream.concat(Stream.of(tab.at(), PICTURES.toString(), deed, about), Stream.of(tokens))
            .toArray(String[]::new);
    var _ = NpmFolder.installed();
    var _ = NpmFolder.script("browsing.mjs"); // which the other imports
    return Json.tree(NpmFolder.run("clicks.mjs", words)).path("words");
  }

  void isThere(String agent) {
    Await.until(
        agent + " is there",
        () -> tab.get("/api/agents").path("rows").findValuesAsString("agent").contains(agent));
  }

  void waits(String agent, int count) {
    Await.until(
        count + " of " + agent + " wait for people",
        () ->
            tab.get("/api/inbox")
                    .path("rows")
                    .valueStream()
                    .filter(one -> one.path("agent").stringValue().equals(agent))
                    .count()
                == count);
  }

  /// How the run of that trigger ended.
  String outcome(String trigger) {
    return Await.until(
        () ->
            tab.get("/api/runs")
                .path("rows")
                .valueStream()
                .filter(run -> run.path("trigger").stringValue().equals(trigger))
                .map(run -> run.path("outcome").asString(""))
                .findFirst()
                .orElse(""),
        outcome -> !outcome.isEmpty());
  }

  private Stream<JsonNode> entries(String agent) {
    String coded = SameTruth.coded(agent);
    return tab.get("/api/entries?limit=200&agent=" + coded)
        .path("rows")
        .valueStream()
        .map(row -> tab.get("/api/entry?agent=" + coded + "&seq=" + row.path("seq").asLong()));
  }

  /// What people said to it, and who, as its journal has it.
  List<String> said(String agent) {
    return entries(agent)
        .filter(entry -> entry.path("row").path("kind").stringValue().equals("controlled"))
        .map(entry -> entry.path("payload").path("input"))
        .map(input -> input.path("type").stringValue() + " by " + subject(input))
        .toList();
  }

  private static String subject(JsonNode said) {
    return said.path("author").path("subject").stringValue();
  }

  List<JsonNode> events(String agent, String type) {
    return entries(agent)
        .flatMap(entry -> entry.path("payload").path("events").valueStream())
        .filter(event -> event.path("type").asString("").equals(type))
        .toList();
  }

  /// The headers of triggers that say that somebody sent them back.
  List<String> redriven() {
    try (TopicReader triggers =
        TopicReading.of(system.kafka(), system.kafka().topics().triggers())
            .prompt()
            .fromBeginning()) {
      return triggers.toEnd().stream()
          .flatMap(record -> Stream.of(record.headers().toArray()))
          .filter(header -> header.key().startsWith("playloop.redriven"))
          .map(ClickedSystem::text)
          .toList();
    }
  }

  /// Where what is said to agents ends now, by partition.
  Map<TopicPartition, Long> controls() {
    try (TopicReader controls =
        TopicReading.of(system.kafka(), system.kafka().topics().controls())
            .uncommitted()
            .fromBeginning()) {
      return controls.ends();
    }
  }

  private static String text(Header header) {
    return header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    page.close();
    system.close();
    game.close();
  }
}
