package dev.playloop.worlds.kernel;

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
import dev.playloop.worlds.kernel.books.KernelDatabase;
import dev.playloop.worlds.kernel.model.KernelTool;
import dev.playloop.worlds.kernel.model.KernelWorld;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.postgres.TestBounds;
import dev.playloop.worlds.postgres.WorldDatabase.Login;
import dev.playloop.worlds.sandbox.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A database of its own on the PostgreSQL of the tests, with a few principals and artifacts, and a
/// sandbox whose programs are lambdas.
final class TestKernel implements AutoCloseable {
  static final String SEED =
      """
      select kernel_principal('alpha', 100, 1.0);
      select kernel_principal('beta', 50, 0.5);
      select kernel_principal('gamma', 0, 0, 100);
      select kernel_principal('delta', 1000, 0);
      select kernel_artifact('corpus', 'text', 'The corpus contains claims.', 'alpha');
      select kernel_artifact('paid_corpus', 'text', 'Secret claims.', 'beta', read_price => 7);
      select kernel_artifact('diary', 'text', 'Dear diary', 'alpha', 'private');
      select kernel_artifact('board', 'text', 'Write here', 'beta', 'public');
      select kernel_artifact('own', 'text', 'mine', 'beta', 'self_owned');
      select kernel_artifact('echo', 'executable', 'echo', 'beta', executable => true, invoke_price => 5);
      select kernel_artifact('free_echo', 'executable', 'echo', 'beta', executable => true);
      select kernel_artifact('slow', 'executable', 'slow', 'beta', executable => true, invoke_price => 5);
      select kernel_artifact('broken', 'executable', 'broken', 'beta', executable => true, invoke_price => 5);
      select kernel_artifact('locked_tool', 'executable', 'echo', 'beta', 'private', executable => true);
      select kernel_artifact('gone', 'text', 'was here', 'alpha');
      select kernel_artifact('relic', 'text', 'kernel text', 'alpha');
      select kernel_artifact('orphan', 'text', 'no contract', 'alpha', 'vanished_contract');
      select kernel_artifact('old', 'text', 'from before contracts', 'alpha', null);
      update artifact set kernel_protected = true where id = 'relic';
      update artifact set deleted = true, deleted_at = now(), deleted_by = 'alpha' where id = 'gone';
      update account set disk_used = disk_used - 8 where principal_id = 'alpha';
      select kernel_task('double', 'Double a number', 30,
        '[{"name":"two","args":[2],"expect":4}]', '[{"name":"five","args":[5],"expect":10}]');
      """;

  private static final List<String> COSTLY =
      List.of(
          "read_artifact",
          "write_artifact",
          "edit_artifact",
          "delete_artifact",
          "set_artifact_prices",
          "invoke_artifact",
          "submit_to_task");

  final TestDatabase server;
  final KernelDatabase database;
  final FakeSandbox sandbox = programs();
  final TestExecutor<KernelTool> actions;
  private final AtomicInteger ids = new AtomicInteger();

  private TestKernel(TestDatabase server) {
    this.server = server;
    this.database = open(server);
    this.actions = executing(new KernelActions(database, sandbox, 10));
  }

  static TestExecutor<KernelTool> executing(KernelActions actions) {
    return new TestExecutor<>(new KernelWorld(), actions);
  }

  static TestKernel seeded() {
    return new TestKernel(
        TestInfra.current()
            .database(
                "kernel, seeded",
                server -> {
                  try (KernelDatabase database = open(server)) {
                    database.seed(SEED);
                  }
                }));
  }

  static TestKernel empty() {
    return new TestKernel(
        TestInfra.current().database("kernel, empty", server -> open(server).close()));
  }

  private static KernelDatabase open(TestDatabase server) {
    return KernelDatabase.open(
        new Login(server.jdbcUrl(), server.user(), server.password()), TestBounds.PATIENT);
  }

  static FakeSandbox programs() {
    return new FakeSandbox()
        .with("echo", (args, call, host) -> args.isEmpty() ? FakeSandbox.text("") : args.getFirst())
        .with(
            "slow",
            (args, call, host) -> {
              throw new FakeSandbox.Thrown(Outcome.Code.TIMEOUT);
            })
        .with(
            "broken",
            (args, call, host) -> {
              throw new FakeSandbox.Thrown(Outcome.Code.RUNTIME_ERROR);
            })
        .with(
            "unparsable",
            (args, call, host) -> {
              throw new FakeSandbox.Thrown(Outcome.Code.SYNTAX_ERROR);
            })
        .with("double", (args, call, host) -> Json.NODES.numberNode(args.getFirst().asInt() * 2));
  }

  /// A call of `actor` under a new action id.
  Action call(String actor, String tool, String args) {
    return action("t" + ids.incrementAndGet(), actor, tool, args);
  }

  static Action action(String run, String actor, String tool, String args) {
    return action(run, actor, tool, args, 0);
  }

  /// Without a bound of its own a call may cost anything: what it costs is another test's matter.
  static Action action(String run, String actor, String tool, String args, int hops) {
    boolean bounded = args.contains("max_scrip") || !COSTLY.contains(tool) || !args.endsWith("}");
    String more = args.length() == 2 ? "" : ",";
    return bare(
        run,
        actor,
        tool,
        bounded ? args : args.substring(0, args.length() - 1) + more + "\"max_scrip\":100000}",
        hops);
  }

  static Action bare(String run, String actor, String tool, String args, int hops) {
    AgentId agent = AgentId.of("kernel", actor.matches("[a-z0-9-]+") ? actor : "stranger");
    ActionId id = new ActionId(agent + ":" + run + "#1.1");
    return Action.of(id, agent, actor, tool, Json.tree(args))
        .lane(new Lane(agent.value()))
        .effect(Effect.WRITE)
        .notAfter(Instant.parse("2030-01-01T00:00:00Z"))
        .hops(hops);
  }

  ActionResult perform(String actor, String tool, String args) {
    return perform(call(actor, tool, args));
  }

  ActionResult perform(Action action) {
    return actions.perform(action);
  }

  /// Performs what must succeed, and gives its data.
  ObjectNode done(String actor, String tool, String args) {
    ActionResult result = perform(actor, tool, args);
    if (result.status() != Status.DONE) {
      throw new AssertionError("expected DONE: " + result);
    }
    return (ObjectNode) output(result);
  }

  /// Performs what must be refused, and gives its code.
  String code(String actor, String tool, String args) {
    return error(perform(actor, tool, args)).code();
  }

  static ActionError error(ActionResult result) {
    return Objects.requireNonNull(result.error(), () -> "no error: " + result);
  }

  static JsonNode output(ActionResult result) {
    return Objects.requireNonNull(result.output(), () -> "no output: " + result);
  }

  /// An executable artifact whose code is the lambda of that name.
  void program(String id, String owner, String contract, long price, FakeSandbox.Body body) {
    sandbox.with(id, body);
    execute(
        "select kernel_artifact('%s', 'executable', '%s', '%s', '%s', true, 0, %d)"
            .formatted(id, id, owner, contract, price));
  }

  /// Puts other code into an artifact, which no check has seen.
  void recode(String id, String code) {
    execute(
        "update account set disk_used = disk_used + %d - (select size from artifact where id = '%s')"
                .formatted(code.length(), id)
            + " where principal_id = (select created_by from artifact where id = '%s');"
                .formatted(id)
            + " update artifact set code = '%s', version = version + 1 where id = '%s'"
                .formatted(code, id));
  }

  /// Gives an artifact a wallet.
  void wallet(String artifact, long scrip) {
    execute("select kernel_principal('%s', %d, loop => false)".formatted(artifact, scrip));
  }

  void execute(String sql) {
    database.writes().useHandle(handle -> handle.execute(sql));
  }

  long number(String sql) {
    return database.writes().withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
  }

  String text(String sql) {
    return database
        .writes()
        .withHandle(handle -> handle.createQuery(sql).mapTo(String.class).one());
  }

  List<Map<String, Object>> rows(String sql) {
    return database.rows(sql);
  }

  long scrip(String principal) {
    return number("select scrip from account where principal_id = '" + principal + "'");
  }

  /// Events of a type, the newest last.
  List<JsonNode> events(String type) {
    return rows(
            "select cast(fields || jsonb_build_object('principal_id', principal) as text) as row"
                + " from event where type = '"
                + type
                + "' order by id")
        .stream()
        .map(row -> Json.tree(String.valueOf(row.get("row"))))
        .toList();
  }

  /// Every row of every table that an action could change, but not the event log and what is only
  /// there to remember that it was asked.
  String everything() {
    StringBuilder all = new StringBuilder();
    for (String table :
        List.of("account", "resource", "reservation", "artifact", "ledger_entry", "task")) {
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

  /// What does not agree: balances and their ledger, holds and theirs, disk and sizes, movements
  /// that do not add up to nothing, balances and the events. Empty when all is well.
  List<Map<String, Object>> bookErrors() {
    return rows(
        BookCheck.SQL
            + """

            union all
            select 'events', principal_id, scrip, coalesce(sum, 0) from account left join (
              select who, sum(delta) from (
                select fields->>'principal' as who, (fields->>'scrip')::bigint as delta
                from event where type = 'principal_created'
                union all select fields->>'principal', (fields->>'amount')::bigint
                from event where type in ('mint', 'scrip_credited')
                union all select fields->>'principal', -(fields->>'amount')::bigint
                from event where type = 'scrip_deducted'
                union all select fields->>'from', -(fields->>'amount')::bigint
                from event where type in ('transfer', 'scrip_transferred')
                union all select fields->>'to', (fields->>'amount')::bigint
                from event where type in ('transfer', 'scrip_transferred')) moves
              group by who) e on e.who = principal_id
            where scrip <> coalesce(sum, 0)\
            """);
  }

  @Override
  public void close() {
    database.close();
  }
}
