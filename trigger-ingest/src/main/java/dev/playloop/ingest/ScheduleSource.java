package dev.playloop.ingest;

import dev.playloop.kit.Emit;
import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.Unhandled;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.topic.Topics;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The schedules of one share of the agents. Its cursor is the time up to which every due trigger
/// has been written. After a downtime each schedule catches up once, with its newest due time; a
/// trigger's id comes from schedule and due time, so whoever computes it, it is the same one.
/// Polled by one thread at a time.
final class ScheduleSource implements OwnedSource {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduleSource.class);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);

  /// A schedule that is new to a restarted owner would fire for times since the cursor, so the
  /// cursor is moved at least this often.
  private static final Duration CURSOR_AGE = Duration.ofMinutes(1);

  private final Topics topics;
  private final int share;
  private final int shares;
  private final Agents agents;
  private final Clock clock;
  private final Map<Key, Planned> plan = new HashMap<>();
  private @Nullable String expected;
  private Instant checked = Instant.MIN;

  /// Share number `share` of `shares`, counted from 0.
  ScheduleSource(Topics topics, int share, int shares, Agents agents, Clock clock) {
    this.topics = topics;
    this.share = share;
    this.shares = shares;
    this.agents = agents;
    this.clock = clock;
  }

  /// The agents as they are configured now.
  interface Agents {
    /// Whether they are known yet; without them nothing may be called done.
    boolean isLoaded();

    Iterable<AgentConfig> all();
  }

  private record Key(AgentId agent, String schedule) {}

  /// `times` is null where the schedule can't be read, `next` where it is never due again.
  private record Planned(Schedule schedule, @Nullable DueTimes times, @Nullable Instant next) {}

  private record Due(AgentId agent, Schedule schedule, Instant at) {}

  @Override
  public SourceId id() {
    return new SourceId("schedules-" + share);
  }

  @Override
  public Polled poll(@Nullable String cursor) {
    if (!agents.isLoaded()) {
      return new Polled(List.of(), null, LONGEST_PAUSE);
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Instant written = written(cursor, now);
    if (!Objects.equals(cursor, expected) || checked.isBefore(written)) {
      plan.clear();
      checked = written;
    }
    if (now.isBefore(checked)) {
      return new Polled(List.of(), null, LONGEST_PAUSE);
    }
    List<Due> due = due(now);
    checked = now;
    boolean stale = Duration.between(written, now).compareTo(CURSOR_AGE) >= 0;
    expected = cursor == null || stale || !due.isEmpty() ? now.toString() : cursor;
    List<Unreadable> unwritable = new ArrayList<>();
    List<Emit<?, ?>> outputs = outputs(due, unwritable);
    return new Polled(outputs, unwritable, expected, pause(now));
  }

  /// A cursor that is no time is somebody's garbage: the schedules go on from now.
  private static Instant written(@Nullable String cursor, Instant now) {
    try {
      return cursor == null ? now : Instant.parse(cursor);
    } catch (DateTimeException e) {
      LOG.error("a cursor of schedules is no time, they go on from now: {}", e.getMessage());
      return now;
    }
  }

  private List<Due> due(Instant now) {
    List<Due> due = new ArrayList<>();
    Set<Key> seen = new HashSet<>();
    for (AgentConfig config : agents.all()) {
      if (config.enabled() && Math.floorMod(config.agent().value().hashCode(), shares) == share) {
        for (Schedule schedule : config.schedules()) {
          if (schedule.delay() != null) {
            continue; // counted from the end of a run, which the loop knows
          }
          Key key = new Key(config.agent(), schedule.name());
          seen.add(key);
          take(key, schedule, now).ifPresent(due::add);
        }
      }
    }
    plan.keySet().retainAll(seen);
    due.sort(Comparator.comparing(Due::at).thenComparing(Due::agent));
    return due;
  }

  /// What is due of one schedule, and its next due time into the plan.
  private Optional<Due> take(Key key, Schedule schedule, Instant now) {
    Planned planned = plan.get(key);
    if (planned == null || !planned.schedule.equals(schedule)) {
      planned = planned(key, schedule);
      plan.put(key, planned);
    }
    DueTimes times = planned.times;
    if (times == null || planned.next == null || planned.next.isAfter(now)) {
      return Optional.empty();
    }
    Instant at = times.latest(checked, now).orElse(planned.next);
    plan.put(key, new Planned(schedule, times, times.next(now).orElse(null)));
    return Optional.of(new Due(key.agent, schedule, at));
  }

  private Planned planned(Key key, Schedule schedule) {
    try {
      DueTimes times = DueTimes.of(schedule);
      return new Planned(schedule, times, times.next(checked).orElse(null));
    } catch (RuntimeException e) {
      // Whatever the cron library thinks of it, the other agents' schedules fire.
      LOG.warn("{}: schedule {} never fires: {}", key.agent, key.schedule, Unhandled.text(e));
      return new Planned(schedule, null, null);
    }
  }

  private List<Emit<?, ?>> outputs(List<Due> due, List<Unreadable> unwritable) {
    List<Emit<?, ?>> outputs = new ArrayList<>();
    for (Due one : due) {
      try {
        outputs.add(Emit.of(topics.triggers(), one.agent, trigger(one)));
      } catch (RuntimeException e) {
        // A schedule of which no trigger can be made must not keep the other agents from theirs.
        String place = one.agent + " " + one.schedule.name() + " " + one.at;
        unwritable.add(new Unreadable(place, "", "no trigger: " + Unhandled.text(e)));
      }
    }
    return outputs;
  }

  private static Trigger trigger(Due due) {
    Schedule schedule = due.schedule;
    String text = schedule.text();
    return Trigger.of(
            TriggerId.ofSchedule(due.agent, schedule.name(), due.at),
            due.agent,
            schedule.kindOrDefault())
        .at(due.at)
        .text(text == null ? "" : text)
        .data(schedule.data());
  }

  /// Until the next due time, but not longer than it takes to see a changed config.
  private Duration pause(Instant now) {
    Duration pause = LONGEST_PAUSE;
    for (Planned planned : plan.values()) {
      if (planned.next != null) {
        Duration left = Duration.between(now, planned.next);
        pause = left.compareTo(pause) < 0 ? left : pause;
      }
    }
    return pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause;
  }
}
