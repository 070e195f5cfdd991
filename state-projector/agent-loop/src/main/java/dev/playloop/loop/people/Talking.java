package dev.playloop.loop.people;

import dev.playloop.loop.prompt.Outputs;
import dev.playloop.loop.prompt.Refusal;
import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.loop.state.Slot;
import dev.playloop.loop.talk.Spoken;
import dev.playloop.loop.talk.Talk;
import dev.playloop.loop.talk.TalkSearch;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.world.Verdict;
import dev.playloop.worlds.model.LoopTool;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Who said what, over many runs: a conversation begins with what was said to its subject before,
/// and when it is over, what was said in it is kept.
public final class Talking {
  private static final Refusal NOBODY =
      new Refusal(
          "invalid", "no_counterpart", "this run is about nobody; say whose words you mean", "who");

  private static final Refusal TOO_MANY =
      new Refusal(
          "refused",
          "too_many_counterparts",
          "ask for one other's words in one answer, and for the next one's in the next",
          "who");

  private Talking() {}

  /// The open run begins with `trigger`. Returns the newest of what was said with whom it is about;
  /// null where it is no conversation, or their first.
  public static @Nullable Talk opened(Draft draft, Trigger trigger) {
    RunDraft run = draft.run();
    String with = run.origin().subjectId();
    if (with == null || run.origin().triggerClass() != TriggerClass.CONVERSATION) {
      return null;
    }
    if (!trigger.text().isBlank()) {
      run.said(Run.Said.first(trigger.text()));
    }
    return draft.talks().newest(with, draft.policy().exchangeBytes());
  }

  /// More was said while the run was open.
  public static void joined(RunDraft run, Trigger trigger) {
    if (!trigger.text().isBlank()) {
      Run.Said said = run.said();
      run.said(said == null ? Run.Said.first(trigger.text()) : said.hearing(trigger.text()));
    }
  }

  /// The agent said something by a tool: as it was said, where a guard has put other words in its
  /// place.
  public static void spoke(Draft draft, Pending pending, ActionResult result) {
    Run.Said said = draft.run().said();
    ToolSpec<?> spec = draft.catalogue().find(pending.tool());
    if (said == null || spec == null || spec.says() == null) {
      return;
    }
    String text = Verdict.spoken(spec.says(), pending.args(), result.output());
    if (text != null) {
      draft.run().said(said.answering(text));
    }
  }

  /// The run is over. Who has no tool to speak by, has answered with its last words.
  public static void closed(Draft draft, RunOutcome outcome, String summary) {
    RunDraft run = draft.run();
    Run.Said said = run.said();
    String with = run.origin().subjectId();
    if (said == null || with == null || run.turns() == 0) {
      return;
    }
    boolean speaks =
        draft.catalogue().allowed(draft.boundary()).stream().anyMatch(tool -> tool.says() != null);
    String answered =
        said.answered().isEmpty() && !speaks && outcome == RunOutcome.COMPLETED
            ? summary
            : said.answered();
    Double importance = run.importance();
    Spoken spoken =
        new Spoken(
            draft.at(), said.heard(), answered, importance == null ? Spoken.USUAL : importance);
    List<String> forgotten = draft.talks().add(with, spoken);
    if (!forgotten.isEmpty()) {
      draft.event(new LoopEvent.CounterpartsForgotten(forgotten));
    }
  }

  /// What the model asks to be reminded of.
  public static void recall(Draft draft, ActingDraft acting, Slot slot, LoopTool.Recall recall) {
    String named = recall.who();
    String who = named == null || named.isBlank() ? draft.run().origin().subjectId() : named;
    Refusal why = who == null ? NOBODY : draft.talks().mayRead(who) ? null : TOO_MANY;
    if (who == null || why != null) {
      acting.fail(false);
      draft.put(slot.index(), Outputs.refused(slot, why == null ? NOBODY : why));
      return;
    }
    acting.look();
    Talk talk = draft.talks().all(who);
    ObjectNode output = Json.NODES.objectNode().put("who", who);
    output.put("known", talk == null ? 0 : talk.said().size());
    ArrayNode found = output.putArray("found");
    if (talk != null) {
      TalkSearch.find(recall.text(), talk).forEach(one -> found.add(shown(one)));
    }
    draft.put(slot.index(), Outputs.done(slot, output));
  }

  /// The newest exchanges, oldest first, as far as the model has room for them.
  public static ObjectNode shown(Talk talk, int bytes) {
    List<ObjectNode> newest = new ArrayList<>();
    int left = bytes;
    for (Spoken one : talk.said().reversed()) {
      ObjectNode shown = shown(one);
      left -= Section.json(shown).getBytes(StandardCharsets.UTF_8).length + 1;
      if (left < 0) {
        break;
      }
      newest.addFirst(shown);
    }
    ObjectNode node = Json.NODES.objectNode().put("who", talk.with());
    node.putArray("exchanges").addAll(newest);
    return node;
  }

  private static ObjectNode shown(Spoken spoken) {
    return Json.NODES
        .objectNode()
        .put("at", spoken.at().truncatedTo(ChronoUnit.MINUTES).toString())
        .put("said", spoken.heard())
        .put("answered", spoken.answered());
  }
}
