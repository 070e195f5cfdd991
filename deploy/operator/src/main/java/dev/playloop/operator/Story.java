package dev.playloop.operator;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.seal.KeyRing;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The runs of an agent, or one of them: which steps belong to which, in the order in which they
/// are told. Read from the journal, which keeps everything for ever. An agent is at one run at a
/// time; another may wait for a person meanwhile, and what comes of that stands between. Triggers
/// that arrive are held until their run opens; one that comes again meanwhile is dropped, and not
/// what the run is about. Used once, by one thread.
public final class Story {
  private static final Duration POLL = Duration.ofMillis(100);

  private final AgentId agent;
  private final @Nullable RunId only;
  private final Consumer<? super Told> listener;

  /// Those that wait for their run, by their ids.
  private final Map<String, Arrival> arrivals = new HashMap<>();

  /// The trigger that came last, and the one of its id that waited before; null where none did.
  private @Nullable String newest;

  private @Nullable Arrival before;

  /// The run that the last step opened, whose trigger was not there yet: it is the next one.
  private @Nullable RunId fresh;

  /// Those that are told and not over: the one that the agent is at, and one that waits.
  private final Map<RunId, Under> open = new HashMap<>();

  /// Under which name the actions of the agent's world lie.
  private String group;

  /// The one that the agent is at, told or not.
  private @Nullable RunId current;

  private int runs;

  /// The number of the entry whose steps come, and of the one that is being told of.
  private long entry;

  private long telling;

  /// A trigger, and the number of its entry.
  private record Arrival(Step.Triggered step, long entry) {}

  /// Where in a run its story is.
  private static final class Under {
    private String seen = "";
    private int turn;
  }

  private Story(AgentId agent, @Nullable RunId only, Consumer<? super Told> listener) {
    this.agent = agent;
    this.only = only;
    this.listener = listener;
    this.group = agent.world();
  }

  /// Of a run (`tally/ada:msg-001`) or of all runs of an agent (`tally/ada`), told to `listener`.
  public static Story about(String runOrAgent, Consumer<? super Told> listener) {
    if (runOrAgent.indexOf(':') < 0) {
      return new Story(new AgentId(runOrAgent), null, listener);
    }
    RunId run = new RunId(runOrAgent);
    return new Story(run.agent(), run, listener);
  }

  /// Reads the actions of the agent's world where `groups` says that they lie: those of a world
  /// that is data lie with the others of its kind, and not under its own name.
  public Story actionsUnder(UnaryOperator<String> groups) {
    this.group = groups.apply(agent.world());
    return this;
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
    return Following.of(kafka).only(Set.of(agent)).openedBy(keys).actionsOf(List.of(group));
  }

  private boolean over() {
    return only != null && runs > 0 && open.isEmpty();
  }

  /// How many runs were told.
  int runs() {
    return runs;
  }

  /// Whether a step of this run would be told now.
  boolean tells(RunId run) {
    return open.containsKey(run);
  }

  /// From here on that run is told under that turn.
  void under(RunId run, int number) {
    Under under = open.get(run);
    if (under != null) {
      under.turn = number;
    }
  }

  /// From here on steps are of that entry of the agent's journal.
  void entry(long seq) {
    entry = seq;
    telling = seq;
    fresh = null;
    newest = null;
  }

  /// The number of the entry of which something is being told: an earlier one than [#entry] said,
  /// of a trigger that had to wait.
  long telling() {
    return telling;
  }

  /// The agent's next step; what does not belong to the story is left out.
  public void add(Step step) {
    RunId opened = fresh;
    fresh = null;
    switch (step) {
      case Step.Triggered s -> arrived(s, opened);
      case Step.Noted s -> noted(s);
      case Step.Saw s -> saw(s);
      case Step.Decided s -> {
        under(s.decision().turn().run(), s.decision().turn().number());
        say(s.decision().turn().run(), s);
      }
      case Step.Acted s -> say(s.result().action().run(), s);
      case Step.Progressed s -> say(s.progress().action().run(), s);
      case Step.Closed s -> {
        say(s.run().run(), s);
        open.remove(s.run().run());
        leave(s.run().run());
      }
      case Step.Dropped s -> {
        forget(s.drop());
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
      case LoopEvent.RouteChanged changed -> say(changed.run(), step);
      case LoopEvent.Overrun overrun -> say(overrun.run(), step);
      case LoopEvent.ApprovalAsked asked -> say(asked.action().run(), step);
      case ApprovalEvent event -> approval(event, step);
      case LoopEvent.TriggerJoined joined -> {
        arrivals.remove(joined.trigger());
        say(joined.run(), step);
      }
      case LoopEvent.Poisoned _,
          LoopEvent.WorkHeld _,
          LoopEvent.WorkResumed _,
          LoopEvent.CounterpartsForgotten _ ->
          say(current, step);
      case LoopEvent.TriggerQueued _,
          LoopEvent.Quarantined _,
          LoopEvent.RunClosed _,
          LoopEvent.TriggerDropped _ -> {}
    }
  }

  private void approval(ApprovalEvent event, Step step) {
    switch (event) {
      case ApprovalEvent.RunParked parked -> {
        say(parked.run(), step);
        leave(parked.run());
      }
      case ApprovalEvent.RunResumed resumed -> {
        current = resumed.run();
        say(resumed.run(), step);
      }
      case ApprovalEvent.Answered e -> say(e.action().run(), step);
      case ApprovalEvent.Escalated e -> say(e.action().run(), step);
      case ApprovalEvent.Ended e -> say(e.action().run(), step);
      case ApprovalEvent.Ignored e -> say(e.action() == null ? current : e.action().run(), step);
      case ApprovalEvent.Confirmed e -> say(e.action().run(), step);
      case ApprovalEvent.GrantUsed e -> say(e.action().run(), step);
      case ApprovalEvent.GrantGiven _, ApprovalEvent.GrantEnded _ -> say(current, step);
    }
  }

  /// The agent is at that run no more.
  private void leave(RunId run) {
    if (run.equals(current)) {
      current = null;
    }
  }

  private void opened(Step.Noted step, LoopEvent.RunOpened opened) {
    RunId run = opened.run();
    current = run;
    if (only != null && !only.equals(run)) {
      return;
    }
    open.put(run, new Under());
    runs++;
    say(run, step);
    Arrival arrival = arrivals.remove(opened.trigger());
    if (arrival == null) {
      fresh = run;
    } else {
      telling = arrival.entry();
      say(run, arrival.step());
      telling = entry;
    }
  }

  private void arrived(Step.Triggered step, @Nullable RunId opened) {
    String id = String.valueOf(step.trigger().id());
    if (opened != null && opened.trigger().equals(id)) {
      say(opened, step);
      return;
    }
    if (only == null || only.trigger().equals(id)) {
      before = arrivals.put(id, new Arrival(step, entry));
      newest = id;
    }
  }

  /// One that came a second time leaves the first where it is.
  private void forget(LoopEvent.TriggerDropped drop) {
    boolean justCame = drop.trigger().equals(newest);
    if (justCame && before != null) {
      arrivals.put(drop.trigger(), before);
    } else if (justCame || drop.reason() != LoopEvent.DropReason.DUPLICATE) {
      arrivals.remove(drop.trigger());
    }
    newest = null;
  }

  private void saw(Step.Saw step) {
    Under under = current == null ? null : open.get(current);
    if (under != null && !step.view().summary().equals(under.seen)) {
      under.seen = step.view().summary();
      say(current, step);
    }
  }

  private void say(@Nullable RunId run, Step step) {
    Under under = run == null ? null : open.get(run);
    if (under != null) {
      listener.accept(new Told.Happened(run, under.turn, step));
    }
  }
}
