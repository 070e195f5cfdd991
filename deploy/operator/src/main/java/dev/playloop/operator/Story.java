package dev.playloop.operator;

import dev.playloop.journal.KeyRing;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The runs of an agent, or one of them: which steps belong to which, in the order in which they
/// are told. Read from the journal, which keeps everything for ever. One agent has one open run at
/// a time, so a run's steps stand together; only triggers that arrive meanwhile stand between, and
/// are held until their run opens. Used once, by one thread.
public final class Story {
  private static final Duration POLL = Duration.ofMillis(100);

  private final AgentId agent;
  private final @Nullable RunId only;
  private final Consumer<? super Told> listener;
  private final Map<String, Step.Triggered> triggers = new HashMap<>();
  private @Nullable RunId open;
  private String seen = "";
  private int turn;
  private int runs;

  private Story(AgentId agent, @Nullable RunId only, Consumer<? super Told> listener) {
    this.agent = agent;
    this.only = only;
    this.listener = listener;
  }

  /// Of a run (`tally/ada:msg-001`) or of all runs of an agent (`tally/ada`), told to `listener`.
  public static Story about(String runOrAgent, Consumer<? super Told> listener) {
    if (runOrAgent.indexOf(':') < 0) {
      return new Story(new AgentId(runOrAgent), null, listener);
    }
    RunId run = new RunId(runOrAgent);
    return new Story(run.agent(), run, listener);
  }

  /// Tells what a cluster's journal holds up to now; returns how many runs that are. Payloads that
  /// `keys` don't open are left out.
  public int tell(KafkaSettings kafka, KeyRing keys) {
    try (Following following = plan(kafka, keys).from(Position.BEGINNING)) {
      following.toEnd().steps().forEach(this::add);
    }
    return runs;
  }

  /// Tells what is there and then what comes, until the run is over; all runs of an agent until the
  /// thread is interrupted.
  public void follow(KafkaSettings kafka, KeyRing keys) throws InterruptedException {
    try (Following following = plan(kafka, keys).from(Position.BEGINNING)) {
      following.toEnd().steps().forEach(this::add);
      while (!over()) {
        following.poll(POLL).steps().forEach(this::add);
        if (Thread.interrupted()) {
          throw new InterruptedException("stopped while it followed " + agent);
        }
      }
    }
  }

  private Following.Plan plan(KafkaSettings kafka, KeyRing keys) {
    return Following.of(kafka).only(Set.of(agent)).openedBy(keys).actionsOf(List.of(agent.world()));
  }

  private boolean over() {
    return only != null && runs > 0 && open == null;
  }

  /// How many runs were told.
  int runs() {
    return runs;
  }

  /// Whether a step of this run would be told now.
  boolean tells(RunId run) {
    return run.equals(open);
  }

  /// From here on under that turn.
  void under(int number) {
    turn = number;
  }

  /// The agent's next step; what does not belong to the story is left out.
  public void add(Step step) {
    switch (step) {
      case Step.Triggered s -> {
        triggers.put(String.valueOf(s.trigger().id()), s);
        if (open != null && open.trigger().equals(s.trigger().id())) {
          trigger(s);
        }
      }
      case Step.Noted s -> noted(s);
      case Step.Saw s -> {
        if (!s.view().summary().equals(seen)) {
          seen = s.view().summary();
          say(s);
        }
      }
      case Step.Decided s -> decided(s);
      case Step.Acted s -> {
        if (tells(s.result().action().run())) {
          say(s);
        }
      }
      case Step.Progressed s -> {
        if (tells(s.progress().action().run())) {
          say(s);
        }
      }
      case Step.Closed s -> {
        if (tells(s.run().run())) {
          say(s);
          open = null;
        }
      }
      case Step.Dropped s -> {
        if (only == null) {
          listener.accept(new Told.Happened(null, 0, s));
        }
      }
      case Step.Published _, Step.TurnOpened _ -> {}
    }
  }

  private void noted(Step.Noted step) {
    switch (step.event()) {
      case LoopEvent.RunOpened opened -> opened(step, opened);
      case LoopEvent.TriggerJoined _,
          LoopEvent.RouteChanged _,
          LoopEvent.Overrun _,
          LoopEvent.ApprovalAsked _,
          ApprovalEvent _,
          LoopEvent.Poisoned _,
          LoopEvent.WorkHeld _,
          LoopEvent.WorkResumed _ ->
          say(step);
      case LoopEvent.TriggerQueued _,
          LoopEvent.Quarantined _,
          LoopEvent.RunClosed _,
          LoopEvent.TriggerDropped _ -> {}
    }
  }

  private void opened(Step.Noted step, LoopEvent.RunOpened opened) {
    if (only != null && !only.equals(opened.run())) {
      return;
    }
    open = opened.run();
    seen = "";
    turn = 0;
    runs++;
    say(step);
    Step.Triggered trigger = triggers.get(opened.trigger());
    if (trigger != null) {
      trigger(trigger);
    }
  }

  private void trigger(Step.Triggered step) {
    say(step);
    triggers.remove(String.valueOf(step.trigger().id()));
  }

  private void decided(Step.Decided step) {
    Decision decision = step.decision();
    if (tells(decision.turn().run())) {
      turn = decision.turn().number();
      say(step);
    }
  }

  private void say(Step step) {
    if (open != null) {
      listener.accept(new Told.Happened(open, turn, step));
    }
  }
}
