package dev.playloop.journal;

import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.talk.Talk;
import dev.playloop.loop.talk.TalkAdded;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.RunId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
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
    for (TalkAdded told : step.talks().told()) {
      Talk known = changed.get(told.with());
      boolean anew = known == null && !step.talks().forgotten().contains(told.with());
      Talk before = anew ? before().talks().source().read(told.with()) : known;
      changed.put(told.with(), told.after(before));
    }
    return List.copyOf(changed.values());
  }

  /// The entries behind the step: of the talks that it changed, or of all of them where a snapshot
  /// was asked for, since what lies before that may be moved away.
  ///
  /// @param seq the number that the first gets in the chain
  public List<Entry> journaled(List<Talk> changed, long seq) {
    List<Talk> talks = new ArrayList<>(changed);
    if (input instanceof Input.Controlled(var _, var _, Control.Snapshot _)) {
      Set<String> others = new TreeSet<>(next.talks().talks().marks().keySet());
      changed.forEach(talk -> others.remove(talk.with()));
      others.stream()
          .map(with -> next.talks().source().read(with))
          .filter(Objects::nonNull)
          .map(Objects::requireNonNull)
          .forEach(talks::add);
    }
    return entries(Entry.TALK, next, json.hash(), talks, seq);
  }

  /// The entries ahead of the step: of what it read of the talks with others than its own entry is
  /// about, so that each lies under its counterpart's own key.
  ///
  /// @param seq the number that the first gets in the chain
  public List<Entry> recalled(long seq) {
    List<Talk> others = read(false);
    return others.isEmpty()
        ? List.of()
        : entries(
            Entry.RECALLED,
            before,
            StateJson.of(before.state(), before.parts()).hash(),
            others,
            seq);
  }

  /// What the step read of the talk with whom its entry is about, or of those with others.
  List<Talk> read(boolean own) {
    String subject = subject();
    return step.talks().read().stream().filter(talk -> talk.with().equals(subject) == own).toList();
  }

  private static List<Entry> entries(
      String kind, Live beside, String hash, List<Talk> talks, long seq) {
    return IntStream.range(0, talks.size())
        .mapToObj(i -> Entry.talk(kind, beside.state(), hash, talks.get(i), seq + i))
        .toList();
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
