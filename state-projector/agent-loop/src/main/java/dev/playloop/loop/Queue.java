package dev.playloop.loop;

import dev.playloop.loop.people.Parking;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Asking;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One open run per agent, and the bounded queue of triggers that wait for it, by priority, then
/// arrival.
final class Queue {
  static final int MAX_JOINED = 32;

  private Queue() {}

  /// True where the run, which only waits, goes on at once for this trigger, as it would yield to
  /// it or take it in.
  static boolean arrived(Draft draft, Trigger trigger, boolean duplicate) {
    String id = String.valueOf(trigger.id());
    DropReason reason = refusal(draft, trigger, id, duplicate);
    if (reason != null) {
      draft.drop(id, reason);
      return false;
    }
    Instant until =
        draft.config() == null ? draft.at().plus(draft.policy().unknownAgentWait()) : null;
    TriggerClass is = draft.runs().current().classOf(trigger.kind());
    boolean opens = opens(draft, is);
    boolean first =
        opens && draft.queue().stream().noneMatch(one -> opens(draft, one.triggerClass()));
    // One that is opened at the end of this fold is not there when the queue is measured.
    int bytes = first ? 0 : Json.bytes(trigger).length;
    AgentState.Waiting waiting =
        new AgentState.Waiting(trigger, bytes, until, is == trigger.triggerClass() ? null : is);
    insert(draft, waiting);
    if (opens) {
      return false; // the first that may is opened at the end of this fold
    }
    bound(draft);
    for (int i = 0; i < draft.queue().size(); i++) {
      if (id.equals(draft.queue().get(i).trigger().id())) {
        draft.event(new LoopEvent.TriggerQueued(id, i));
        return draft.openRun() != null && (mayJoin(draft.openRun(), waiting) || yields(draft));
      }
    }
    return false;
  }

  private static @Nullable DropReason refusal(
      Draft draft, Trigger trigger, String id, boolean duplicate) {
    if (duplicate || isKnown(draft, id)) {
      return DropReason.DUPLICATE;
    }
    Instant oldest = draft.at().minus(draft.policy().knownTriggers());
    if (trigger.at() != null && trigger.at().isBefore(oldest)) {
      return DropReason.TOO_OLD;
    }
    if (trigger.hops() > draft.policy().maxHops()) {
      return DropReason.LOOP;
    }
    if (draft.quarantined()) {
      return DropReason.QUARANTINED;
    }
    if (draft.config() != null && !draft.config().enabled()) {
      return DropReason.DISABLED;
    }
    return isRepeatedTick(draft, trigger) || Ticks.isRepeated(draft, id)
        ? DropReason.COLLAPSED
        : null;
  }

  /// The shell's store knows all ids of a week; this net covers what the state itself holds.
  private static boolean isKnown(Draft draft, String id) {
    return isOf(draft.openRun(), id)
        || isOf(draft.runs().parked(), id)
        || draft.queue().stream().anyMatch(waiting -> id.equals(waiting.trigger().id()));
  }

  /// Whether the run, if there is one, answers that trigger.
  static boolean isOf(@Nullable RunDraft run, String trigger) {
    return run != null && run.triggers().contains(trigger);
  }

  private static boolean isRepeatedTick(Draft draft, Trigger trigger) {
    return draft.runs().current().classOf(trigger.kind()) == TriggerClass.IDLE
        && draft.queue().stream()
            .anyMatch(waiting -> waiting.trigger().kind().equals(trigger.kind()));
  }

  private static void insert(Draft draft, AgentState.Waiting waiting) {
    int priority = priority(waiting);
    int place = draft.queue().size();
    while (place > 0 && priority(draft.queue().get(place - 1)) < priority) {
      place--;
    }
    List<AgentState.Waiting> queue = new ArrayList<>(draft.queue());
    queue.add(place, waiting);
    draft.queue(queue);
  }

  private static int priority(AgentState.Waiting waiting) {
    return waiting.trigger().priorityAs(waiting.triggerClass());
  }

  /// Drops from the end, which is the newest of the lowest priority.
  private static void bound(Draft draft) {
    while (draft.queue().size() > draft.policy().queueTriggers()
        || draft.queue().stream().mapToInt(AgentState.Waiting::bytes).sum()
            > draft.policy().queueBytes()) {
      Trigger lowest = draft.queue().getLast().trigger();
      draft.queue(draft.queue().subList(0, draft.queue().size() - 1));
      draft.drop(String.valueOf(lowest.id()), DropReason.QUEUE_FULL);
    }
  }

  /// Whether a run may open for a trigger of this class now: none is open, and nothing of an
  /// earlier one is in flight. Beside one that waits for people a conversation may, unless that
  /// holds the agent.
  private static boolean opens(Draft draft, TriggerClass is) {
    RunDraft parked = draft.runs().parked();
    Asking.Ask ask = parked == null ? null : parked.asking().ask();
    boolean makesRoom =
        parked == null || (is == TriggerClass.CONVERSATION && ask != null && !ask.terms().hold());
    return makesRoom
        && !Parking.mayResume(draft) // which goes first
        && draft.openRun() == null
        && draft.call() == null
        && draft.flights().orphan() == null
        && draft.config() != null
        && draft.config().enabled()
        && !draft.paused()
        && draft.halt() == null
        && !draft.quarantined();
  }

  /// Whether the open run gives way to a waiting conversation.
  static boolean yields(Draft draft) {
    if (draft.openRun() == null || draft.paused() || draft.openRun().turns() == 0) {
      return false;
    }
    boolean may =
        switch (draft.openRun().origin().triggerClass()) {
          case IDLE, SCHEDULE -> true;
          case CONVERSATION, EVENT -> false;
        };
    return may
        && draft.queue().stream().anyMatch(w -> w.triggerClass() == TriggerClass.CONVERSATION);
  }

  /// Takes the waiting conversation triggers of the open run's subject out of the queue.
  static List<Trigger> joining(Draft draft) {
    RunDraft run = draft.run();
    List<Trigger> joining = new ArrayList<>();
    List<AgentState.Waiting> rest = new ArrayList<>();
    for (AgentState.Waiting waiting : draft.queue()) {
      if (mayJoin(run, waiting) && run.triggers().size() + joining.size() < MAX_JOINED) {
        joining.add(waiting.trigger());
      } else {
        rest.add(waiting);
      }
    }
    draft.queue(rest);
    return joining;
  }

  private static boolean mayJoin(RunDraft run, AgentState.Waiting waiting) {
    return run.origin().triggerClass() == TriggerClass.CONVERSATION
        && waiting.triggerClass() == TriggerClass.CONVERSATION
        && run.origin().subject() != null
        && run.origin().subject().equals(waiting.trigger().subject());
  }

  /// Drops the triggers that waited long enough for their agent's config.
  static void dropUnknown(Draft draft) {
    drop(draft, DropReason.NO_SUCH_AGENT, waiting -> draft.isDue(waiting.until()));
  }

  static void dropAll(Draft draft, DropReason reason) {
    drop(draft, reason, any -> true);
  }

  /// Drops those of the waiting triggers.
  static void drop(Draft draft, DropReason reason, Predicate<AgentState.Waiting> which) {
    for (AgentState.Waiting waiting : draft.queue()) {
      if (which.test(waiting)) {
        draft.drop(String.valueOf(waiting.trigger().id()), reason);
      }
    }
    draft.queue(draft.queue().stream().filter(which.negate()).toList());
  }

  /// Sets (or lifts, by null) the time at which the waiting triggers give up on their agent.
  static void waitForConfig(Draft draft, @Nullable Instant until) {
    draft.queue(draft.queue().stream().map(waiting -> waiting.until(until)).toList());
  }

  /// Takes the first out of the queue for which a run may open now; null where there is none.
  static AgentState.@Nullable Waiting next(Draft draft) {
    for (AgentState.Waiting waiting : draft.queue()) {
      if (opens(draft, waiting.triggerClass())) {
        List<AgentState.Waiting> rest = new ArrayList<>(draft.queue());
        rest.remove(waiting);
        draft.queue(rest);
        return waiting;
      }
    }
    return null;
  }
}
