package dev.playloop.loop;

import dev.playloop.loop.people.Parking;
import dev.playloop.loop.people.Talking;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Asking;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.loop.talk.Talk;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.RunLimits;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolSpec;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Opens a run: what its first turn shows of memory, trigger, actor and boundaries goes into the
/// transcript, so that it stays as it was when the run began. Tells an open one of what it did not
/// begin with.
final class RunOpening {
  private RunOpening() {}

  /// Its first turn follows.
  static void open(Draft draft, AgentState.Waiting waiting) {
    Trigger trigger = waiting.trigger();
    AgentConfig config = Objects.requireNonNull(draft.config(), "an agent's run needs its config");
    String id = Objects.requireNonNull(trigger.id(), "the shell gives every trigger an id");
    Instant deadline = draft.at().plus(config.limits(trigger.kind()).deadlineOrDefault());
    RunDraft run =
        draft
            .runs()
            .open(
                Run.opened(
                    RunId.of(draft.agent(), id),
                    Run.Origin.of(id, trigger, waiting.triggerClass()),
                    draft.at(),
                    deadline));
    draft.event(new LoopEvent.RunOpened(run.id(), id, trigger.kind()));
    if (trigger.worldVersion() != null) {
      run.need(trigger.worldVersion());
    }
    run.aim(run.goals().owing(owed(draft, trigger)));
    if (trigger.kind().equals(draft.catalogue().iterationKind())) {
      draft.remember(Remembering.iteration(draft.memory()));
      run.aim(run.goals().goingOn(Objects.requireNonNull(draft.memory().work()).plan()));
    }
    Talk talk = Talking.opened(draft, trigger);
    if (talk != null || !draft.memory().isEmpty()) {
      draft.append(
          Message.User.text(
              Remembering.render(draft.memory(), talk, draft.policy().exchangeBytes())));
    }
    draft.append(Message.User.text(situation(draft, trigger)));
  }

  /// The message that a trigger names, or, where its kind says so, whom it is about.
  private static @Nullable String owed(Draft draft, Trigger trigger) {
    Trigger.Subject subject = trigger.subject();
    return trigger.replyTo() == null
            && subject != null
            && draft.catalogue().owesReply(trigger.kind())
        ? subject.id()
        : trigger.replyTo();
  }

  /// Takes in the waiting messages of the same conversation.
  static void join(Draft draft) {
    RunDraft run = draft.run();
    for (Trigger trigger : Queue.joining(draft)) {
      String id = Objects.requireNonNull(trigger.id(), "the shell gives every trigger an id");
      run.join(id, trigger.hops());
      run.aim(run.goals().owing(owed(draft, trigger)));
      Talking.joined(run, trigger);
      draft.append(Message.User.text(Section.render(Section.JOINED, Shown.of(trigger))));
      draft.event(new LoopEvent.TriggerJoined(id, run.id()));
    }
  }

  /// The world declares other tools, and those that the open run began with are known no more: the
  /// run goes on with the tools of now, and its next turn says so; where one is gone whose answer
  /// it waits for, or the account that it asked for money, nobody could ask again, and the run
  /// ends.
  static void goOn(Draft draft) {
    goOnOpen(draft);
    draft.runs().swap();
    goOnOpen(draft);
    draft.runs().swap();
  }

  private static void goOnOpen(Draft draft) {
    RunDraft run = draft.openRun();
    if (run == null || !draft.runs().hasLost()) {
      return;
    }
    draft.runs().goOn();
    String gone =
        run.phase() instanceof Phase.Reserving && !Account.isKept(draft)
            ? "its account"
            : waitsFor(run)
                .filter(tool -> draft.catalogue().find(tool) == null)
                .findFirst()
                .map(tool -> "the tool " + tool)
                .orElse(null);
    if (gone == null) {
      run.notice(
          "tools_changed",
          "The game was updated since this began: your tools are those that you are offered now.");
    } else {
      RunClosing.cancel(draft, "an update of the game took " + gone + " away");
    }
  }

  /// The tools of the world whose answers are out; a wait is the loop's own.
  private static Stream<String> waitsFor(RunDraft run) {
    Stream<String> doubt = run.doubt() == null ? Stream.of() : Stream.of(run.doubt().tool());
    Stream<String> open =
        run.phase() instanceof Phase.Acting acting
            ? acting.open().stream()
                .filter(pending -> pending.kind() != Pending.Kind.WAIT)
                .map(Pending::tool)
            : Stream.of();
    return Stream.concat(doubt, open);
  }

  private static String situation(Draft draft, Trigger trigger) {
    AgentConfig config = draft.runConfig();
    RunLimits limits = draft.limits();
    List<ToolSpec<?>> tools = draft.catalogue().allowed(draft.boundary());
    Bounds bounds =
        new Bounds(
            tools.stream().map(ToolSpec::name).toList(),
            tools.stream()
                .filter(tool -> tool.effect() == Effect.WRITE)
                .map(ToolSpec::name)
                .filter(config::mayNeedApproval)
                .toList(),
            Waits.of(draft),
            limits.turnsOrDefault(),
            limits.actionsOrDefault());
    return Section.render(Section.TRIGGER, Shown.of(trigger))
        + "\n"
        + Section.render(Section.ACTOR, new Actor(draft.agent().value(), config.actor()))
        + "\n"
        + Section.render(Section.BOUNDARIES, bounds);
  }

  /// A trigger as the model sees it.
  record Shown(
      String id,
      String kind,
      @Nullable Instant at,
      Trigger.@Nullable Subject subject,
      String text,
      @Nullable JsonNode data,
      @Nullable String replyTo) {
    static Shown of(Trigger trigger) {
      return new Shown(
          String.valueOf(trigger.id()),
          trigger.kind(),
          trigger.at(),
          trigger.subject(),
          trigger.text(),
          trigger.data(),
          trigger.replyTo());
    }
  }

  /// Who the agent is, and how its world knows it.
  record Actor(String agent, String actor) {}

  /// What a run of this kind may do.
  record Bounds(
      List<String> tools,
      List<String> approvals,
      @Nullable Waits waiting,
      int turns,
      int actions) {}

  /// What an earlier run of the agent waits for, and until when; nothing that needs a person's word
  /// goes out before that.
  record Waits(String tool, Instant until) {
    static @Nullable Waits of(Draft draft) {
      Pending waiting = Parking.waiting(draft);
      RunDraft parked = draft.runs().parked();
      Asking.Ask ask = parked == null ? null : parked.asking().ask();
      return waiting == null || ask == null
          ? null
          : new Waits(waiting.tool(), ask.question().expiresAt());
    }
  }
}
