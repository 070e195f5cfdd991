package dev.playloop.loop;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.TriggerId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Schedules with a fixed delay. Only the loop knows when a run has ended, so their triggers are
/// its own: each such schedule of an enabled agent has a time at which it is due, or one trigger
/// that waits or runs, never both and never neither. The first is due one delay after its config
/// came.
final class Ticks {
  private Ticks() {}

  /// Puts what is due into the queue, as if it had just arrived. True where the open run, which
  /// only waits, goes on at once for it.
  static boolean passed(Draft draft) {
    boolean goesOn = false;
    for (AgentState.Delayed delayed : draft.delays()) {
      Schedule schedule = find(draft, delayed.schedule());
      if (schedule != null && draft.isDue(delayed.due())) {
        List<AgentState.Delayed> rest = new ArrayList<>(draft.delays());
        rest.remove(delayed);
        draft.delays(rest);
        goesOn |= Queue.arrived(draft, trigger(draft, schedule, delayed), false);
      }
    }
    return goesOn;
  }

  private static Trigger trigger(Draft draft, Schedule schedule, AgentState.Delayed delayed) {
    String text = schedule.text();
    return Trigger.of(
            TriggerId.ofSchedule(draft.agent(), schedule.name(), delayed.due()),
            draft.agent(),
            schedule.kindOrDefault())
        .at(draft.at())
        .text(text == null ? "" : text)
        .data(schedule.data());
  }

  /// After each input: who has neither a due time nor a trigger gets a due time; who is no such
  /// schedule any more, or whose trigger is there, has none.
  static void settle(Draft draft) {
    AgentConfig config = draft.config();
    List<AgentState.Delayed> next = new ArrayList<>();
    if (config != null && config.enabled() && !draft.quarantined()) {
      for (Schedule schedule : config.schedules()) {
        if (schedule.delay() != null && !isThere(draft, schedule)) {
          next.add(due(draft, schedule));
        }
      }
    }
    if (!next.equals(draft.delays())) {
      draft.delays(next);
    }
  }

  private static AgentState.Delayed due(Draft draft, Schedule schedule) {
    for (AgentState.Delayed delayed : draft.delays()) {
      if (delayed.isOf(schedule)) {
        return delayed;
      }
    }
    return AgentState.Delayed.after(draft.at(), schedule);
  }

  private static boolean isThere(Draft draft, Schedule schedule) {
    return runs(draft, draft.openRun(), schedule)
        || runs(draft, draft.runs().parked(), schedule)
        || isWaiting(draft, schedule);
  }

  private static boolean runs(Draft draft, @Nullable RunDraft run, Schedule schedule) {
    return run != null && run.triggers().stream().anyMatch(id -> isOf(draft, schedule, id));
  }

  static boolean isWaiting(Draft draft, Schedule schedule) {
    return draft.queue().stream()
        .anyMatch(waiting -> isOf(draft, schedule, String.valueOf(waiting.trigger().id())));
  }

  /// Whether another of its schedule, which collapses, waits already.
  static boolean isRepeated(Draft draft, String id) {
    return draft.config() != null
        && draft.config().schedules().stream()
            .anyMatch(schedule ->
                schedule.collapses() && isOf(draft, schedule, id) && isWaiting(draft, schedule));
  }

  private static boolean isOf(Draft draft, Schedule schedule, String id) {
    return TriggerId.isOfSchedule(id, draft.agent(), schedule.name());
  }

  private static @Nullable Schedule find(Draft draft, String name) {
    AgentConfig config = draft.config();
    return config == null
        ? null
        : config.schedules().stream()
            .filter(schedule -> schedule.delay() != null && schedule.name().equals(name))
            .findFirst()
            .orElse(null);
  }
}
