package dev.playloop.executor;

import dev.playloop.executor.Tenures.Tenure;
import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.Failpoint;
import dev.playloop.kit.Handler;
import dev.playloop.kit.RetriableException;
import dev.playloop.kit.TerminalException;
import dev.playloop.kit.Unhandled;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Asked;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Calls;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldActions.Lease;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.model.Worlds;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers one action of one world with exactly one result. What a tool does (read or write) is the
/// catalogue's word, never the record's. Called on many threads, one at a time per lane; throws
/// [RetriableException] while the world is away and the action is in time.
final class ActionHandler<T extends Tool> implements Handler<Lane, Action> {
  private static final Logger LOG = LoggerFactory.getLogger(ActionHandler.class);

  private final String world;
  private final Worlds worlds;
  private final Calls<T> calls;
  private final Mandates mandates;
  private final Safety safety;
  private final Topics topics;
  private final Clock clock;
  private final WorldGates gates;
  private final DirectActions<T> direct;
  private final LedgerWrites<T> ledgerWrites;
  private final Tenures tenures;
  private final ResultBound bound;
  private final ToolSpans spans;

  ActionHandler(
      WorldBinding<T> binding,
      Topics topics,
      ExecutorSettings settings,
      LedgerLog ledgerLog,
      ToolSpans spans) {
    WorldActions<T> actions = binding.actions();
    this.world = binding.world();
    this.calls = binding.calls();
    this.mandates = settings.mandates();
    this.safety = actions.safety();
    this.topics = topics;
    this.clock = settings.clock();
    this.worlds = binding.worlds();
    this.gates = new WorldGates(clock, settings.restAfterOutage());
    this.direct = new DirectActions<>(actions, gates, topics.progress());
    this.ledgerWrites = new LedgerWrites<>(actions, direct, gates, topics.ledger(world), settings);
    this.tenures = new Tenures(actions, ledgerLog, settings.longestNotAfter());
    this.bound = new ResultBound(topics.results().maxRecordBytes());
    this.spans = spans;
  }

  /// To be told of the partitions that are gained and lost.
  Tenures partitions() {
    return tenures;
  }

  @Override
  public List<Emit<?, ?>> handle(Action action, Context<Lane> context) throws InterruptedException {
    return handle(action, context, () -> {}); // what a halt does not hold back
  }

  /// `begin` is asked where a transactional world begins a write, and where one waits in its world.
  List<Emit<?, ?>> handle(Action action, Context<Lane> context, Lease begin)
      throws InterruptedException {
    if (!action.lane().equals(context.key())) {
      throw new TerminalException(
          "lane: expected the record's key '" + context.key() + "', got '" + action.lane() + "'");
    }
    Span span = spans.start(action);
    try (Scope _ = span.makeCurrent()) {
      return answer(action, context, begin, span);
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
    return List.of(
        named(written(action, ExecutorAnswers.undeliverable(action, inDoubt(action), reason))));
  }

  /// A write may have happened, here or in the hands of a predecessor, so the loop is told that
  /// nobody knows, and asks. It is told the same where the body can't be read and only the header
  /// says whose action this was: what is no write it takes as failed.
  @Override
  public List<Emit<?, ?>> onDeadLetter(Unhandled<Lane, Action> record) {
    Action action = record.event();
    if (action != null) {
      return List.of(
          named(
              written(
                  action, ExecutorAnswers.unhandled(action, inDoubt(action), record.reason()))));
    }
    return ActionId.parse(record.header(HeaderNames.ACTION))
        .<List<Emit<?, ?>>>map(
            id -> List.of(named(ExecutorAnswers.unreadable(id, record.reason()))))
        .orElse(List.of());
  }

  private Status inDoubt(Action action) {
    return calls.effect(action) == Effect.READ || action.mode() == Action.Mode.SIMULATE
        ? Status.FAILED
        : Status.UNKNOWN;
  }

  /// Beside the body the header says which action is answered.
  Emit<?, ?> named(ActionResult result) {
    return Emit.of(topics.results(), result.agent(), result)
        .with(HeaderNames.ACTION, result.action().value());
  }

  /// What a world answers with may be what nobody can write down; that it answered counts.
  private ActionResult written(Action action, ActionResult result) {
    try {
      return bound.bound(result);
    } catch (RuntimeException | StackOverflowError e) {
      LOG.atError()
          .addKeyValue("action", action.action())
          .addKeyValue("tool", action.tool())
          .setCause(e)
          .log("a result can't be written");
      return ExecutorAnswers.unwritable(action, result, e);
    }
  }

  private List<Emit<?, ?>> answer(Action action, Context<Lane> context, Lease begin, Span span)
      throws InterruptedException {
    Asked<T> asked = read(action);
    boolean onLedger =
        asked instanceof Call<T> call
            && safety == Safety.LEDGER
            && call.effect() == Effect.WRITE
            && action.mode() != Action.Mode.SIMULATE;
    ActionResult result =
        written(
            action,
            switch (asked) {
              case Asked.Nonsense<T>(ActionResult answer) -> answer;
              case Call<T> call ->
                  onLedger ? byLedger(call, context, begin) : byWorld(call, context, begin);
            });
    ToolSpans.answered(span, result);
    List<Emit<?, ?>> emits = new ArrayList<>(2);
    if (onLedger) {
      Emit<?, ?> outcome =
          ledgerWrites.close(
              action, result, tenures.of(context.partition()).ledger(), context.partition());
      if (outcome != null) {
        emits.add(outcome);
      }
    }
    emits.add(named(result));
    Failpoint.reach("executor.after-outcome");
    return emits;
  }

  /// Of the world, or of one of those that share this one's name; of a world that was retired
  /// meanwhile, too: what became of its writes is not answered by "not ours". What the action names
  /// is looked for before its group is: it may have been declared a moment ago.
  private boolean isOurs(Action action) {
    String named = action.agent().world();
    boolean isKnown =
        worlds.meant(named, action.catalogue()).world() != null || worlds.knows(named);
    return isKnown && world.equals(worlds.group(named, action.catalogue()));
  }

  private Asked<T> read(Action action) {
    if (!isOurs(action)) {
      return new Asked.Nonsense<>(ExecutorAnswers.wrongWorld(action, world));
    }
    if (!mandates.allow(action)) {
      return new Asked.Nonsense<>(ExecutorAnswers.notThisActor(action));
    }
    try {
      return switch (calls.read(action)) {
        case Call<T> call -> call.signedBy(mandates.key(action));
        case Asked.Nonsense<T> nonsense -> nonsense;
      };
    } catch (KafkaException e) {
      throw e; // the declaration can't be looked up now
    } catch (RuntimeException | StackOverflowError e) {
      // Arguments that even the check can't bear were never acted on.
      return new Asked.Nonsense<>(ExecutorAnswers.bug(action, e));
    }
  }

  /// Whether it is a write of the agent's, to be begun.
  boolean begins(Action action) {
    return action.mode() == Action.Mode.EXECUTE
        && calls.effect(action) == Effect.WRITE
        && !calls.isInternal(action);
  }

  private ActionResult byLedger(Call<T> call, Context<Lane> context, Lease begin)
      throws InterruptedException {
    Tenure tenure = tenures.of(context.partition());
    return switch (call.action().mode()) {
      case EXECUTE -> ledgerWrites.execute(call, tenure, context, begin);
      case RECONCILE -> ledgerWrites.reconcile(call, tenure);
      case SIMULATE -> throw new IllegalStateException("a simulation needs no ledger");
    };
  }

  private ActionResult byWorld(Call<T> call, Context<Lane> context, Lease begin)
      throws InterruptedException {
    Action action = call.action();
    boolean late = clock.instant().isAfter(action.notAfter());
    return switch (action.mode()) {
      case SIMULATE ->
          late ? ExecutorAnswers.tooLate(action, gates.of(action).isAway()) : direct.look(call);
      case RECONCILE ->
          (late
                  ? direct.reconcileOnce(call, Prepared.NOTHING)
                  : direct.reconcile(call, Prepared.NOTHING))
              .told(action);
      case EXECUTE -> {
        if (call.effect() == Effect.READ) {
          yield late
              ? ExecutorAnswers.tooLate(action, gates.of(action).isAway())
              : direct.look(call);
        }
        yield late
            ? lateWrite(call, tenures.of(context.partition()), context.offset())
            : direct.perform(call, Prepared.NOTHING, begin, context);
      }
    };
  }

  /// A transactional write whose time is over. A predecessor may have performed it and died before
  /// its answer was on the log, so only a fresh action is surely not begun.
  private ActionResult lateWrite(Call<T> call, Tenure tenure, long offset)
      throws InterruptedException {
    Action action = call.action();
    if (!tenure.isFresh(offset)) {
      Reconciled found = direct.reconcileOnce(call, Prepared.NOTHING);
      if (!(found instanceof Reconciled.NotDone)) {
        return found.told(action);
      }
    }
    return ExecutorAnswers.tooLate(action, gates.of(action).isAway());
  }
}
