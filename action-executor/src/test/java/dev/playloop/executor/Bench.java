package dev.playloop.executor;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.view.Progress;
import dev.playloop.testkit.TurnedClock;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.WorldBinding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One partition of actions without Kafka: a handler, a clock turned by hand, and the ledger that
/// survives a crash of the handler.
final class Bench {
  static final Topics TOPICS = new Topics("t.", 4);
  static final AgentId ADA = AgentId.of(FakeWorld.NAME, "ada");
  static final int PARTITION = 2;
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final FakeWorld world;
  final List<LedgerEntry> ledger = new ArrayList<>();
  final TurnedClock clock = TurnedClock.at(START);
  final Telemetry telemetry;
  ActionHandler<?> handler;
  long nextAction = 0;
  boolean whole = true;
  @Nullable Runnable onCommit;
  Runnable onConfirm = () -> {};
  Mandates mandates = Mandates.NONE;
  final List<Progress> told = new ArrayList<>();
  final List<Map<String, String>> toldHeaders = new ArrayList<>();

  Bench(Safety safety) {
    this(safety, Telemetry.off());
  }

  Bench(Safety safety, Telemetry telemetry) {
    this.world = new FakeWorld(safety);
    this.telemetry = telemetry;
    this.handler = restarted();
  }

  /// A new process takes the partition over: nothing but the ledger and the world is left.
  ActionHandler<?> restarted() {
    handler =
        new ActionHandler<>(
            WorldBinding.of(world, world),
            TOPICS,
            ExecutorSettings.standard().withClock(clock).withMandates(mandates),
            (partition, each) -> {
              ledger.forEach(each);
              return new LedgerLog.Found(nextAction, whole);
            },
            new ToolSpans(telemetry));
    try {
      handler.partitions().gained(PARTITION);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return handler;
  }

  /// Handles the action at an offset, and commits its outputs.
  ActionResult handle(Action action, long offset) throws InterruptedException {
    return commit(handler.handle(action, context(action, offset)));
  }

  ActionResult handle(Action action) throws InterruptedException {
    return handle(action, 100);
  }

  ActionResult commit(List<Emit<?, ?>> emits) {
    ActionResult result = null;
    for (Emit<?, ?> emit : emits) {
      switch (emit.value()) {
        case LedgerEntry entry -> append(emit, entry);
        case ActionResult answer -> {
          if (result != null) {
            throw new AssertionError("two results: " + emits);
          }
          result = answer;
        }
        case null, default -> throw new AssertionError("unexpected output " + emit);
      }
    }
    if (result == null) {
      throw new AssertionError("no result: " + emits);
    }
    return result;
  }

  private void append(Emit<?, ?> emit, LedgerEntry entry) {
    if (!Integer.valueOf(PARTITION).equals(emit.partition())) {
      throw new AssertionError("the entry must lie in the partition of its action: " + emit);
    }
    ledger.add(entry);
  }

  Context<Lane> context(Action action, long offset) {
    return new FakeContext(action.lane(), offset);
  }

  static ActionId id(int n) {
    return ActionId.of(RunId.of(ADA, "msg-1").turn(1), n);
  }

  static Action strike(int n) {
    return action(n, "strike", Json.NODES.objectNode().put("force", 3));
  }

  static Action look(int n) {
    return action(n, "look_at", Json.NODES.objectNode().put("name", "bob"));
  }

  static Action action(int n, String tool, JsonNode args) {
    return Action.of(id(n), ADA, "ada", tool, args)
        .lane(new Lane(ADA.value()))
        .effect(Effect.WRITE)
        .notAfter(START.plusSeconds(30));
  }

  static Action as(Action.Mode mode, Action a) {
    return a.mode(mode);
  }

  static Action claiming(Effect effect, Action a) {
    return a.effect(effect);
  }

  static Action until(Instant notAfter, Action a) {
    return a.notAfter(notAfter);
  }

  static Action inLane(Lane lane, Action a) {
    return a.lane(lane);
  }

  static FencedException fenced() {
    return new FencedException("owned by another", new IllegalStateException("fenced"));
  }

  private final class FakeContext implements Context<Lane> {
    private final Lane lane;
    private final long offset;

    FakeContext(Lane lane, long offset) {
      this.lane = lane;
      this.offset = offset;
    }

    @Override
    public Lane key() {
      return lane;
    }

    @Override
    public String topic() {
      return TOPICS.actions(FakeWorld.NAME).name();
    }

    @Override
    public int partition() {
      return PARTITION;
    }

    @Override
    public long offset() {
      return offset;
    }

    @Override
    public Headers headers() {
      return new RecordHeaders();
    }

    @Override
    public void commitNow(List<Emit<?, ?>> outputs) {
      if (onCommit != null) {
        onCommit.run();
      }
      for (Emit<?, ?> emit : outputs) {
        if (emit.value() instanceof Progress progress) {
          told.add(progress);
          toldHeaders.add(emit.headers());
        } else {
          append(emit, (LedgerEntry) Objects.requireNonNull(emit.value()));
        }
      }
    }

    @Override
    public void confirmOwned() {
      onConfirm.run();
    }
  }
}
