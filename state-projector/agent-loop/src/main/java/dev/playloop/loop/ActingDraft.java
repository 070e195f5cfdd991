package dev.playloop.loop;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.TurnId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The acting phase while a fold works on it; see [Phase.Acting] for what its fields mean.
final class ActingDraft {
  private final TurnId turn;
  private final String text;
  private final boolean fallback;
  private final List<Pending> open;
  private boolean failed;
  private boolean broken;
  private boolean looked;
  private boolean ends;
  private boolean moved;
  private Phase.@Nullable Finish finish;

  ActingDraft(TurnId turn, String text, boolean fallback) {
    this.turn = turn;
    this.text = Text.cut(text, Run.MAX_SUMMARY);
    this.fallback = fallback;
    open = new ArrayList<>();
  }

  ActingDraft(Phase.Acting acting) {
    turn = acting.turn();
    text = acting.text();
    fallback = acting.fallback();
    open = new ArrayList<>(acting.open());
    failed = acting.failed();
    broken = acting.broken();
    looked = acting.looked();
    ends = acting.ends();
    moved = acting.moved();
    finish = acting.finish();
  }

  /// Another call without an answer.
  void begin(Pending pending) {
    open.add(pending);
  }

  /// Puts `next` in the place of `before`.
  void replace(Pending before, Pending next) {
    open.set(open.indexOf(before), next);
  }

  /// The call has its answer, or needs none.
  void end(Pending pending) {
    open.removeIf(other -> other.number() == pending.number());
  }

  /// A call did not succeed; `write` where later writes must not go on without it.
  void fail(boolean write) {
    failed = true;
    broken |= write;
  }

  /// An answer came that the model has to see.
  void look() {
    looked = true;
  }

  /// A tool that ends the run succeeded.
  void endRun() {
    ends = true;
  }

  /// A write named the world version that shows it.
  void move() {
    moved = true;
  }

  void finish(Phase.Finish wish) {
    finish = wish;
  }

  /// The id of the call's action.
  ActionId action(Pending pending) {
    return ActionId.of(turn, pending.number());
  }

  TurnId turn() {
    return turn;
  }

  String text() {
    return text;
  }

  boolean isFallback() {
    return fallback;
  }

  /// As they are now; later changes don't show in it.
  List<Pending> open() {
    return List.copyOf(open);
  }

  boolean failed() {
    return failed;
  }

  boolean broken() {
    return broken;
  }

  boolean looked() {
    return looked;
  }

  boolean ends() {
    return ends;
  }

  boolean moved() {
    return moved;
  }

  Phase.@Nullable Finish finish() {
    return finish;
  }
}
