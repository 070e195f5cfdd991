package dev.playloop.projector.shell;

import dev.playloop.projector.steady.CommitPace;
import dev.playloop.projector.steady.Guard;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.id.AgentId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What comes without a record: deadlines that are due, halts that began or ended, and worlds that
/// were retired, up to [#MAX_ALARMS_A_TICK] of each in a tick. One that can't be folded costs its
/// own agent alone. Owned by the task's thread.
final class Rounds {
  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
  private static final int MAX_ALARMS_A_TICK = 500;
  private static final long UNFOLDABLE_REST_MILLIS = 60_000;

  private final Alarms alarms;
  private final CatchingUp catchingUp;
  private final Supplier<@Nullable Halts> halts;
  private final Supplier<Map<String, String>> retired;
  private final Guard guard;
  private final AgentTask task;
  private final CommitPace pace;
  private final ArrayDeque<String> toAlign = new ArrayDeque<>();
  private BiConsumer<AgentId, Instant> nobody = (_, _) -> {};
  private @Nullable Halts followed;
  private Map<String, String> gone = Map.of();

  Rounds(Looked at, Guard guard, AgentTask task, CommitPace pace) {
    this.alarms = at.alarms();
    this.catchingUp = at.catchingUp();
    this.halts = at.setup().halts();
    this.retired = at.setup().worlds()::retired;
    this.guard = guard;
    this.task = task;
    this.pace = pace;
  }

  /// What is looked at in each round; of `setup` the halts and the worlds.
  record Looked(Alarms alarms, CatchingUp catchingUp, LoopSetup setup) {}

  /// Who is told of an alarm of an agent of which nothing was folded yet.
  Rounds strangers(BiConsumer<AgentId, Instant> told) {
    nobody = told;
    return this;
  }

  /// Looks at what is due, if the task has read what lay there before.
  void tick(Supplier<Instant> clock) {
    pace.tick();
    if (!catchingUp.tick(clock.get().toEpochMilli())) {
      return;
    }
    follow(clock);
    for (int i = 0; i < MAX_ALARMS_A_TICK; i++) {
      Instant now = clock.get();
      Alarms.Alarm due = alarms.take(now.toEpochMilli());
      if (due == null) {
        return;
      }
      guard.wake(due.agent(), due.at(), () -> wake(due, now), () -> rest(due, now));
    }
  }

  /// Tells those who wait for something of a halt that began or ended, or that their world is
  /// retired, some in each tick.
  private void follow(Supplier<Instant> clock) {
    Halts now = halts.get();
    Map<String, String> without = retired.get();
    if ((now != null && !now.equals(followed)) || !without.equals(gone)) {
      followed = now == null ? followed : now;
      gone = without;
      toAlign.clear();
      toAlign.addAll(alarms.agents());
    }
    for (int i = 0; i < MAX_ALARMS_A_TICK && !toAlign.isEmpty(); i++) {
      String agent = toAlign.remove();
      Instant at = clock.get();
      guard.again(
          "align:" + agent,
          () -> align(new AgentId(agent), at),
          () ->
              LOG.atError()
                  .addKeyValue("agent", agent)
                  .log("it is not told of a halt, or that its world is retired"));
    }
  }

  private void align(AgentId agent, Instant now) {
    try {
      task.align(agent, now);
    } catch (KafkaException e) {
      throw e;
    } catch (RuntimeException e) {
      task.undo(agent);
      LOG.atError()
          .addKeyValue("agent", agent)
          .setCause(e)
          .log("a halt, or that its world is retired, can't be folded; again with its next input");
      return;
    }
    task.commit();
    pace.took(agent.value(), now.toEpochMilli());
  }

  private void wake(Alarms.Alarm due, Instant now) {
    AgentId agent = new AgentId(due.agent());
    try {
      if (task.knows(agent)) {
        task.wake(agent, due.at(), now);
      } else {
        nobody.accept(agent, now);
      }
    } catch (KafkaException e) {
      throw e;
    } catch (RuntimeException e) {
      task.undo(agent);
      LOG.atError()
          .addKeyValue("agent", due.agent())
          .setCause(e)
          .log("its deadline can't be folded; tried again in a minute");
      rest(due, now);
      return;
    }
    task.commit();
    pace.took(due.agent(), now.toEpochMilli());
  }

  private void rest(Alarms.Alarm due, Instant now) {
    alarms.set(due.agent(), now.toEpochMilli() + UNFOLDABLE_REST_MILLIS);
  }
}
