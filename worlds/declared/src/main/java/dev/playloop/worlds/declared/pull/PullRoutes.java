package dev.playloop.worlds.declared.pull;

import dev.playloop.http.Caller;
import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import dev.playloop.http.RouteScope;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.game.GameAnswer;
import dev.playloop.worlds.declared.game.GameAnswers;
import dev.playloop.worlds.declared.game.GameContract;
import dev.playloop.worlds.declared.pull.PulledWorld.Fetched;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `GET /v1/worlds/{w}/actions` and `POST /v1/worlds/{w}/results`, by which a game that can't
/// listen gets what its agents do and says what came of it. At most [#WAITING] requests wait for
/// actions at a time, of one world one; each on a virtual thread of the edge.
public final class PullRoutes {
  /// Requests that wait for actions at a time, over all worlds.
  public static final int WAITING = 128;

  private static final int SHOWN = 80;

  private final Supplier<PulledWorlds> worlds;
  private final Guard guard;
  private final Semaphore places;
  private final Consumer<ActionId> refused;

  /// Who may carry out actions.
  public interface Guard {
    /// What such a caller has, whatever world it names.
    RouteScope anywhere();

    /// Throws [Problem.Refused] where the caller may not in this world.
    void require(Caller caller, String world);
  }

  public PullRoutes(PulledWorlds worlds, Guard guard) {
    this(worlds, guard, WAITING);
  }

  /// The same over those worlds that there are at each request; tells `refused` of each action
  /// whose answer was not taken. Both are called on the edge's threads.
  public PullRoutes(Supplier<PulledWorlds> worlds, Guard guard, Consumer<ActionId> refused) {
    this(worlds, guard, WAITING, refused);
  }

  PullRoutes(PulledWorlds worlds, Guard guard, int waiting) {
    this(() -> worlds, guard, waiting, _ -> {});
  }

  private PullRoutes(
      Supplier<PulledWorlds> worlds, Guard guard, int waiting, Consumer<ActionId> refused) {
    this.worlds = worlds;
    this.guard = guard;
    this.places = new Semaphore(waiting);
    this.refused = refused;
  }

  /// These routes beside the others.
  public EdgeRoutes on(EdgeRoutes routes) {
    return routes
        .scoped("GET", "/v1/worlds/{}/actions", guard.anywhere(), this::actions)
        .scoped("POST", "/v1/worlds/{}/results", guard.anywhere(), this::result);
  }

  private EdgeAnswer actions(EdgeCall call) throws InterruptedException {
    PulledWorld world = world(call);
    PullQuery query = PullQuery.ofActions(call.query());
    if (!places.tryAcquire()) {
      throw PullProblem.busy().refused();
    }
    try {
      return switch (world.fetch(query.puller(), query.epoch(), query.longest())) {
        case Fetched.Some some -> EdgeAnswer.json(200, Json.bytes(json(some)));
        case Fetched.No(Connecting why) -> refused(why);
        case Fetched.Elsewhere _ -> throw PullProblem.elsewhere(call.segment()).refused();
      };
    } finally {
      places.release();
    }
  }

  private static EdgeAnswer refused(Connecting why) {
    return switch (why) {
      case Connecting.Held(String holder, Duration left) -> PullProblem.held(holder, left);
      case Connecting.Stranger _ -> throw PullProblem.stranger().refused();
      case Connecting.Superseded _, Connecting.Served _ -> throw PullProblem.superseded().refused();
    };
  }

  /// In this order: a stranger is not told which worlds there are.
  private PulledWorld world(EdgeCall call) {
    String name = named(call.segment());
    guard.require(call.known(), name);
    PulledWorld world = worlds.get().find(name);
    if (world == null) {
      throw PullProblem.noWorld(name).refused();
    }
    return world;
  }

  private static String named(String segment) {
    try {
      return WorldDeclaration.name("world", segment);
    } catch (InvalidValueException e) {
      throw PullProblem.noWorld(segment).refused();
    }
  }

  private static ObjectNode json(Fetched.Some some) {
    ObjectNode body = Json.NODES.objectNode().put("epoch", some.epoch());
    var all = body.putArray("actions");
    for (Handed handed : some.all()) {
      ObjectNode one = GameContract.json(handed.order().action());
      one.put("until", handed.until().toString());
      if (handed.again()) {
        one.put("again", true);
        if (handed.order().issued() != null) {
          one.put("issued", handed.order().issued().getEpochSecond());
        }
      }
      all.add(one);
    }
    return body;
  }

  private EdgeAnswer result(EdgeCall call) {
    String name = call.segment();
    PulledWorld world = world(call);
    PullQuery query = PullQuery.ofResult(call.query());
    JsonNode body = body(call.body());
    ActionId action = action(body);
    GameAnswer answer = GameAnswers.ended(body, action.value());
    if (answer instanceof GameAnswer.Garbled) {
      throw invalid(
          "status", "done, refused, failed, not_done or unknown", body.path("status").toString());
    }
    return taken(
        action, world.answered(action, Objects.requireNonNull(query.epoch()), answer), name);
  }

  private EdgeAnswer taken(ActionId action, @Nullable Heard taken, String world) {
    return switch (taken) {
      case Heard.Counts(boolean late) -> said(action, late ? "late" : "taken");
      case Heard.Known _ -> said(action, "known");
      case Heard.TooLate _ -> said(action, "ignored");
      case Heard.Refused(String why) -> {
        refused.accept(action);
        throw PullProblem.refused(why).refused();
      }
      case null -> throw PullProblem.elsewhere(world).refused();
    };
  }

  private static EdgeAnswer said(ActionId action, String word) {
    return EdgeAnswer.json(
        200, Json.bytes(Json.NODES.objectNode().put("action", action.value()).put("answer", word)));
  }

  private static JsonNode body(byte[] body) {
    try {
      JsonNode read = CheckedJson.of(body, Edge.REQUEST).tree();
      if (read.isObject()) {
        return read;
      }
      throw invalid("body", "a JSON object", read.toString());
    } catch (InvalidValueException e) {
      throw invalid("body", e.expected(), e.got());
    }
  }

  private static ActionId action(JsonNode body) {
    JsonNode id = body.path("action");
    return ActionId.parse(id.isString() ? id.stringValue() : null)
        .orElseThrow(
            () -> invalid("action", "the id of an action that was fetched", id.toString()));
  }

  private static Problem.Refused invalid(String field, String expected, String got) {
    String shown = got.isEmpty() ? "nothing" : Printable.brief(got, SHOWN);
    return PullProblem.invalid(List.of(new FieldError(field, expected, shown))).refused();
  }
}
