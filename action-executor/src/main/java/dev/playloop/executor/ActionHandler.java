package dev.playloop.executor;

import dev.playloop.executor.Tenures.Tenure;
import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Failpoint;
import dev.playloop.kit.Handler;
import dev.playloop.kit.PartitionListener;
import dev.playloop.kit.RetriableException;
import dev.playloop.kit.TerminalException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.WorldUnavailable;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers one action of one world with exactly one result. What a tool does (read or write) is the
/// catalogue's word, never the record's. Called on many threads, one at a time per lane; throws
/// [RetriableException] while the world is away and the action is in time.
final class ActionHandler implements Handler<Lane, Action> {
  private final World world;
  private final Safety safety;
  private final Topics topics;
  private final Clock clock;
  private final WorldGate gate;
  private final DirectActions direct;
  private final LedgerWrites ledgerWrites;
  private final Tenures tenures;
  private final ResultBound bound;
  private final ToolSpans spans;

  ActionHandler(
      WorldBinding binding,
      Topics topics,
      ExecutorSettings settings,
      LedgerLog ledgerLog,
      ToolSpans spans) {
    WorldActions actions = binding.actions();
    this.world = binding.world();
    this.safety = actions.safety();
    this.topics = topics;
    this.clock = settings.clock();
    this.gate = new WorldGate(world.name(), clock, settings.restAfterOutage());
    this.direct = new DirectActions(actions, gate);
    this.ledgerWrites =
        new LedgerWrites(actions, direct, gate, topics.ledger(world.name()), settings);
    this.tenures = new Tenures(ledgerLog, settings.memory());
    this.bound = new ResultBound(topics.results().maxRecordBytes());
    this.spans = spans;
  }

  /// To be told of the partitions that are gained and lost.
  PartitionListener partitions() {
    return tenures;
  }

  @Override
  public List<Emit<?, ?>> handle(Action action, Context<Lane> context) throws InterruptedException {
    if (!action.lane().equals(context.key())) {
      throw new TerminalException(
          "lane: expected the record's key '" + context.key() + "', got '" + action.lane() + "'");
    }
    Span span = spans.start(action);
    try (Scope _ = span.makeCurrent()) {
      return answer(action, context, span);
    } catch (WorldUnavailable e) {
      throw new RetriableException(String.valueOf(e.getMessage()), e);
    } finally {
      span.end();
    }
  }

  /// The result was within bounds, so this is the net below the net: the model must still get an
  /// answer, and a write must not be called failed when it may have happened.
  @Override
  public List<Emit<?, ?>> onUndeliverable(Action action, Context<Lane> context, String reason) {
    Status status = effect(action) == Effect.READ ? Status.FAILED : Status.UNKNOWN;
    ActionResult answer = Answers.undeliverable(action, status, reason);
    return List.of(Emit.of(topics.results(), action.agent(), bound.bound(answer)));
  }

  private List<Emit<?, ?>> answer(Action action, Context<Lane> context, Span span)
      throws InterruptedException {
    ActionResult refusal = refusal(action);
    boolean onLedger =
        refusal == null
            && safety == Safety.LEDGER
            && effect(action) == Effect.WRITE
            && action.mode() != Action.Mode.SIMULATE;
    ActionResult result =
        bound.bound(
            refusal != null
                ? refusal
                : onLedger ? byLedger(action, context) : byWorld(action, context));
    ToolSpans.answered(span, result);
    List<Emit<?, ?>> emits = new ArrayList<>(2);
    if (onLedger) {
      Emit<?, ?> outcome =
          ledgerWrites.close(result, tenures.of(context.partition()).ledger(), context.partition());
      if (outcome != null) {
        emits.add(outcome);
      }
    }
    emits.add(Emit.of(topics.results(), action.agent(), result));
    Failpoint.reach("executor.after-outcome");
    return emits;
  }

  private @Nullable ActionResult refusal(Action action) {
    if (!action.agent().world().equals(world.name())) {
      return Answers.wrongWorld(action, world.name());
    }
    ToolSpec<?> spec = world.tools().find(action.tool());
    if (spec != null) {
      return spec.check(action.args()) instanceof ToolCall.Invalid invalid
          ? Answers.invalidArguments(action, invalid)
          : null;
    }
    return isInternal(action.tool())
        ? null
        : Answers.unknownTool(action, world.tools().nearest(action.tool()));
  }

  /// The loop's own writes, never offered to a model; their world checks the arguments.
  private boolean isInternal(String tool) {
    World.AccountTools account = world.account();
    return tool.equals(world.memoryTool())
        || (account != null && (tool.equals(account.reserve()) || tool.equals(account.settle())));
  }

  private Effect effect(Action action) {
    ToolSpec<?> spec = world.tools().find(action.tool());
    return spec == null ? Effect.WRITE : spec.effect();
  }

  private ActionResult byLedger(Action action, Context<Lane> context) throws InterruptedException {
    LedgerView ledger = tenures.of(context.partition()).ledger();
    return switch (action.mode()) {
      case EXECUTE -> ledgerWrites.execute(action, ledger, context);
      case RECONCILE -> ledgerWrites.reconcile(action, ledger);
      case SIMULATE -> throw new IllegalStateException("a simulation needs no ledger");
    };
  }

  private ActionResult byWorld(Action action, Context<Lane> context) throws InterruptedException {
    boolean late = clock.instant().isAfter(action.notAfter());
    return switch (action.mode()) {
      case SIMULATE -> late ? Answers.tooLate(action, gate.isAway()) : direct.look(action);
      case RECONCILE -> late ? direct.reconcileOnce(action, null) : direct.reconcile(action, null);
      case EXECUTE -> {
        if (effect(action) == Effect.READ) {
          yield late ? Answers.tooLate(action, gate.isAway()) : direct.look(action);
        }
        yield late
            ? lateWrite(action, tenures.of(context.partition()), context.offset())
            : direct.perform(action, null, context::confirmOwned);
      }
    };
  }

  /// A transactional write whose time is over. A predecessor may have performed it and died before
  /// its answer was on the log, so only a fresh action is surely not begun.
  private ActionResult lateWrite(Action action, Tenure tenure, long offset)
      throws InterruptedException {
    if (!tenure.isFresh(offset)) {
      ActionResult found = direct.reconcileOnce(action, null);
      if (found.status() != Status.FAILED) {
        return found;
      }
    }
    return Answers.tooLate(action, gate.isAway());
  }
}
