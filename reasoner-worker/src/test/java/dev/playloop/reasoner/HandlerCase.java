package dev.playloop.reasoner;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.Telemetry;
import dev.playloop.reasoner.image.Images;
import dev.playloop.reasoner.route.ChatTelemetry;
import dev.playloop.reasoner.route.Router;
import dev.playloop.reasoner.route.Time;
import dev.playloop.reasoner.route.Turns;
import dev.playloop.reasoner.wire.Llm;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Meta;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Prices;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/// Turns of a made-up town, and a model that says what a test wants.
abstract class HandlerCase {
  Halts halts = Halts.NONE;
  Worlds worlds = Worlds.of(new Town());
  static final Topics TOPICS = new Topics("t.", 1);
  static final Prices PRICES = new Prices(BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE);
  static final int MAX = TOPICS.decisions().maxRecordBytes();

  final Time time = Time.system();

  sealed interface TownTool extends Tool {
    @Describe("Buy an item.")
    @Traits(effect = Effect.WRITE)
    record BuyItem(String item, @Bounds(min = 1, max = 100) int quantity) implements TownTool {}

    @Describe("Work.")
    @Traits(effect = Effect.WRITE)
    record DoWork(String jobType) implements TownTool {}
  }

  Decision decide(LlmAnswer answer) throws InterruptedException {
    return (Decision)
        Objects.requireNonNull(
            handler(request -> answer).handle(turn(), new NoContext()).getFirst().value());
  }

  ReasonerHandler handler(Llm llm) {
    return new ReasonerHandler(
        new Router(llm, time, new ChatTelemetry(Telemetry.off(), time.clock()), Images.NONE),
        new ToolCalls(worlds),
        TOPICS.decisions(),
        time.clock(),
        () -> halts);
  }

  static Said said(String text, List<RawCall> calls) {
    return new Said(
        Json.NODES.objectNode().put("role", "assistant").put("content", text).toString(),
        text,
        calls,
        new Usage(10, 0, 5, 0),
        new Meta("id", "m-1", List.of("stop")));
  }

  /// Offers buy_item, finish and observe; not do_work.
  static Turn turn() {
    List<ToolDeclaration> tools =
        List.of(
            new ToolDeclaration("buy_item", "d", new RawJson("{}")),
            new ToolDeclaration("finish", "d", new RawJson("{}")),
            new ToolDeclaration("observe", "d", new RawJson("{}")));
    return Turns.turn(
        new Turn.Body(tools, List.of(Message.User.text("x"))),
        BigDecimal.ONE,
        Instant.MAX,
        0,
        Turns.candidate("a", PRICES, 100));
  }

  static final class Town implements World {
    @Override
    public String name() {
      return "society";
    }

    @Override
    public ToolCatalogue tools() {
      return ToolCatalogue.ofSealed(TownTool.class);
    }

    @Override
    public Perspective perspective() {
      throw new AssertionError("the reasoner looks at no world");
    }
  }

  record NoContext(boolean owned) implements Context<AgentId> {
    NoContext() {
      this(true);
    }

    @Override
    public AgentId key() {
      return new AgentId("society/ada");
    }

    @Override
    public String topic() {
      return "t.turns";
    }

    @Override
    public int partition() {
      return 0;
    }

    @Override
    public long offset() {
      return 0;
    }

    @Override
    public Headers headers() {
      return new RecordHeaders();
    }

    @Override
    public void commitNow(List<Emit<?, ?>> outputs) {
      throw new AssertionError("nothing to commit before the end");
    }

    @Override
    public void confirmOwned() {
      if (!owned) {
        throw new FencedException("taken over", new IllegalStateException());
      }
    }
  }
}
