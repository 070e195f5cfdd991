package dev.playloop.launcher.example;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.UserProblem;
import dev.playloop.operator.Following;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.Step;
import dev.playloop.schemas.config.After;
import dev.playloop.schemas.config.Expectations;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.seal.KeyRing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Publishes an example's triggers when their time has come and watches until each is closed or
/// dropped, and those that they set off too. Runs on the caller's thread.
public final class Play implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);

  private final Following following;
  private final Publisher publisher;
  private final Consumer<Step> listener;

  private final Deque<TriggerLine> waiting = new ArrayDeque<>();
  private final Map<String, AgentId> open = new LinkedHashMap<>();
  private final Map<String, Instant> published = new HashMap<>();
  private final Map<String, Duration> observe = new HashMap<>();
  private final Map<RunId, List<String>> texts = new HashMap<>();
  private final Map<RunId, List<Expectations.Asked>> approvals = new HashMap<>();

  /// Of the writes that people were asked about.
  private final Map<ActionId, String> tools = new HashMap<>();

  private final List<RunRecord> runs = new ArrayList<>();
  private final List<PlayReport.Drop> drops = new ArrayList<>();
  private Instant lastPublished = Instant.EPOCH;
  private int triggers;

  private Play(Following following, Publisher publisher, Consumer<Step> listener) {
    this.following = following;
    this.publisher = publisher;
    this.listener = listener;
  }

  /// Watches from now on; `listener` is told each step, on the thread that plays.
  public static Play open(KafkaSettings kafka, Collection<String> worlds, Consumer<Step> listener) {
    return open(kafka, worlds, KeyRing.NONE, listener);
  }

  /// The same, where payloads are sealed.
  public static Play open(
      KafkaSettings kafka, Collection<String> worlds, KeyRing keys, Consumer<Step> listener) {
    return new Play(
        Following.of(kafka).openedBy(keys).actionsOf(worlds).withArrivals().fromNow(),
        Publisher.open(kafka),
        listener);
  }

  /// Plays to the end. Throws a [UserProblem] that names what is still open after `limit`.
  public PlayReport play(List<TriggerLine> lines, Duration limit) throws InterruptedException {
    return play(lines, () -> false, limit);
  }

  /// The same, while others publish too.
  ///
  /// @param others whether more may come of them
  PlayReport play(List<TriggerLine> lines, BooleanSupplier others, Duration limit)
      throws InterruptedException {
    waiting.addAll(lines);
    Instant end = Instant.now().plus(limit);
    while (!waiting.isEmpty() || !open.isEmpty() || others.getAsBoolean()) {
      publishDue();
      following.poll(POLL).steps().forEach(this::step);
      if (Instant.now().isAfter(end)) {
        throw UserProblem.failed(
            "not all triggers were closed within "
                + limit.toSeconds()
                + " s; open: "
                + open.keySet(),
            "'./playloop doctor' checks this machine; a folder given with --data keeps the log.");
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped while " + open.keySet() + " were open");
      }
    }
    return new PlayReport(runs, drops, observe, triggers);
  }

  private void publishDue() throws InterruptedException {
    while (!waiting.isEmpty() && isDue(waiting.peek().after())) {
      Trigger trigger = ExampleFiles.stamped(waiting.remove().trigger(), Instant.now());
      if (trigger.id() != null) {
        open.put(trigger.id(), trigger.agent());
      }
      publisher.publish(trigger);
      lastPublished = Instant.now();
    }
  }

  private boolean isDue(@Nullable After after) {
    return switch (after) {
      case null -> true;
      case After.Closed closed -> !open.containsKey(closed.trigger());
      case After.Elapsed elapsed -> Instant.now().isAfter(lastPublished.plus(elapsed.duration()));
    };
  }

  private void step(Step step) {
    switch (step) {
      case Step.Published s -> {
        triggers++;
        published.putIfAbsent(s.id(), s.at());
        if (!isOver(s.id())) {
          open.putIfAbsent(s.id(), s.agent());
        }
      }
      case Step.TurnOpened s -> {
        Instant began = published.get(s.turn().run().trigger());
        if (s.turn().number() == 1 && began != null) {
          observe.putIfAbsent(s.turn().run().trigger(), Duration.between(began, s.at()));
        }
      }
      case Step.Decided s -> texts(s.decision().turn().run()).addAll(Texts.of(s.decision()));
      case Step.Acted s -> texts(s.result().action().run()).addAll(Texts.of(s.result()));
      case Step.Closed s -> {
        List<String> said = new ArrayList<>(texts(s.run().run()));
        said.add(s.run().summary());
        texts.remove(s.run().run());
        List<Expectations.Asked> asked = approvals.remove(s.run().run());
        runs.add(new RunRecord(s.agent(), s.run(), said, asked == null ? List.of() : asked));
        s.run().triggers().forEach(open::remove);
      }
      case Step.Dropped s -> {
        drops.add(new PlayReport.Drop(s.agent(), s.drop().trigger(), s.drop().reason()));
        open.remove(s.drop().trigger());
      }
      case Step.Noted s -> noted(s.event());
      case Step.Triggered _, Step.Progressed _, Step.Saw _ -> {}
    }
    listener.accept(step);
  }

  private void noted(LoopEvent event) {
    if (event instanceof LoopEvent.ApprovalAsked asked) {
      tools.put(asked.action(), asked.tool());
    } else if (event instanceof ApprovalEvent.Ended ended) {
      approvals
          .computeIfAbsent(ended.action().run(), _ -> new ArrayList<>())
          .add(new Expectations.Asked(tools.getOrDefault(ended.action(), "?"), ended.how()));
    }
  }

  private boolean isOver(String trigger) {
    return runs.stream().anyMatch(run -> run.closed().triggers().contains(trigger))
        || drops.stream().anyMatch(drop -> drop.trigger().equals(trigger));
  }

  private List<String> texts(RunId run) {
    return texts.computeIfAbsent(run, _ -> new ArrayList<>());
  }

  @Override
  public void close() {
    publisher.close();
    following.close();
  }
}
