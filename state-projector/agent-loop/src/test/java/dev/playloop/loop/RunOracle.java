package dev.playloop.loop;

import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which runs there are, from what is told of them: at most one open and one parked, the parked one
/// with its time standing still. Used by one thread.
final class RunOracle {
  private final Map<RunId, Known> all = new HashMap<>();
  private final Map<String, String> subjects = new HashMap<>();
  private final Set<RunId> there = new HashSet<>();
  private final ApprovalCounts counts;
  private @Nullable RunId parked;
  private boolean halted;

  RunOracle(ApprovalCounts counts) {
    this.counts = counts;
  }

  /// A run, and the config that it began with.
  static final class Known {
    private final RunId id;
    private final AgentConfig config;
    private final Instant end;
    private final @Nullable String subject;
    private Duration stood = Duration.ZERO;
    private @Nullable Instant standsSince;

    Known(RunId id, AgentConfig config, Instant end, @Nullable String subject) {
      this.id = id;
      this.config = config;
      this.end = end;
      this.subject = subject;
    }

    RunId id() {
      return id;
    }

    AgentConfig config() {
      return config;
    }

    @Nullable String subject() {
      return subject;
    }

    private void stop(Instant at) {
      standsSince = standsSince == null ? at : standsSince;
    }

    private void goOn(Instant at) {
      stood = standsSince == null ? stood : stood.plus(Duration.between(standsSince, at));
      standsSince = null;
    }
  }

  static int number(ActionId action) {
    String id = action.value();
    return Integer.parseInt(id.substring(id.lastIndexOf('.') + 1));
  }

  void about(String trigger, @Nullable String subject) {
    subjects.put(trigger, String.valueOf(subject));
  }

  void configured(boolean usable) {
    counts.changedWhileParked += parked != null && usable ? 1 : 0;
  }

  Known known(RunId run) {
    return Objects.requireNonNull(all.get(run), () -> "no run " + run);
  }

  void opened(LoopEvent.RunOpened opened, AgentConfig config, Instant at) {
    Duration limit = config.limits(opened.kind()).deadlineOrDefault();
    String subject = subjects.get(opened.trigger());
    Known run =
        new Known(opened.run(), config, at.plus(limit), "null".equals(subject) ? null : subject);
    if (halted) {
      throw new AssertionError("opened in a halt: " + opened);
    }
    all.put(opened.run(), run);
  }

  void event(LoopEvent event, Instant at, Map<ActionId, AskedWrite> asked) {
    switch (event) {
      case LoopEvent.RunOpened opened -> {
        if (!there.stream().allMatch(run -> run.equals(parked))) {
          throw new AssertionError(opened + " while " + there + " are there, parked " + parked);
        }
        if (parked != null) {
          counts.second++;
          boolean hold = question(asked).rule.onWait() == ApprovalRule.OnWait.HOLD;
          if (hold || TriggerClass.of(opened.kind()) != TriggerClass.CONVERSATION) {
            throw new AssertionError(opened + " beside a parked run");
          }
        }
        there.add(opened.run());
      }
      case LoopEvent.RunClosed closed -> {
        Known run = known(closed.run());
        boolean wasParked = closed.run().equals(parked);
        run.goOn(at);
        if (closed.outcome() == LoopEvent.RunOutcome.DEADLINE
            && (wasParked || at.isBefore(run.end.plus(run.stood)))) {
          throw new AssertionError(closed + " at " + at + " before " + run.end.plus(run.stood));
        }
        counts.closedParked += wasParked ? 1 : 0;
        parked = wasParked ? null : parked;
        if (!there.remove(closed.run())) {
          throw new AssertionError(closed + " is not there");
        }
      }
      case ApprovalEvent.RunParked one -> {
        if (parked != null || !there.contains(one.run())) {
          throw new AssertionError(one + " beside " + parked);
        }
        parked = one.run();
        known(parked).stop(at);
      }
      case ApprovalEvent.RunResumed one -> {
        if (!one.run().equals(parked) || there.size() > 1 || halted) {
          throw new AssertionError(one + ", but parked is " + parked + " of " + there);
        }
        if (question(asked).isOpen()) {
          throw new AssertionError(one + " while its question is open");
        }
        known(one.run()).goOn(at);
        counts.days += one.waited().compareTo(Duration.ofDays(1)) > 0 ? 1 : 0;
        parked = null;
      }
      case LoopEvent.WorkHeld _ -> {
        halted = true;
        counts.haltedWhileParked += parked != null ? 1 : 0;
        there.forEach(run -> known(run).stop(at));
      }
      case LoopEvent.WorkResumed _ -> {
        halted = false;
        there.stream().filter(run -> !run.equals(parked)).forEach(run -> known(run).goOn(at));
      }
      default -> {}
    }
  }

  /// What the parked run waits for.
  private AskedWrite question(Map<ActionId, AskedWrite> asked) {
    return asked.values().stream()
        .filter(one -> one.run.equals(parked))
        .max(Comparator.comparingInt(one -> one.order))
        .orElseThrow(() -> new AssertionError(parked + " waits for nothing"));
  }

  void releases(Action action, Map<ActionId, AskedWrite> asked) {
    RunId run = action.action().run();
    if (!there.contains(run) || run.equals(parked)) {
      throw new AssertionError(action + " goes out of a run that is closed, or parked " + parked);
    }
    if (parked == null) {
      return;
    }
    counts.besides++;
    AskedWrite waits = question(asked);
    Lane theirs =
        Objects.requireNonNull(TestWorld.PLAIN.tools().find(waits.tool))
            .lane(Configs.ADA, "ada", action.action(), waits.args);
    if (AskedWrite.rule(known(run).config(), action.tool(), action.args()) != null
        || theirs.equals(action.lane())) {
      throw new AssertionError(action + " goes out before " + waits.tool + " " + waits.args);
    }
  }

  /// What is kept agrees with what was told, and nothing of a parked run is in flight.
  void after(Transition step) {
    Run kept = step.state().parked();
    Run open = step.state().run();
    if (!Objects.equals(kept == null ? null : kept.id(), parked)
        || there.size() != (kept == null ? 0 : 1) + (open == null ? 0 : 1)) {
      throw new AssertionError("there are " + there + ", parked " + parked + ": " + step.state());
    }
    if (kept != null) {
      boolean rests =
          kept.phase() instanceof Phase.Acting acting
              && acting.open().stream()
                  .allMatch(p ->
                      p.progress() == Pending.Progress.HELD
                          || p.progress() == Pending.Progress.ASKED);
      if (!rests || kept.doubt() != null) {
        throw new AssertionError("parked with something in flight: " + kept);
      }
    }
  }
}
