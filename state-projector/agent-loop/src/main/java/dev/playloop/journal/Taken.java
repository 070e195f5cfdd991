package dev.playloop.journal;

import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.talk.Talk;
import dev.playloop.loop.talk.Told;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.RunId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A step that was taken, with nothing stored or sent yet: the agent before and after it, what it
/// publishes, and the JSON of the new state. What is journaled of it is written on demand, since
/// whoever only folds again has that already. Immutable.
public record Taken(
    Live before, Input input, Transition step, Rendered rendered, StateJson json, Live next) {
  static Taken of(
      Live before, Input input, Transition step, Transcripts transcripts, Rendered rendered) {
    StateJson json = StateJson.of(step.state(), before.parts());
    long wish = Live.wish(before.wish(), input, step);
    Live next =
        new Live(
            step.state(),
            transcripts,
            before.talks().with(step.talks().talks()),
            json.parts(),
            wish);
    return new Taken(before, input, step, rendered, json, next);
  }

  /// The entry that it leaves in the journal.
  ///
  /// @param inputJson the input as JSON, see [Given]
  /// @param view the JSON of the view that the agent saw; it is kept where a turn shows it, or the
  ///   fold looked at it
  public Entry entry(byte[] inputJson, byte @Nullable [] view) {
    return Entry.of(this, inputJson, rendered.opensTurn() || step.saw() ? view : null);
  }

  /// Whether a snapshot follows the entry: when a run has closed, and after an erasure, since
  /// folding again has to begin behind it.
  public boolean asksSnapshot() {
    return step.commands().stream().anyMatch(Command.CloseRun.class::isInstance)
        || (input instanceof Input.Controlled controlled
            && (controlled.control() instanceof Control.ForgetSubject
                || controlled.control() instanceof Control.Snapshot));
  }

  /// What is kept, from now on, of the talks that the step added to. Reads what was kept before, so
  /// it is asked before that is overwritten.
  public List<Talk> changed() {
    Map<String, Talk> changed = new LinkedHashMap<>();
    for (Told told : step.talks().told()) {
      Talk known = changed.get(told.with());
      boolean anew = known == null && !step.talks().forgotten().contains(told.with());
      Talk before = anew ? before().talks().source().read(told.with()) : known;
      changed.put(told.with(), told.after(before));
    }
    return List.copyOf(changed.values());
  }

  /// The talks that are journaled behind the step: those that it changed, or all of them where a
  /// snapshot was asked for, since what lies before that may be moved away.
  public List<Talk> journaled(List<Talk> changed) {
    if (!(input instanceof Input.Controlled(var _, var _, Control.Snapshot _))) {
      return changed;
    }
    return next.talks().talks().marks().keySet().stream()
        .map(with -> next.talks().source().read(with))
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .toList();
  }

  /// The entry of one of these.
  ///
  /// @param seq the number that it gets in the chain
  public Entry talk(Talk talk, long seq) {
    return Entry.talk(this, talk, seq);
  }

  /// The snapshot of what it came to.
  ///
  /// @param seq the number that the snapshot gets in the chain
  public Entry snapshot(long seq) {
    return Entry.snapshot(next, json, seq);
  }

  /// Whose data the entry holds; null: nobody's in particular.
  @Nullable String subject() {
    return switch (input) {
      case Input.TriggerArrived arrived ->
          arrived.trigger().subject() == null ? null : arrived.trigger().subject().id();
      case Input.Controlled(var _, var _, Control.ForgetSubject _) -> null;
      case Input.DecisionMade made -> subject(made.decision().turn().run());
      case Input.ActionDone done -> subject(done.result().action().run());
      case Input.ActionProgressed progressed -> subject(progressed.progress().action().run());
      case Input.Controlled(var _, var _, ApprovalControl.Answer answer) ->
          subject(answer.about().action().run());
      case Input.Controlled(var _, var _, ApprovalControl.Confirm confirm) ->
          subject(confirm.action().run());
      case Input.ViewReached _,
          Input.DeadlinePassed _,
          Input.ConfigChanged _,
          Input.Halted _,
          Input.Resumed _,
          Input.CatalogueLost _,
          Input.WorldRetired _,
          Input.Controlled _ ->
          anybody();
    };
  }

  private @Nullable String subject(RunId run) {
    String known = before.state().subject(run);
    return known == null ? anybody() : known;
  }

  private @Nullable String anybody() {
    String known = before.state().subject();
    return known == null ? step.state().subject() : known;
  }
}
