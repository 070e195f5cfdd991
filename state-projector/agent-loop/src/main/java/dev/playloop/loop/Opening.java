package dev.playloop.loop;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolSpec;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Opens a run: what its first turn shows of memory, trigger, actor and boundaries goes into the
/// transcript, so that it stays as it was when the run began.
final class Opening {
  private Opening() {}

  /// Its first turn follows.
  static void open(Draft draft, Trigger trigger) {
    AgentConfig config = Objects.requireNonNull(draft.config, "an agent's run needs its config");
    String id = Objects.requireNonNull(trigger.id(), "the shell gives every trigger an id");
    Run.Origin origin =
        new Run.Origin(
            id,
            trigger.kind(),
            trigger.subject(),
            trigger.replyTo(),
            trigger.effectivePriority(),
            trigger.hops());
    Instant deadline = draft.at.plus(config.limits(trigger.kind()).deadlineOrDefault());
    RunDraft run = new RunDraft(RunId.of(draft.agent, id), origin, draft.at, deadline);
    draft.run = run;
    draft.events.add(new LoopEvent.RunOpened(run.id, id, trigger.kind()));
    Goals.owe(run, trigger.replyTo());
    if (trigger.kind().equals(draft.catalogues.iterationKind(draft.agent))) {
      draft.memory = Remembering.iteration(draft.memory);
      Goals.iterate(run, Objects.requireNonNull(draft.memory.work()).plan());
    }
    if (!draft.memory.isEmpty()) {
      draft.append(Message.User.text(Remembering.render(draft.memory)));
    }
    draft.append(Message.User.text(situation(draft, trigger)));
  }

  /// Takes in the waiting messages of the same conversation.
  static void join(Draft draft) {
    RunDraft run = draft.run();
    for (Trigger trigger : Queue.joining(draft)) {
      String id = Objects.requireNonNull(trigger.id(), "the shell gives every trigger an id");
      run.triggers.add(id);
      run.origin = withHops(run.origin, Math.max(run.origin.hops(), trigger.hops()));
      Goals.owe(run, trigger.replyTo());
      draft.append(Message.User.text(Section.render(Section.JOINED, Shown.of(trigger))));
      draft.events.add(new LoopEvent.TriggerJoined(id, run.id));
    }
  }

  private static Run.Origin withHops(Run.Origin origin, int hops) {
    return new Run.Origin(
        origin.trigger(),
        origin.kind(),
        origin.subject(),
        origin.replyTo(),
        origin.priority(),
        hops);
  }

  private static String situation(Draft draft, Trigger trigger) {
    AgentConfig config = draft.runConfig();
    AgentConfig.Limits limits = draft.limits();
    List<ToolSpec<?>> tools = draft.catalogues.allowed(draft.agent, draft.boundary());
    Bounds bounds =
        new Bounds(
            tools.stream().map(ToolSpec::name).toList(),
            tools.stream()
                .filter(tool -> tool.effect() == Effect.WRITE)
                .map(ToolSpec::name)
                .filter(config::needsApproval)
                .toList(),
            limits.turnsOrDefault(),
            limits.actionsOrDefault());
    return Section.render(Section.TRIGGER, Shown.of(trigger))
        + "\n"
        + Section.render(Section.ACTOR, new Actor(draft.agent.value(), config.actor()))
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
  record Bounds(List<String> tools, List<String> approvals, int turns, int actions) {}
}
