package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldContract;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/// A game that is told of each action keeps what every world owes, but that it tells nothing of an
/// action before it happens, and that what it has not done may still be on its way to it.
class PushedContractTest extends WorldContract {
  private static final String SCHEMA =
      """
      {"type":"object","properties":{"counter":{"type":"string"},
       "n":{"type":"integer","minimum":1,"maximum":9}},
       "required":["counter","n"],"additionalProperties":false}\
      """;

  private TestGame game;
  private TestExecutor<SchemaTool> actions;

  @BeforeEach
  void open() {
    game = TestGame.with(Fault.NONE);
    actions = new TestExecutor<>(new Counting(), PushCase.patient(game.base()));
  }

  @AfterEach
  void close() {
    actions.close();
    game.close();
  }

  @Override
  protected TestExecutor<?> actions() {
    return actions;
  }

  @Override
  protected Action write(String run) {
    game.closeDoor(false);
    return add(run, Json.tree("{\"counter\":\"a\",\"n\":1}"));
  }

  @Override
  protected Action refusedWrite(String run) {
    game.closeDoor(!opened);
    return add(run, Json.tree("{\"counter\":\"a\",\"n\":1}"));
  }

  private boolean opened;

  @Override
  protected void allowWhatWasRefused() {
    opened = true;
  }

  @Override
  protected List<BadCall> badCalls() {
    return List.of(
        new BadCall(add("bad", Json.tree("{\"counter\":\"a\",\"n\":10}")), "n"),
        new BadCall(add("worse", Json.tree("{\"counter\":7,\"n\":1}")), "counter"));
  }

  @Override
  protected long effects() {
    return game.counter("a");
  }

  @Override
  protected Object state() {
    return game.counter("a");
  }

  @Override
  protected boolean simulates() {
    return false;
  }

  @Override
  protected boolean vouchesForWhatMayStillCome() {
    return false;
  }

  private static Action add(String run, JsonNode args) {
    return Action.of(
            new ActionId("tally/ada:" + run + "#1.1"),
            PushCase.AGENT,
            "ada",
            "playloop_probe_add",
            args)
        .effect(Effect.WRITE)
        .notAfter(Instant.now().plusSeconds(60));
  }

  private record Counting() implements World, Perspective {
    private static final ToolCatalogue TOOLS =
        ToolCatalogue.of(
            List.of(
                ToolSpec.of(
                    new ToolDeclaration("playloop_probe_add", "Add.", new RawJson(SCHEMA)),
                    SchemaTool.Declaration.of(Effect.WRITE))));

    @Override
    public String name() {
      return "tally";
    }

    @Override
    public ToolCatalogue tools() {
      return TOOLS;
    }

    @Override
    public Boolean keepsLedger() {
      return true;
    }

    @Override
    public Perspective perspective() {
      return this;
    }

    @Override
    public SceneId homeScene(String actor) {
      return new SceneId("tally/" + actor);
    }

    @Override
    public Sight see(Scene scene, String actor) {
      return new Sight(Json.NODES.objectNode(), "Nothing.", 10);
    }
  }
}
