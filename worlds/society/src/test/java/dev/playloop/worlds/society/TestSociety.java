package dev.playloop.worlds.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.testkit.TestDatabase;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.postgres.TestBounds;
import dev.playloop.worlds.postgres.WorldDatabase.Bounds;
import dev.playloop.worlds.postgres.WorldDatabase.Login;
import dev.playloop.worlds.society.model.SocietyTool;
import dev.playloop.worlds.society.model.SocietyWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/// A database of its own on the PostgreSQL of the tests, with the fixtures of the example.
final class TestSociety implements AutoCloseable {
  private static final Path SEED = Path.of("src/main/resources/examples/society/seed.sql");

  final TestDatabase server;
  final SocietyDatabase database;
  final TestExecutor<SocietyTool> actions;
  private final AtomicInteger ids = new AtomicInteger();

  private TestSociety(TestDatabase server, Bounds bounds) {
    this.server = server;
    this.database = open(server, bounds);
    this.actions = executing(database);
  }

  static TestExecutor<SocietyTool> executing(SocietyDatabase database) {
    return new TestExecutor<>(new SocietyWorld(), new SocietyActions(database));
  }

  /// One with the example's fixtures.
  static TestSociety seeded() {
    return seeded(TestBounds.PATIENT);
  }

  /// The same, with bounds that a test waits for.
  static TestSociety seeded(Bounds bounds) {
    return new TestSociety(
        TestInfra.current()
            .database(
                "society, seeded",
                server -> {
                  try (SocietyDatabase database = open(server)) {
                    database.seed(example());
                  }
                }),
        bounds);
  }

  static TestSociety empty() {
    return new TestSociety(
        TestInfra.current().database("society, empty", server -> open(server).close()),
        TestBounds.PATIENT);
  }

  /// With patience.
  static SocietyDatabase open(TestDatabase server) {
    return open(server, TestBounds.PATIENT);
  }

  private static SocietyDatabase open(TestDatabase server, Bounds bounds) {
    return SocietyDatabase.open(
        new Login(server.jdbcUrl(), server.user(), server.password()), bounds);
  }

  static String example() {
    try {
      return Files.readString(SEED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A call of `actor` under a new action id.
  Action call(String actor, String tool, String args) {
    return action("t" + ids.incrementAndGet(), actor, tool, args);
  }

  static Action action(String run, String actor, String tool, String args) {
    return action(run, actor, tool, args, 0);
  }

  static Action action(String run, String actor, String tool, String args, int hops) {
    AgentId agent = AgentId.of("society", actor.matches("[a-z0-9-]+") ? actor : "stranger");
    ActionId id = new ActionId(agent + ":" + run + "#1.1");
    return Action.of(id, agent, actor, tool, Json.tree(args))
        .lane(new Lane(agent.value()))
        .effect(Effect.WRITE)
        .notAfter(Instant.parse("2030-01-01T00:00:00Z"))
        .hops(hops);
  }

  static ActionError error(ActionResult result) {
    return Objects.requireNonNull(result.error(), () -> "no error: " + result);
  }

  /// What a tool that succeeds answers.
  JsonNode read(String actor, String tool, String args) {
    ActionResult result = actions.perform(call(actor, tool, args));
    assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
    return output(result);
  }

  static JsonNode output(ActionResult result) {
    return Objects.requireNonNull(result.output(), () -> "no output: " + result);
  }

  void execute(String sql) {
    database.writes().useHandle(handle -> handle.execute(sql));
  }

  long number(String sql) {
    return database.writes().withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
  }

  List<Map<String, Object>> rows(String sql) {
    return database.rows(sql);
  }

  /// Every row of every table that an action could change, but not what is only there to remember
  /// that it was asked.
  String everything() {
    StringBuilder all = new StringBuilder();
    for (String table :
        List.of(
            "users",
            "user_communities",
            "relationships",
            "battles",
            "battle_participants",
            "battle_stances",
            "market_items",
            "inventory",
            "ledger",
            "messages",
            "posts",
            "proposals",
            "votes",
            "memories",
            "outbox")) {
      all.append(table).append('\n');
      for (Map<String, Object> row :
          rows(
              "select cast(row_to_json(t) as text) as row from "
                  + table
                  + " t order by cast(row_to_json(t) as text)")) {
        all.append(row.get("row")).append('\n');
      }
    }
    return all.toString();
  }

  /// Balances that differ from the sum of their ledger rows, or a last balance that is not the
  /// balance; empty when the books agree.
  List<Map<String, Object>> bookErrors() {
    return rows(
        """
        select held.*, booked.sum from (
          select id as user_id, 'gold' as resource, gold as amount from users
          union all select id, 'energy', energy from users
          union all select id, 'health', health from users
          union all select user_id, 'item:' || item_name, quantity from inventory) held
        left join (select user_id, resource, sum(delta) as sum from ledger
                   group by user_id, resource) booked using (user_id, resource)
        where held.amount <> coalesce(booked.sum, 0)\
        """);
  }

  @Override
  public void close() {
    database.close();
  }
}
