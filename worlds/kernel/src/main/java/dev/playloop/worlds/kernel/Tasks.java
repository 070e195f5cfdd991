package dev.playloop.worlds.kernel;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.kernel.artifact.Access;
import dev.playloop.worlds.kernel.artifact.Artifact;
import dev.playloop.worlds.kernel.artifact.Condition;
import dev.playloop.worlds.kernel.artifact.Machine;
import dev.playloop.worlds.kernel.artifact.Permission;
import dev.playloop.worlds.kernel.artifact.Request;
import dev.playloop.worlds.kernel.books.Answers;
import dev.playloop.worlds.kernel.books.Code;
import dev.playloop.worlds.kernel.books.Deed;
import dev.playloop.worlds.kernel.books.Outside;
import dev.playloop.worlds.kernel.books.Refusal;
import dev.playloop.worlds.kernel.model.KernelWrite.SubmitToTask;
import dev.playloop.worlds.sandbox.GuestCall;
import dev.playloop.worlds.sandbox.HostPort;
import dev.playloop.worlds.sandbox.HostRefusal;
import dev.playloop.worlds.sandbox.Limits;
import dev.playloop.worlds.sandbox.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Artifacts against the tests of tasks: of public tests the results are shown, of hidden ones only
/// how many passed. The first that passes all earns the reward, once. Who submits must be allowed
/// to write the artifact, so that nobody earns with another's work.
final class Tasks {
  private static final int MAX_TESTS = 20;

  private final Machine machine;
  private final Access access;

  Tasks(Machine machine, Access access) {
    this.machine = machine;
    this.access = access;
  }

  private record Task(String id, long reward, String open, String hidden, String solvedBy) {}

  ObjectNode submit(Deed deed, SubmitToTask submit) throws Refusal {
    Artifact artifact =
        Condition.open(Artifact.lock(deed.db(), submit.artifactId()), submit.artifactId());
    deed.books().lock(Set.of());
    Task task = task(deed, submit.taskId());
    Permission permission =
        access.permit(deed, artifact, Request.to(Request.Verb.WRITE, deed.actor()));
    Condition.executable(artifact);
    if (!task.solvedBy().isEmpty()) {
      throw Refusal.of(
              Code.ALREADY_EXISTS, "The task " + task.id() + " was solved by " + task.solvedBy())
          .about("task_id");
    }
    Tested open = deed.outside().of(new Tests(machine, artifact, deed.actor(), task.open()));
    Tested hidden = deed.outside().of(new Tests(machine, artifact, deed.actor(), task.hidden()));
    access.settle(deed, artifact, permission, Set.of());
    boolean solved = open.passed() == open.total() && hidden.passed() == hidden.total();
    if (solved) {
      solved(deed, task, artifact);
    }
    ObjectNode data =
        Answers.data()
            .put("task_id", task.id())
            .put("passed", solved)
            .put("reward", solved ? task.reward() : 0);
    data.set("public_tests", open.results());
    data.set(
        "hidden_tests", Answers.data().put("passed", hidden.passed()).put("total", hidden.total()));
    return data;
  }

  private static Task task(Deed deed, String id) throws Refusal {
    return deed.db()
        .createQuery(
            "select id, reward, cast(public_tests as text) as open,"
                + " cast(hidden_tests as text) as hidden, coalesce(solved_by, '') as solved_by"
                + " from task where id = :id for update")
        .bind("id", id)
        .map((row, context) ->
            new Task(
                row.getString("id"),
                row.getLong("reward"),
                row.getString("open"),
                row.getString("hidden"),
                row.getString("solved_by")))
        .findFirst()
        .orElseThrow(() -> Refusal.of(Code.NOT_FOUND, "There is no task " + id).about("task_id"));
  }

  private static void solved(Deed deed, Task task, Artifact artifact) {
    deed.update(
        "update task set solved_by = :me, solved_with = :artifact, solved_at = now()"
            + " where id = :id and solved_by is null",
        Map.of("id", task.id(), "me", deed.actor(), "artifact", artifact.id()));
    if (task.reward() > 0) {
      deed.books().mint(deed.actor(), task.reward(), "task " + task.id());
    }
    deed.happened(
        "task_solved",
        null,
        deed.actor() + " solved the task " + task.id(),
        Answers.data()
            .put("task_id", task.id())
            .put("artifact_id", artifact.id())
            .put("reward", task.reward()));
  }

  private record Tested(int passed, int total, ArrayNode results) {}

  /// Runs the first 20 tests, each `{"name", "args": […], "expect": …}`, on one version of an
  /// artifact.
  private record Tests(Machine machine, Artifact artifact, String submitter, String tests)
      implements Outside.Question<Tested> {
    @Override
    public Tested ask() throws InterruptedException {
      List<JsonNode> all = new ArrayList<>();
      Json.tree(tests).forEach(all::add);
      ArrayNode results = Json.NODES.arrayNode();
      int passed = 0;
      for (JsonNode test : all.subList(0, Math.min(all.size(), MAX_TESTS))) {
        ObjectNode result = results.addObject().put("name", test.path("name").asString(""));
        Outcome outcome = run(test);
        boolean passes =
            outcome instanceof Outcome.Returned returned
                && same(returned.value(), test.path("expect"));
        result.put("passed", passes);
        passed += passes ? 1 : 0;
        if (!passes) {
          result.set("expected", test.path("expect"));
          switch (outcome) {
            case Outcome.Returned returned -> result.set("got", returned.value());
            case Outcome.Failed failed -> result.put("error", failed.message());
          }
          if (outcome instanceof Outcome.Failed(Outcome.Code code, _, _)
              && code == Outcome.Code.TIMEOUT) {
            break; // what is this slow has failed, and others wait for the place
          }
        }
      }
      return new Tested(passed, all.size(), results);
    }

    private Outcome run(JsonNode test) throws InterruptedException {
      List<JsonNode> args = new ArrayList<>();
      test.path("args").forEach(args::add);
      return machine
          .sandbox()
          .run(
              Invoked.program(artifact),
              args,
              new GuestCall(submitter, artifact.id()),
              Limits.DEFAULT,
              new Alone());
    }

    /// 4 and 4.0 are the same answer.
    private static boolean same(JsonNode one, JsonNode other) {
      return one.equals(
          (a, b) ->
              a.isNumber() && b.isNumber()
                  ? a.decimalValue().compareTo(b.decimalValue())
                  : a.equals(b) ? 0 : 1,
          other);
    }
  }

  /// The world of a test: there is none.
  private static final class Alone implements HostPort {
    private static HostRefusal no() {
      return new HostRefusal(Code.NOT_AUTHORIZED.wire(), "tests run without the world around them");
    }

    @Override
    public JsonNode invoke(String artifact, List<JsonNode> args) throws HostRefusal {
      throw no();
    }

    @Override
    public JsonNode read(String artifact) throws HostRefusal {
      throw no();
    }

    @Override
    public JsonNode query(JsonNode query) throws HostRefusal {
      throw no();
    }

    @Override
    public JsonNode pay(String to, long amount) throws HostRefusal {
      throw no();
    }

    @Override
    public long balance() throws HostRefusal {
      throw no();
    }
  }
}
